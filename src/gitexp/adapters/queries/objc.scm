; What Objective-C adds to c.scm. A method is named by its selector; a category's are named after the class.

(class_interface . (identifier) @name) @class
(class_interface . (identifier) @name "(") @container
(class_implementation . (identifier) @name) @class
(class_implementation . (identifier) @name category: (_)) @container
(protocol_declaration . (identifier) @name) @interface

(method_declaration) @name @function.declared
(method_definition) @name @function

(property_declaration (struct_declaration (struct_declarator (_) @name))) @declaration
(instance_variable (struct_declaration (struct_declarator (_) @name))) @declaration

(method_declaration (method_type) . (identifier) @name . (method_parameter)) @function.also
(method_definition (method_type) . (identifier) @name . (method_parameter)) @function.also
(property_implementation (identifier) @name) @field.also

(class_interface superclass: (_) @base)
(class_interface (parameterized_arguments (type_name (type_identifier) @base)))
(protocol_declaration (protocol_reference_list (_) @base))
(method_definition (identifier) @door (#any-of? @door
  "resolveInstanceMethod" "resolveClassMethod" "forwardInvocation" "forwardingTargetForSelector"
  "valueForUndefinedKey"))
