; What only JavaScript's grammar names so; ecmascript.scm holds the rest.

(class_declaration name: (identifier) @name) @class
(field_definition property: [(property_identifier) (private_property_identifier)] @name) @field
(field_definition
  property: [(property_identifier) (private_property_identifier)] @name
  value: [(arrow_function) (function_expression)]) @function
(field_definition property: (string (string_fragment) @name)) @field.also
(field_definition property: (computed_property_name [
  (identifier) @name
  (member_expression property: (property_identifier) @name)])) @field.also
; TypeScript's grammar tells the base of a class by another node.
(class_heritage [(identifier) (member_expression)] @base)
(class_heritage (call_expression function: (_) @door))
(field_definition property: (property_identifier) value: [(call_expression) (new_expression)] @value)
