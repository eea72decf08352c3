; What a Python file defines. The last pattern that matches a definition decides its kind.

(comment) @above
(lambda) @local
(decorated_definition definition: (_) @inner) @outer

(class_definition name: (identifier) @name) @class
(function_definition name: (identifier) @name) @function
(decorated_definition
  (decorator) @_with
  definition: (function_definition name: (identifier) @name) @property
  (#match? @_with "^@([A-Za-z_.]*\\.)?(property|cached_property|setter|getter|deleter)\\b"))
(decorated_definition
  (decorator) @_with
  definition: (function_definition name: (identifier) @name) @function.declared
  (#match? @_with "^@([A-Za-z_.]*\\.)?overload\\b"))

(type_alias_statement left: (type (identifier) @name)) @type
(type_alias_statement left: (type (generic_type (identifier) @name))) @type
(assignment left: (identifier) @name) @variable
(assignment left: (pattern_list (identifier) @name)) @variable
(assignment left: (tuple_pattern (identifier) @name)) @variable
(assignment
  left: (attribute object: (identifier) @_self attribute: (identifier) @name)
  (#any-of? @_self "self" "cls")) @member
