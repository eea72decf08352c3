; What an Elixir file defines. A module stands in the names in full; each clause of a function is a definition.

(comment) @above
(unary_operator
  operator: "@"
  operand: (call target: (identifier) @_by)
  (#any-of? @_by "doc" "typedoc" "spec" "impl" "deprecated" "since" "dialyzer")) @above
(anonymous_function) @local

(call
  target: (identifier) @_by
  (arguments . [(alias) @name (dot right: (alias) @name)])
  (#eq? @_by "defmodule")) @module
(call target: (identifier) @_by (arguments . (alias) @name) (#eq? @_by "defprotocol")) @interface
(call target: (identifier) @_by (arguments . (alias) @name .) (#eq? @_by "defimpl")) @module
(call
  target: (identifier) @_by
  (arguments . (alias) @name . (keywords (pair value: (list))))
  (#eq? @_by "defimpl")) @module
(call
  target: (identifier) @_by
  (arguments . (alias) @receiver . (keywords (pair value: (alias) @name)))
  (#eq? @_by "defimpl")) @module

; Not by `def` alone: libraries have their own (`defn`, `defmemo`).
(call
  target: (identifier) @_by
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (call target: (call target: (identifier) @_quoted (arguments . (atom) @name)))
    (unary_operator operator: _ @name)
    (binary_operator operator: _ @name)])
  (#match? @_by "^def[a-z_]*$")
  (#not-match? @name "^(when|@|unquote)$")) @function
(call
  target: (identifier) @_by
  (arguments . (binary_operator
    left: [
      (identifier) @name
      (call target: (identifier) @name)
      (unary_operator operator: _ @name)
      (binary_operator operator: _ @name)]
    operator: "when"))
  (#match? @_by "^def[a-z_]*$")
  (#not-match? @name "^unquote$")) @function
(call
  target: [(identifier) @_by (dot right: (identifier) @_by)]
  (arguments . (atom) @name)
  (#any-of? @_by "defrecord" "defrecordp")) @function

(call
  target: (identifier) @_by
  (arguments . [
    (list (atom) @name @field)
    (list (keywords (pair key: (keyword) @name) @field))
    (keywords (pair key: (keyword) @name) @field)])
  (#any-of? @_by "defstruct" "defexception"))

(unary_operator
  operator: "@"
  operand: (call target: (identifier) @name)
  ; `not-any-of?` of several words lets all pass.
  (#not-match? @name "^(type|opaque|typep|(macro)?callback|optional_callbacks|behaviour|derive|enforce_keys)$")
  (#not-match? @name "^((module|type)?doc|spec|impl|deprecated|since|dialyzer|external_resource|vsn|compile)$")
  (#not-match? @name "^((before|after)_(compile|verify)|on_load|on_definition)$")) @variable
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_by
    (arguments . (binary_operator
      left: [(identifier) @name (call target: (identifier) @name)]
      operator: "::")))
  (#any-of? @_by "type" "typep" "opaque")) @type
(unary_operator
  operator: "@"
  operand: (call
    target: (identifier) @_by
    (arguments . (binary_operator left: [
      (call target: (identifier) @name)
      (binary_operator left: (call target: (identifier) @name) operator: "::")])))
  (#any-of? @_by "callback" "macrocallback")) @function.declared

; What `use` brings in stands nowhere; what `quote` makes of a name that it does not know, neither.
(call
  target: (identifier) @_mod
  (arguments . (alias) @of)
  (do_block (call target: (identifier) @_by) @door)
  (#any-of? @_mod "defmodule" "defprotocol")
  (#any-of? @_by "use" "defexception")) @at
(call
  target: (identifier) @_by
  (arguments . (call target: (call target: (identifier) @_quoted (arguments . (identifier))) @door.file))
  (#match? @_by "^def[a-z_]*$")
  (#eq? @_quoted "unquote"))

(call
  target: (identifier) @_by
  (arguments . (alias) @source @last .)
  (#any-of? @_by "alias" "import" "require")) @import
(call
  target: (identifier) @_by
  (arguments . (alias) @source . (keywords (pair key: (keyword) @_as value: (alias) @name)))
  (#eq? @_by "alias")
  (#match? @_as "^as:")) @import
(call
  target: (identifier) @_by
  (arguments . (dot left: (alias) @source right: (tuple (alias) @name @original)))
  (#eq? @_by "alias")) @import
