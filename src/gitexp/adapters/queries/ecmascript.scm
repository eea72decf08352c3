; What JavaScript and TypeScript have in common.

(comment) @above
(decorator) @above
(export_statement declaration: (_) @inner) @outer

(arrow_function) @local
(function_expression) @local
(class_static_block) @local
(for_statement) @local
(for_in_statement) @local

(function_declaration name: (identifier) @name) @function
(generator_function_declaration name: (identifier) @name) @function
(method_definition name: [(property_identifier) (private_property_identifier)] @name) @function

(variable_declarator name: (identifier) @name) @variable
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name)) @variable
(variable_declarator name: (object_pattern (pair_pattern value: (identifier) @name))) @variable
(variable_declarator name: (array_pattern (identifier) @name)) @variable
(variable_declarator
  name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @function
(variable_declarator name: (identifier) @name value: (class)) @class

; What `require` gives is defined elsewhere.
(variable_declarator
  name: (identifier) @name
  value: (call_expression function: (identifier) @_by)
  (#eq? @_by "require")) @import
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @name)
  value: (call_expression function: (identifier) @_by)
  (#eq? @_by "require")) @import

(pair key: (property_identifier) @name value: [(object) (class)]) @container
(pair
  key: (property_identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @function

(assignment_expression
  left: (member_expression) @name
  right: [(arrow_function) (function_expression) (generator_function)]) @function
(assignment_expression left: (member_expression) @name right: (class)) @class
(assignment_expression
  left: (member_expression object: (this) property: [(property_identifier) (private_property_identifier)] @name)) @member

(export_statement "default" @name value: [(arrow_function) (function_expression) (generator_function)]) @function
(export_statement "default" @name value: (class)) @class
(export_statement "default" @name value: [(object) (call_expression)]) @variable
