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

; What a type has from elsewhere, and what lets it have more. What a class implements stands in it.
(class_heritage (extends_clause value: [(identifier) (member_expression)] @base))
(class_heritage (extends_clause value: (call_expression function: (_) @door)))
(extends_type_clause type: [(type_identifier) (nested_type_identifier) (generic_type)] @base)
(type_alias_declaration value: [(type_identifier) (nested_type_identifier) (generic_type)] @base)
(type_alias_declaration value: (intersection_type [(type_identifier) (nested_type_identifier) (generic_type)] @base))
(type_alias_declaration value: (union_type [(type_identifier) (nested_type_identifier) (generic_type)] @base))
(type_alias_declaration value: (intersection_type
  (intersection_type [(type_identifier) (nested_type_identifier) (generic_type)] @base)))
(type_alias_declaration value: (union_type
  (union_type [(type_identifier) (nested_type_identifier) (generic_type)] @base)))
(type_alias_declaration value: [(conditional_type) (type_query) (lookup_type) (index_type_query)] @door)
(type_alias_declaration value: (intersection_type [(conditional_type) (type_query) (lookup_type)] @door))
(index_signature) @door
; A value that is no literal, or of a type that is named, may have more than what is seen.
(variable_declarator name: (identifier) type: (type_annotation (_) @door.value) value: (object))
(public_field_definition name: (property_identifier) value: [(call_expression) (new_expression)] @value)

(optional_parameter (accessibility_modifier) pattern: (identifier) @name) @member
(optional_parameter "readonly" pattern: (identifier) @name) @member
(property_signature name: (string (string_fragment) @name)) @field.also
(method_signature name: (string (string_fragment) @name)) @method.also
(public_field_definition name: (string (string_fragment) @name)) @field.also
(public_field_definition name: (computed_property_name [
  (identifier) @name
  (member_expression property: (property_identifier) @name)])) @field.also
(enum_assignment name: (string (string_fragment) @name)) @constant.also
(enum_body name: (string (string_fragment) @name @constant.also))

(import_statement (import_require_clause (identifier) @name source: (string) @source)) @import
