; What a Swift file defines. What stands in an extension is named after the type that it extends.

(comment) @above
(multiline_comment) @above

(lambda_literal) @local
(computed_property) @local
(willset_didset_block) @local

(class_declaration declaration_kind: ["class" "actor"] name: (_) @name) @class
(class_declaration declaration_kind: "struct" name: (_) @name) @struct
(class_declaration declaration_kind: "enum" name: (_) @name) @enum
(class_declaration declaration_kind: "extension" name: (_) @name) @container
(protocol_declaration name: (_) @name) @interface
(enum_entry name: (simple_identifier) @name) @constant
(typealias_declaration name: (type_identifier) @name) @type
(associatedtype_declaration name: (type_identifier) @name) @type
(macro_declaration (simple_identifier) @name) @macro

(function_declaration name: [(simple_identifier) (custom_operator)] @name) @function
(function_declaration name: _ @name (#match? @name "^[^\\w\\s()]+$")) @function
(protocol_function_declaration name: [(simple_identifier) (custom_operator)] @name) @function
(protocol_function_declaration name: _ @name (#match? @name "^[^\\w\\s()]+$")) @function
(init_declaration name: "init" @name) @function
(deinit_declaration "deinit" @name) @function
(subscript_declaration "subscript" @name) @function

(property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @variable
(property_declaration name: (pattern (pattern (simple_identifier) @name))) @variable
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @field

(class_declaration (inheritance_specifier inherits_from: (_) @base))
(protocol_declaration (inheritance_specifier inherits_from: (_) @base))
; A macro may add members; by its case it can't be told from an actor's name.
(class_declaration
  (modifiers (attribute) @door)
  (#match? @door "^@(dynamicMemberLookup|[A-Z])")
  (#not-match? @door "^@MainActor"))

(import_declaration (identifier) @source) @import
