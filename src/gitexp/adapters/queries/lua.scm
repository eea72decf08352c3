; What a Lua file defines. The keys of a table that is set or returned are named after it.

(comment) @above
(function_definition) @local

(function_declaration name: (_) @name) @function

(assignment_statement (variable_list name: (identifier) @name)) @variable
(assignment_statement
  (variable_list name: (dot_index_expression) @name)
  (#not-match? @name "^self\\.|[\\[(]")) @field
(assignment_statement
  (variable_list name: (dot_index_expression table: (identifier) @_self field: (_) @name))
  (#eq? @_self "self")) @member
(assignment_statement
  (variable_list
    name: (bracket_index_expression table: (_) @receiver field: (string content: (_) @name)))) @field
(assignment_statement
  (variable_list . name: [(identifier) (dot_index_expression)] @name .)
  (expression_list . value: (function_definition) .)
  (#not-match? @name "^self\\.|[\\[(]")) @function
(assignment_statement
  (variable_list
    . name: (bracket_index_expression table: (_) @receiver field: (string content: (_) @name)) .)
  (expression_list . value: (function_definition) .)) @function

(field name: (identifier) @name) @field
(field name: (string content: (_) @name)) @field
(field name: (identifier) @name value: (function_definition)) @function
(field name: (string content: (_) @name) value: (function_definition)) @function

(function_call
  name: (identifier) @_by
  arguments: (arguments . (table_constructor (field name: (identifier) @name) @member) . (identifier))
  (#eq? @_by "setmetatable"))

; Tables that are handed to a call belong to nobody, but for the one that gets a metatable.
(function_call name: (_) @_by arguments: (arguments) @local (#not-eq? @_by "setmetatable"))
(arguments (_) (table_constructor) @local)
(arguments (_) (table_constructor (field name: (identifier) @name) @import))

; What `require` gives is defined elsewhere.
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_call name: (identifier) @_by) .)
  (#eq? @_by "require")) @import

(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_call
    name: (identifier) @_by
    arguments: (arguments . (string content: (_) @source))) .)
  (#eq? @_by "require")) @import

; Metatables of what the file sets at its top: a table behind another one is its base, a function a door.
(chunk (variable_declaration (assignment_statement
    (variable_list . name: (_) @of .)
    (expression_list . value: (function_call
      name: (identifier) @_by
      arguments: (arguments (_) . [
        (identifier) @base
        (table_constructor (field name: (identifier) @_key value: [(identifier) (dot_index_expression)] @base))
        (table_constructor (field name: (identifier) @_key @door value: (function_definition)))])) .))) @at
  (#eq? @_by "setmetatable")
  (#eq? @_key "__index"))
(chunk (function_call
  name: (identifier) @_by
  arguments: (arguments . (_) @of . [
    (identifier) @base
    (table_constructor (field name: (identifier) @_key value: [(identifier) (dot_index_expression)] @base))
    (table_constructor (field name: (identifier) @_key @door value: (function_definition)))])) @at
  (#eq? @_by "setmetatable")
  (#eq? @_key "__index"))
(chunk (assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @of field: (identifier) @_key @door) .)
  (expression_list . value: (function_definition) .)) @at
  (#eq? @_key "__index"))
(chunk (function_declaration
  name: (dot_index_expression table: (_) @of field: (identifier) @_key @door)) @at
  (#eq? @_key "__index"))
(chunk (assignment_statement
  (variable_list . name: (dot_index_expression table: (identifier) @of field: (identifier) @_key) .)
  (expression_list . value: (identifier) @base .)) @at
  (#eq? @_key "__index")
  (#not-eq? @of @base))
(chunk (variable_declaration (assignment_statement
  (variable_list . name: (_) @of .)
  (expression_list . value: (function_call
    name: [
      (method_index_expression table: (_) @base method: (_) @_by)
      (dot_index_expression table: (_) @base field: (_) @_by)]) .))) @at
  (#any-of? @_by "extend" "extends" "subclass" "derive" "inherit" "new"))
