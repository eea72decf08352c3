; What a Ruby file defines. `def self.x` and `class << self` give the same names as plain methods.

(comment) @above

(module name: (_) @name) @module
(class name: (_) @name) @class
(method name: (_) @name) @method
(singleton_method name: (_) @name) @method
(singleton_method object: (constant) @receiver name: (_) @name) @method
(alias name: (_) @name) @method

(assignment left: (constant) @name) @constant
(assignment left: (scope_resolution) @name) @constant
(call
  !receiver
  method: (identifier) @_by
  arguments: (argument_list (simple_symbol) @name)
  (#any-of? @_by
    "attr_accessor" "attr_reader" "attr_writer" "class_attribute"
    "mattr_accessor" "mattr_reader" "mattr_writer" "cattr_accessor" "cattr_reader" "cattr_writer")) @field
(call
  !receiver
  method: (identifier) @_by
  arguments: (argument_list . (simple_symbol) @name)
  (#any-of? @_by "alias_method" "define_method" "define_singleton_method")) @method
