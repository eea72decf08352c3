; What a C file defines; C++ shares it. Where a declarator is captured, the name is dug out of it.

(comment) @above
(compound_statement) @local

(preproc_def name: (identifier) @name) @macro
(preproc_function_def name: (identifier) @name) @macro

(struct_specifier name: (type_identifier) @name body: (_)) @struct
(union_specifier name: (type_identifier) @name body: (_)) @struct
(enum_specifier name: (type_identifier) @name body: (_)) @enum
(enumerator name: (identifier) @name) @constant
(type_definition declarator: (_) @name) @type

(function_definition declarator: (_) @name) @function
(declaration declarator: (_) @name) @declaration
(field_declaration declarator: (_) @name) @declaration

; An enumerator belongs to its enum, and to what is around that.
(enumerator name: (identifier) @name) @constant.around
; Fields that a macro spells.
(field_declaration . type: (_) @door.macro . ";" (#match? @door.macro "^[A-Za-z_]\\w*(\\(|$)"))
; A type by another name has the members of that.
(type_definition type: (struct_specifier name: (type_identifier) @base) @at)
(type_definition type: (union_specifier name: (type_identifier) @base) @at)
(type_definition type: (enum_specifier name: (type_identifier) @base) @at)
(type_definition type: (type_identifier) @base)
