; What a Rust file defines. What stands in an `impl` is named after the type, as in `Type.method`.

(line_comment) @above
(block_comment) @above
(attribute_item) @above
(closure_expression) @local

(mod_item name: (identifier) @name body: (_)) @module
(struct_item name: (type_identifier) @name) @struct
(union_item name: (type_identifier) @name) @struct
(enum_item name: (type_identifier) @name) @enum
(enum_variant name: (identifier) @name) @constant
(trait_item name: (type_identifier) @name) @trait
(type_item name: (type_identifier) @name) @type
(associated_type name: (type_identifier) @name) @type
(macro_definition name: (identifier) @name) @macro

(impl_item type: (_) @name) @container
(impl_item type: (scoped_type_identifier name: (type_identifier) @name)) @container
(impl_item type: (generic_type type: (type_identifier) @name)) @container
(impl_item type: (generic_type type: (scoped_type_identifier name: (type_identifier) @name))) @container
(impl_item type: (reference_type type: (type_identifier) @name)) @container
(impl_item type: (reference_type type: (generic_type type: (type_identifier) @name))) @container
(impl_item type: (dynamic_type trait: (type_identifier) @name)) @container

(function_item name: (identifier) @name) @function
(function_signature_item name: (identifier) @name) @function.declared
(const_item name: (identifier) @name) @constant
(static_item name: (identifier) @name) @variable
(field_declaration name: (field_identifier) @name) @field
