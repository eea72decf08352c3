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

; What a type has from elsewhere, and what lets it have more.
(base_list [(identifier) (qualified_name) (generic_name) (alias_qualified_name)] @base)
(base_list (primary_constructor_base_type type: (_) @base))
(method_declaration name: (identifier) @door (#any-of? @door "TryGetMember" "TryInvokeMember"))
; Of a partial class a generator writes the other part.
(class_declaration (attribute_list) @door (modifier) @_part (#eq? @_part "partial"))
(struct_declaration (attribute_list) @door (modifier) @_part (#eq? @_part "partial"))
(record_declaration (attribute_list) @door (modifier) @_part (#eq? @_part "partial"))
(class_declaration
  (modifier) @_part
  body: (declaration_list (field_declaration (attribute_list) @door) @at)
  (#eq? @_part "partial"))
(class_declaration
  (modifier) @_part
  body: (declaration_list (method_declaration (attribute_list) @door (modifier) @_also))
  (#eq? @_part "partial") (#eq? @_also "partial"))

; An extension method is a member of its first parameter's type.
(method_declaration
  name: (identifier) @name
  parameters: (parameter_list . (parameter (modifier) @_this type: [
    (identifier) @receiver
    (generic_name (identifier) @receiver)
    (qualified_name name: (identifier) @receiver)
    (qualified_name name: (generic_name (identifier) @receiver))]))
  (#eq? @_this "this")) @method.also

(using_directive name: (identifier) @name (_) @source .) @import
(using_directive "static" @name (_) @source .) @import
