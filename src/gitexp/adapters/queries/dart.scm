; What a Dart file defines. What stands in an extension is named after the type that it extends.

(comment) @above
(documentation_comment) @above
(annotation) @above

(class_definition name: (identifier) @name) @class
(class_definition (mixin_application_class . (identifier) @name)) @class
(mixin_declaration (identifier) @name) @trait
(extension_declaration name: (identifier) @name) @class
(extension_declaration class: (type_identifier) @name . [(type_arguments) (extension_body)]) @container
(extension_type_declaration name: (identifier) @name) @class
(representation_declaration name: (identifier) @name) @field
(enum_declaration name: (identifier) @name) @enum
(enum_constant name: (identifier) @name) @constant
(type_alias (type_identifier) @name . (type_parameters)? . "=") @type
(type_alias (type_identifier) @name . (type_parameters)? . (formal_parameter_list)) @type

(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @field
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @field
(declaration
  (const_builtin)
  (static_final_declaration_list (static_final_declaration . (identifier) @name))) @constant
(program (initialized_identifier_list (initialized_identifier . (identifier) @name) @variable))
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @variable))
(program
  (const_builtin)
  . (_)?
  . (static_final_declaration_list (static_final_declaration . (identifier) @name) @constant))

; A body stands behind its signature, as the next one of the same parent: both make the definition.
(declaration (function_signature name: (_) @name)) @function
(declaration (getter_signature name: (_) @name)) @property
(declaration (setter_signature name: (_) @name)) @property
(declaration (operator_signature [(binary_operator) "~" "[]" "[]="] @name)) @function
(declaration (constructor_signature name: (identifier) @name . parameters: (_))) @function
(declaration (constant_constructor_signature (identifier) @name . (formal_parameter_list))) @function
(declaration (factory_constructor_signature (identifier) @name . (formal_parameter_list))) @function
(declaration (redirecting_factory_constructor_signature (identifier) @name . (formal_parameter_list))) @function
((method_signature (function_signature name: (_) @name)) @function . (function_body) @function)
((method_signature (getter_signature name: (_) @name)) @property . (function_body) @property)
((method_signature (setter_signature name: (_) @name)) @property . (function_body) @property)
((method_signature (operator_signature [(binary_operator) "~" "[]" "[]="] @name)) @function
  . (function_body) @function)
((method_signature (constructor_signature name: (identifier) @name . parameters: (_))) @function
  . (function_body) @function)
((method_signature (factory_constructor_signature (identifier) @name . (formal_parameter_list))) @function
  . (function_body) @function)
(program (function_signature name: (_) @name) @function)
(program (getter_signature name: (_) @name) @property)
(program (setter_signature name: (_) @name) @property)
(program (function_signature name: (_) @name) @function . (function_body) @function)
(program (getter_signature name: (_) @name) @property . (function_body) @property)
(program (setter_signature name: (_) @name) @property . (function_body) @property)
(lambda_expression parameters: (function_signature name: (_) @name)) @function

(superclass (type_identifier) @base)
(mixins (type_identifier) @base)
(interfaces (type_identifier) @base)
(mixin_declaration (type_identifier) @base)
(mixin_application (type_identifier) @base)
(extension_declaration name: (identifier) @of class: (type_identifier) @base) @at
(function_signature name: (identifier) @door (#eq? @door "noSuchMethod"))
(constructor_signature name: (identifier) @door (#eq? @door "noSuchMethod"))

(import_specification (configurable_uri (uri (string_literal) @source)) . (identifier) @name) @import
(import_specification
  (configurable_uri (uri (string_literal) @source))
  (combinator "show" (identifier) @name @original)) @import
