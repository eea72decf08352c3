; What a C# file defines. Namespaces are kept apart and stand in no name.

(comment) @above
(namespace_declaration name: (_) @name) @package
(file_scoped_namespace_declaration name: (_) @name) @package

(class_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(struct_declaration name: (identifier) @name) @struct
(interface_declaration name: (identifier) @name) @interface
(enum_declaration name: (identifier) @name) @enum
(enum_member_declaration name: (identifier) @name) @constant
(delegate_declaration name: (identifier) @name) @type

(method_declaration name: (identifier) @name) @function
(constructor_declaration name: (identifier) @name) @function
(destructor_declaration "~" @mark name: (identifier) @name) @function
(local_function_statement name: (identifier) @name) @function
(operator_declaration "operator" @mark operator: _ @name) @function
(conversion_operator_declaration "operator" @mark type: (_) @name) @function
(indexer_declaration "this" @name) @property
(property_declaration name: (identifier) @name) @property
(event_declaration name: (identifier) @name) @property

(field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @field
(event_field_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @field
(field_declaration
  (modifier) @_const
  (variable_declaration (variable_declarator name: (identifier) @name))
  (#eq? @_const "const")) @constant
(record_declaration (parameter_list (parameter name: (identifier) @name) @field))
