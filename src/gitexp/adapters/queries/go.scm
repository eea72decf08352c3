; What a Go file defines. A method is named after its receiver's type; the package stands in no name.

(comment) @above
(package_clause (package_identifier) @name) @package
(func_literal) @local

(function_declaration name: (identifier) @name) @function
(method_declaration
  receiver: (parameter_list (parameter_declaration type: [
    (type_identifier) @receiver
    (generic_type type: (type_identifier) @receiver)
    (pointer_type (type_identifier) @receiver)
    (pointer_type (generic_type type: (type_identifier) @receiver))]))
  name: (field_identifier) @name) @function

(type_spec name: (type_identifier) @name) @type
(type_spec name: (type_identifier) @name type: (struct_type)) @struct
(type_spec name: (type_identifier) @name type: (interface_type)) @interface
(type_alias name: (type_identifier) @name) @type
(method_elem name: (field_identifier) @name) @function.declared
(field_declaration name: (field_identifier) @name) @field
(field_declaration !name type: (type_identifier) @name) @field
(field_declaration !name type: (qualified_type name: (type_identifier) @name)) @field

(const_spec name: (identifier) @name) @constant
(var_spec name: (identifier) @name) @variable

; What a type has by embedding, and by another name.
(struct_type (field_declaration_list (field_declaration
  !name type: [(type_identifier) (qualified_type) (generic_type)] @base) @at))
(interface_type (type_elem . [(type_identifier) (qualified_type) (generic_type)] @base .))
(type_spec type: [(type_identifier) (qualified_type) (generic_type)] @base)
(type_alias type: [(type_identifier) (qualified_type) (generic_type)] @base)
(field_declaration !name type: (generic_type type: (type_identifier) @name)) @field
(field_declaration !name type: (generic_type type: (qualified_type name: (type_identifier) @name))) @field

(import_spec !name path: (_) @source @last) @import
(import_spec name: (package_identifier) @name path: (_) @source) @import
(import_spec name: (dot) @name path: (_) @source) @import
