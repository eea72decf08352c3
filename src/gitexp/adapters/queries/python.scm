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

; What a variable is made of, or annotated with, has what is set on it.
(assignment left: (identifier) @name right: (call function: (identifier) @made) (#match? @made "^[A-Z]"))
(assignment
  left: (identifier) @name
  right: (call function: [
    (identifier) @made.self
    (attribute attribute: (identifier) @made.self)
    (call function: (identifier) @made.self arguments: (argument_list . (identifier) @_self))])
  (#any-of? @made.self "cls" "__new__" "__class__" "type") (#any-of? @_self "self" "cls"))
(assignment
  left: (identifier) @name
  right: (call function: [(identifier) (attribute)] @made.self arguments: (argument_list . (identifier) @_self))
  (#match? @made.self "^(copy\\.)?(deep)?copy$") (#any-of? @_self "self" "cls"))
(typed_parameter . (identifier) @name type: (type [
    (identifier) @made
    (string (string_content) @made)
    (generic_type (identifier) (type_parameter (type (identifier) @made)))
    (binary_operator (identifier) @made)])
  (#match? @made "^[A-Z]\\w*$"))
(typed_default_parameter name: (identifier) @name type: (type [
    (identifier) @made
    (string (string_content) @made)
    (generic_type (identifier) (type_parameter (type (identifier) @made)))
    (binary_operator (identifier) @made)])
  (#match? @made "^[A-Z]\\w*$"))
(assignment
  left: (attribute object: (identifier) @receiver attribute: (identifier) @name)
  (#match? @receiver "^[a-z_]") (#not-match? @receiver "^(self|cls)$")) @via
(global_statement (identifier) @name @made.file)

; What a class has from elsewhere, and what lets it have more.
(class_definition superclasses: (argument_list [(identifier) (attribute)] @base))
(class_definition superclasses: (argument_list (subscript value: [(identifier) (attribute)] @base)))
(class_definition
  superclasses: (argument_list (keyword_argument name: (identifier) @_meta value: [(identifier) (attribute)] @base))
  (#eq? @_meta "metaclass"))
(class_definition
  superclasses: (argument_list (keyword_argument name: (identifier) @_meta value: (call) @door))
  (#eq? @_meta "metaclass"))
(class_definition superclasses: (argument_list [(list_splat) (dictionary_splat) (conditional_expression)] @door))
(class_definition
  superclasses: (argument_list (call function: (_) @door))
  (#not-match? @door "^([a-z_]+\\.)?(namedtuple|NamedTuple|TypedDict|Enum|IntEnum|StrEnum|Flag|IntFlag)$"))
(class_definition
  superclasses: (argument_list (call function: (_) @base))
  (#match? @base "^([a-z_]+\\.)?(namedtuple|NamedTuple|TypedDict|Enum|IntEnum|StrEnum|Flag|IntFlag)$"))
(decorated_definition
  (decorator [(identifier) (attribute) (call function: (_))]) @door.next
  definition: (class_definition)
  (#not-match? @door.next "^@([A-Za-z_]+\\.)*(dataclass|dataclass_transform|attrs|attr\\.s|define|frozen|mutable|final|total_ordering|unique|runtime_checkable|runtime|verify|python_2_unicode_compatible|deprecated|skip|skipIf|skipUnless|skipif|expectedFailure|usefixtures|parametrize|filterwarnings|mark\\.[a-z_]+|patch|patch\\.[a-z]+|tag|override_settings|modify_settings)\\b"))

(function_definition name: (identifier) @door (#any-of? @door "__getattr__" "__getattribute__")) @at
(assignment left: (identifier) @door (#any-of? @door "__getattr__" "__getattribute__"))
(assignment left: (pattern_list (identifier) @door) (#eq? @door "__getattr__"))
(call
  function: (identifier) @door
  arguments: (argument_list . (identifier) @_self . [(identifier) (attribute) (subscript) (call) (binary_operator)])
  (#eq? @door "setattr") (#any-of? @_self "self" "cls" "klass" "mcs"))
(call
  function: (identifier) @door
  arguments: (argument_list . (identifier) @of . [(identifier) (attribute) (subscript) (call) (binary_operator)])
  (#eq? @door "setattr") (#match? @of "^[A-Z]"))
(call
  function: (identifier) @door.file
  arguments: (argument_list . (subscript value: (attribute) @_modules))
  (#eq? @door.file "setattr") (#eq? @_modules "sys.modules"))
(call
  function: (attribute object: (identifier) @_object attribute: (identifier) @_by) @door
  arguments: (argument_list . (identifier) . [(identifier) (attribute) (subscript) (call)])
  (#eq? @_object "object") (#eq? @_by "__setattr__"))
(call
  function: (identifier) @_by
  arguments: (argument_list . (identifier) @_self . (string (string_content) @name)) @member.also
  (#eq? @_by "setattr") (#any-of? @_self "self" "cls"))
(call
  function: (identifier) @_by
  arguments: (argument_list . (identifier) @receiver . (string (string_content) @name)) @field.also
  (#eq? @_by "setattr") (#match? @receiver "^[A-Z]"))
(attribute object: (attribute object: (identifier) @_self attribute: (identifier) @door)
  (#eq? @door "__dict__") (#any-of? @_self "self" "cls"))
(assignment
  left: [
    (subscript value: (attribute object: (identifier) @_self attribute: (identifier) @door))
    (attribute object: (identifier) @_self attribute: (identifier) @door)]
  (#eq? @door "__dict__") (#any-of? @_self "self" "cls"))
(call function: (identifier) @door arguments: (argument_list . (identifier) @_self)
  (#eq? @door "vars") (#any-of? @_self "self" "cls"))
(subscript value: (call function: (identifier) @door.file arguments: (argument_list)) (#eq? @door.file "globals"))
(call
  function: (attribute object: (call function: (identifier) @door.file) attribute: (identifier) @_by)
  (#eq? @door.file "globals") (#any-of? @_by "update" "setdefault" "__setitem__"))
(assignment
  left: (subscript value: (call function: (identifier) @door.here))
  (#any-of? @door.here "locals" "vars"))
(call
  function: (attribute object: (call function: (identifier) @door.here) attribute: (identifier) @_by)
  (#any-of? @door.here "locals" "vars") (#any-of? @_by "update" "setdefault" "__setitem__"))
(call function: (identifier) @door.here (#eq? @door.here "exec"))
(exec_statement "exec" @door.here)
(assignment left: (subscript value: (attribute) @door.file) (#eq? @door.file "sys.modules"))

; What exists besides, and is no place to go to.
(assignment
  left: (attribute
    object: [
      (attribute object: (identifier) @_self attribute: (identifier) @_of)
      (call function: (identifier) @_of arguments: (argument_list . (identifier) @_self .))]
    attribute: (identifier) @name)
  (#any-of? @_of "__class__" "type") (#any-of? @_self "self" "cls")) @member.also
; `type(self).x = 1` looks like a `type` statement to the grammar.
(type_alias_statement
  left: (type (attribute object: (parenthesized_expression (identifier) @_self) attribute: (identifier) @name))
  (#any-of? @_self "self" "cls")) @member.also
(assignment
  left: [
    (pattern_list (attribute object: (identifier) @_self attribute: (identifier) @name))
    (tuple_pattern (attribute object: (identifier) @_self attribute: (identifier) @name))]
  (#any-of? @_self "self" "cls")) @member.also
(augmented_assignment
  left: (attribute object: (identifier) @_self attribute: (identifier) @name)
  (#any-of? @_self "self" "cls")) @member.also
(for_statement
  left: (attribute object: (identifier) @_self attribute: (identifier) @name)
  (#any-of? @_self "self" "cls")) @member.also
(as_pattern_target
  (attribute object: (identifier) @_self attribute: (identifier) @name)
  (#any-of? @_self "self" "cls")) @member.also
(function_definition
  name: (identifier) @_new
  body: (block (expression_statement (assignment
    left: (attribute object: (identifier) attribute: (identifier) @name)) @member.also))
  (#eq? @_new "__new__"))
(assignment
  left: (attribute object: (identifier) @receiver attribute: (identifier) @name)
  (#match? @receiver "^[A-Z]")) @field.also
(module (expression_statement (assignment
  left: (attribute object: (identifier) @receiver attribute: (identifier) @name)) @field.also))
(assignment
  left: (identifier) @_slots
  right: [
    (string (string_content) @name @member.also)
    (tuple (string (string_content) @name @member.also))
    (list (string (string_content) @name @member.also))
    (binary_operator (tuple (string (string_content) @name @member.also)))
    (binary_operator (list (string (string_content) @name @member.also)))]
  (#eq? @_slots "__slots__"))

; `namedtuple("P", "x y")`, `Enum("E", ["A", "B"])`, `type("T", (Base,), {…})`.
(assignment
  left: (identifier) @name
  right: (call function: [(identifier) (attribute)] @_by arguments: (argument_list . (string)))
  (#match? @_by "^([a-z_]+\\.)?(namedtuple|NamedTuple|TypedDict|Enum|IntEnum|StrEnum|Flag|IntFlag|make_dataclass)$")) @class
(assignment
  left: (identifier) @name
  right: (call function: (identifier) @_by arguments: (argument_list . (string) . [(tuple) (identifier)]))
  (#eq? @_by "type")) @class
(assignment
  left: (identifier)
  right: (call function: [(identifier) (attribute)] @base arguments: (argument_list . (string)))
  (#match? @base "^([a-z_]+\\.)?(namedtuple|NamedTuple|TypedDict|Enum|IntEnum|StrEnum|Flag|IntFlag|make_dataclass)$"))
(assignment
  left: (identifier)
  right: (call function: (identifier) @door arguments: (argument_list . (string) . [(tuple) (identifier)]))
  (#eq? @door "type"))
(call
  function: [(identifier) (attribute)] @_by
  arguments: (argument_list . (string) . (string (string_content) @words.also))
  (#match? @_by "^([a-z_]+\\.)?(namedtuple|Enum|IntEnum|StrEnum|Flag|IntFlag)$"))
(call
  function: [(identifier) (attribute)] @_by
  arguments: (argument_list . (string) . [
    (list (string (string_content) @name @field.also))
    (tuple (string (string_content) @name @field.also))
    (list (tuple . (string (string_content) @name @field.also)))
    (tuple (tuple . (string (string_content) @name @field.also)))
    (list (list . (string (string_content) @name @field.also)))
    (dictionary (pair key: (string (string_content) @name @field.also)))])
  (#match? @_by "^([a-z_]+\\.)?(namedtuple|NamedTuple|TypedDict|Enum|IntEnum|StrEnum|Flag|IntFlag|make_dataclass)$"))

; What is taken from elsewhere.
(import_statement name: (dotted_name . (identifier) @source) @import)
(import_statement name: (aliased_import name: (dotted_name) @source alias: (identifier) @name) @import)
(import_from_statement module_name: (_) @source name: (dotted_name) @original @import)
(import_from_statement
  module_name: (_) @source
  name: (aliased_import name: (dotted_name) @original alias: (identifier) @name) @import)
(import_from_statement module_name: (_) @source (wildcard_import) @name @import)
