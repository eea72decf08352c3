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
    (identifier) (member_expression) (call_expression) (template_string) (binary_expression) (subscript_expression)]) @door)
(assignment_expression
  left: (subscript_expression object: (identifier) @of @door index: [
    (identifier) (member_expression) (call_expression) (template_string) (binary_expression) (subscript_expression)])
  (#match? @of "^[A-Z]"))
(assignment_expression
  left: (subscript_expression object: (identifier) @of index: [
    (identifier) (member_expression) (call_expression) (template_string) (binary_expression) (subscript_expression)]) @door.known
  (#match? @of "^[a-z_$]"))
(assignment_expression
  left: (subscript_expression
    object: (member_expression object: (identifier) @of property: (property_identifier) @door)
    index: [
    (identifier) (member_expression) (call_expression) (template_string) (binary_expression) (subscript_expression)])
  (#eq? @door "prototype"))
(assignment_expression
  left: (subscript_expression object: [(identifier) (member_expression)] @door.file index: [
    (identifier) (member_expression) (call_expression) (template_string) (binary_expression) (subscript_expression)])
  (#any-of? @door.file "exports" "module.exports"))
(variable_declarator
  name: (identifier) @name
  value: (assignment_expression left: [(identifier) (member_expression)] @made.file)
  (#any-of? @made.file "exports" "module.exports"))
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
(expression_statement (call_expression
  function: [(identifier) (member_expression)] @_by
  arguments: (arguments . (identifier) @of . [(identifier) (member_expression)] @base))
  (#match? @_by "(^|\\.)_*(inherits|inheritsLoose|extends)$") (#match? @of "^[A-Z]"))
(assignment_expression
  left: (member_expression object: (identifier) @of property: (property_identifier) @_prototype)
  right: [
    (call_expression
      function: (_) @_by
      arguments: (arguments . (member_expression object: [(identifier) (member_expression)] @base property: (property_identifier) @_too)))
    (new_expression constructor: [(identifier) (member_expression)] @base)]
  (#eq? @_prototype "prototype") (#eq? @_by "Object.create") (#eq? @_too "prototype"))
(assignment_expression
  left: (member_expression object: (identifier) @of property: (property_identifier) @_prototype)
  right: [(identifier) @door (member_expression) @door (call_expression function: (_) @door)]
  (#eq? @_prototype "prototype") (#not-eq? @door "Object.create"))
; A call that takes a class, or mixes into what it is given first, may give that more.
(expression_statement (call_expression
  function: [(identifier) (member_expression)] @door.known
  arguments: (arguments . [
    (identifier) @of
    (member_expression object: (identifier) @of property: (property_identifier) @_prototype)])
  (#match? @of "^[A-Z]")
  (#not-match? @door.known "^(console|expect|assert|describe|it|test|suite)($|\\.)|(inherits|inheritsLoose|extends)$")))
(expression_statement (call_expression
  function: [(identifier) (member_expression)] @door.known
  arguments: (arguments . [
    (identifier) @of
    (member_expression object: (identifier) @of property: (property_identifier) @_prototype)] . (_)))
  (#match? @of "^[a-z_$]")
  (#match? @door.known "(^|\\.)(assign|extend|mixin|mixIn|merge|defaults|defineProperties|setPrototypeOf|augment)$"))

; A value that is no literal may have more than what is seen.
(variable_declarator name: (identifier) value: (_) @value)
(pair key: (property_identifier) value: [(call_expression) (new_expression)] @value)
(assignment_expression left: (member_expression) right: [(call_expression) (new_expression)] @value)
(export_statement value: (call_expression) @value)
(assignment_expression
  left: (identifier) @of
  right: [
    (call_expression function: (_) @door.known)
    (new_expression constructor: (_) @door.known)
    (object "{" @door.known)
    ([(identifier) (member_expression) (await_expression)]) @door.known])

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
(assignment_expression
  left: (subscript_expression object: (identifier) @receiver index: (string (string_fragment) @name))
  (#not-match? @receiver "^(exports|module)$")) @field.also
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
