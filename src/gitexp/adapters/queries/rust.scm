; What a Rust file defines. What stands in an `impl` is named after the type, as in `Type.method`.

(line_comment) @above
(block_comment) @above
(attribute_item) @above
(closure_expression) @local

(mod_item name: (identifier) @name body: (_)) @module
(mod_item name: (identifier) @name !body) @module.also
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

; What a type has from elsewhere, and what lets it have more.
(impl_item trait: [(type_identifier) (generic_type) (scoped_type_identifier)] @base)
(impl_item
  type_parameters: (type_parameters (type_parameter name: (type_identifier) @_parameter))
  trait: [(type_identifier) (generic_type) (scoped_type_identifier)] @base.all
  type: [
    (type_identifier) @_for
    (reference_type type: (type_identifier) @_for)
    (generic_type type: (type_identifier) @_box type_arguments: (type_arguments . (type_identifier) @_for .))]
  (#eq? @_for @_parameter) (#match? @_box "^(Box|Rc|Arc|Pin|Cow)$"))
(trait_item bounds: (trait_bounds [(type_identifier) (generic_type) (scoped_type_identifier)] @base))
(type_item type: [(type_identifier) (generic_type) (scoped_type_identifier)] @base)
(attribute_item (attribute (identifier) @_by arguments: (token_tree (identifier) @base.next))
  (#eq? @_by "derive")
  (#not-match? @base.next "^(Debug|Clone|Copy|PartialEq|Eq|PartialOrd|Ord|Hash|Default)$"))
(attribute_item (attribute . (identifier) @door.next)
  (#not-match? @door.next "^(derive|cfg|cfg_attr|allow|deny|warn|expect|forbid|must_use|doc|repr|non_exhaustive|deprecated|inline|cold|test|track_caller|automatically_derived|no_mangle|serde|clap|error|async_trait|macro_export|macro_use|path|ignore|should_panic|target_feature|bench|default|link|export_name|used|global_allocator|panic_handler|proc_macro|proc_macro_derive|proc_macro_attribute|rustversion|diesel|structopt|command|arg)$"))
(declaration_list (macro_invocation macro: (_) @door.macro))
(source_file (macro_invocation macro: (_) @door.macrofile)
  (#not-match? @door.macrofile "^(thread_local|println|assert|static_assertions|compile_error|include_str)$"))
(source_file (expression_statement (macro_invocation macro: (_) @door.macrofile))
  (#not-match? @door.macrofile "^(thread_local|println|assert|static_assertions|compile_error|include_str)$"))
(declaration_list (macro_invocation macro: (_) @_macro (token_tree) @tokens)
  (#not-match? @_macro "assert|^(thread_local|println|compile_error|include_str)$"))
(source_file (macro_invocation macro: (_) @_macro (token_tree) @tokens)
  (#not-match? @_macro "assert|^(thread_local|println|compile_error|include_str)$"))
(source_file (expression_statement (macro_invocation macro: (_) @_macro (token_tree) @tokens))
  (#not-match? @_macro "assert|^(thread_local|println|compile_error|include_str)$"))

(use_declaration argument: (_) @uses)
