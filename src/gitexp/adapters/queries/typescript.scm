; What TypeScript adds, or names otherwise than JavaScript; ecmascript.scm holds the rest.

(class_declaration name: (type_identifier) @name) @class
(abstract_class_declaration name: (type_identifier) @name) @class
(interface_declaration name: (type_identifier) @name) @interface
(enum_declaration name: (identifier) @name) @enum
(enum_body name: (property_identifier) @name @constant)
(enum_assignment name: (property_identifier) @name) @constant
(type_alias_declaration name: (type_identifier) @name) @type
(internal_module name: [(identifier) (nested_identifier)] @name) @module
(module name: [(identifier) (nested_identifier)] @name) @module

(function_signature name: (identifier) @name) @function.declared
(method_signature name: [(property_identifier) (private_property_identifier)] @name) @function.declared
(abstract_method_signature name: [(property_identifier) (private_property_identifier)] @name) @function.declared
(property_signature name: (property_identifier) @name) @field
(public_field_definition name: [(property_identifier) (private_property_identifier)] @name) @field
(public_field_definition
  name: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function) (function_expression)]) @function
(required_parameter (accessibility_modifier) pattern: (identifier) @name) @member
(required_parameter "readonly" pattern: (identifier) @name) @member
