; What a PHP file defines. Namespaces are kept apart and stand in no name.

(comment) @above
(namespace_definition name: (namespace_name) @name) @package
(anonymous_function) @local
(arrow_function) @local

(class_declaration name: (name) @name) @class
(interface_declaration name: (name) @name) @interface
(trait_declaration name: (name) @name) @trait
(enum_declaration name: (name) @name) @enum
(enum_case name: (name) @name) @constant

(function_definition name: (name) @name) @function
(method_declaration name: (name) @name) @function
(const_declaration (const_element (name) @name)) @constant
(property_declaration (property_element name: (variable_name (name) @name))) @field
(property_promotion_parameter name: (variable_name (name) @name)) @member
(function_call_expression
  function: (name) @_by
  arguments: (arguments . (argument (string (string_content) @name)))
  (#eq? @_by "define")) @constant
