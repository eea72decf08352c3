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
; Of a partial class another file, or a generator, has the other part.
(class_declaration (modifier) @door (#eq? @door "partial"))
(struct_declaration (modifier) @door (#eq? @door "partial"))
(record_declaration (modifier) @door (#eq? @door "partial"))
(interface_declaration (modifier) @door (#eq? @door "partial"))
(invocation_expression
  function: [(identifier) @door (member_access_expression expression: "this" name: (identifier) @door)]
  (#eq? @door "InitializeComponent"))
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
    (qualified_name name: (generic_name (identifier) @receiver))
    (nullable_type type: (identifier) @receiver)
    (nullable_type type: (generic_name (identifier) @receiver))]))
  (#eq? @_this "this")) @method.also
; That of a type parameter, or of `object`, is one of every type's.
(method_declaration
  name: (identifier) @name
  type_parameters: (type_parameter_list (type_parameter name: (identifier) @_parameter))
  parameters: (parameter_list . (parameter (modifier) @_this type: [
    (identifier) @_for
    (nullable_type type: (identifier) @_for)]))
  (#eq? @_this "this") (#eq? @_for @_parameter)) @method.all
(method_declaration
  name: (identifier) @name
  parameters: (parameter_list . (parameter (modifier) @_this type: [
    (identifier) @_for
    (predefined_type) @_for
    (qualified_name) @_for
    (nullable_type type: [(identifier) (predefined_type)] @_for)]))
  (#eq? @_this "this") (#any-of? @_for "object" "dynamic" "Object" "System.Object")) @method.all

(using_directive name: (identifier) @name (_) @source .) @import
(using_directive "static" @name (_) @source .) @import
