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

; What a class has from elsewhere, and what lets it, or a value, have more.
(new_expression constructor: (identifier) @door (#eq? @door "Proxy"))
(assignment_expression left: (subscript_expression object: (this) index: [
    (identifier) (member_expression) (call_expression) (template_string) (binary_expression)]) @door)
(assignment_expression
  left: (subscript_expression object: (identifier) @of @door index: [(identifier) (member_expression) (call_expression)])
  (#match? @of "^[A-Z]"))
(assignment_expression
  left: (subscript_expression
    object: (member_expression object: (identifier) @of property: (property_identifier) @door)
    index: [(identifier) (member_expression) (call_expression)])
  (#eq? @door "prototype"))
(assignment_expression
  left: (subscript_expression object: (member_expression) @door.file index: [
    (identifier) (member_expression) (call_expression) (template_string)])
  (#eq? @door.file "module.exports"))
(assignment_expression
  left: (subscript_expression object: (identifier) @door.file index: [
    (identifier) (member_expression) (call_expression) (template_string)])
  (#eq? @door.file "exports"))
(call_expression
  function: (member_expression object: (identifier) @_object) @door
  arguments: (arguments . (this))
  (#eq? @_object "Object") (#match? @door "assign|definePropert"))
(call_expression
  function: (member_expression object: (identifier) @_object property: (property_identifier) @door)
  arguments: (arguments . [(identifier) @of (member_expression object: (identifier) @of property: (property_identifier) @_proto)])
  (#eq? @_object "Object") (#any-of? @door "assign" "defineProperties") (#match? @of "^[A-Z]"))
(call_expression
  function: (member_expression object: (identifier) @_object property: (property_identifier) @_by)
  arguments: (arguments . [
    (identifier) @receiver
    (member_expression object: (identifier) @receiver property: (property_identifier))]
    . (string (string_fragment) @name))
  (#eq? @_object "Object") (#eq? @_by "defineProperty")) @field.also
(call_expression
  function: (member_expression object: (identifier) @_object property: (property_identifier) @_by)
  arguments: (arguments . (this) . (string (string_fragment) @name))
  (#eq? @_object "Object") (#eq? @_by "defineProperty")) @member.also
(call_expression
  function: (member_expression object: (identifier) @_util property: (property_identifier) @_by)
  arguments: (arguments . (identifier) @of . [(identifier) (member_expression)] @base)
  (#eq? @_util "util") (#eq? @_by "inherits"))

; What exists besides, and is no place to go to.
(pair key: [(property_identifier) (number)] @name) @field.also
(pair key: (string (string_fragment) @name)) @field.also
(object (shorthand_property_identifier) @name @field.also)
(method_definition name: (string (string_fragment) @name)) @method.also
(method_definition name: (computed_property_name [
  (identifier) @name
  (member_expression property: (property_identifier) @name)])) @method.also
(assignment_expression left: (identifier) @name right: (class)) @class
(assignment_expression
  left: (member_expression property: (_) @_last) @name
  (#not-eq? @_last "prototype")) @field.also
(assignment_expression left: (member_expression) @name right: (object)) @container
(assignment_expression
  left: (subscript_expression object: (this) index: (string (string_fragment) @name))) @member.also
(variable_declarator name: (object_pattern (object_assignment_pattern left: (shorthand_property_identifier_pattern) @name))) @variable
(variable_declarator name: (object_pattern (rest_pattern (identifier) @name))) @variable
(variable_declarator name: (array_pattern (assignment_pattern left: (identifier) @name))) @variable

; What is taken from elsewhere, and passed on.
(import_statement (import_clause (identifier) @name) source: (string) @source) @import
(import_statement (import_clause (namespace_import (identifier) @name)) source: (string) @source) @import
(import_statement
  (import_clause (named_imports (import_specifier name: (_) @original alias: (_)? @name) @import))
  source: (string) @source)
(export_statement
  (export_clause (export_specifier name: (_) @original alias: (_)? @name) @import)
  source: (string) @source)
(export_statement (namespace_export (_) @name) source: (string) @source) @import
(export_statement "*" @name source: (string) @source) @import
(export_statement (export_clause (export_specifier alias: (_) @name) @variable.also) !source)
(variable_declarator
  name: (identifier) @name
  value: (call_expression function: (identifier) @_by arguments: (arguments (string) @source))
  (#eq? @_by "require")) @import
(variable_declarator
  name: (object_pattern (shorthand_property_identifier_pattern) @original @name)
  value: (call_expression function: (identifier) @_by arguments: (arguments (string) @source))
  (#eq? @_by "require")) @import
(variable_declarator
  name: (object_pattern (pair_pattern key: (_) @original value: (identifier) @name))
  value: (call_expression function: (identifier) @_by arguments: (arguments (string) @source))
  (#eq? @_by "require")) @import
(variable_declarator
  name: (identifier) @name
  value: (member_expression
    object: (call_expression function: (identifier) @_by arguments: (arguments (string) @source))
    property: (property_identifier) @original)
  (#eq? @_by "require")) @import
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @name)
  right: (call_expression function: (identifier) @_by arguments: (arguments (string) @source))
  (#any-of? @_module "module" "exports") (#eq? @_by "require")) @import
(object (spread_element
  "..." @name
  (call_expression function: (identifier) @_by arguments: (arguments (string) @source))) @import
  (#eq? @_by "require"))
(assignment_expression
  left: (member_expression object: (identifier) @_module property: (property_identifier) @_exports)
  right: [(call_expression function: [(identifier) (member_expression)] @door.file) (new_expression constructor: (_) @door.file)]
  (#eq? @_module "module") (#eq? @_exports "exports") (#not-eq? @door.file "require"))
