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

(call
  !receiver
  method: (identifier) @_by
  arguments: (argument_list (simple_symbol) @setter.also)
  (#any-of? @_by
    "attr_accessor" "attr_writer" "mattr_accessor" "mattr_writer" "cattr_accessor" "cattr_writer" "class_attribute"))

; What a class has from elsewhere.
(superclass [(constant) (scope_resolution)] @base)
(superclass (element_reference object: [(constant) (scope_resolution)] @base))
(superclass (call receiver: (constant) @base method: (identifier) @_by)
  (#any-of? @base "Struct" "Data" "Class") (#any-of? @_by "new" "define"))
(superclass (call method: (identifier) @door) (#not-match? @door "^(new|define)$"))
(superclass (call method: (constant) @door))
(call
  method: (identifier) @_by
  arguments: (argument_list [(constant) (scope_resolution)] @base)
  (#any-of? @_by "include" "extend" "prepend"))
(call
  method: (identifier) @_send
  arguments: (argument_list . (simple_symbol) @_by [(constant) (scope_resolution)] @base)
  (#any-of? @_send "send" "public_send" "__send__") (#any-of? @_by ":include" ":extend" ":prepend"))
(call
  receiver: [(constant) (scope_resolution)] @of
  method: (identifier) @_send
  arguments: (argument_list . (simple_symbol) @_by [(constant) (scope_resolution)] @base)
  (#any-of? @_send "send" "public_send" "__send__") (#any-of? @_by ":include" ":extend" ":prepend"))
(call
  receiver: [(constant) (scope_resolution)] @of
  method: (identifier) @door
  arguments: (argument_list . (simple_symbol) @_by [(call) (identifier) (element_reference) (splat_argument)])
  (#any-of? @door "send" "public_send" "__send__") (#any-of? @_by ":include" ":extend" ":prepend"))
(call
  receiver: [(constant) (scope_resolution)] @of
  method: (identifier) @door
  arguments: (argument_list [(call) (identifier) (element_reference) (splat_argument)])
  (#any-of? @door "include" "extend" "prepend"))
(class body: (body_statement (call
  !receiver
  method: (identifier) @door.here
  arguments: (argument_list [(call) (identifier) (element_reference) (splat_argument)])))
  (#any-of? @door.here "include" "extend" "prepend"))
(call
  receiver: [(constant) (scope_resolution)] @of
  method: (identifier) @_by
  arguments: (argument_list [(constant) (scope_resolution)] @base)
  (#any-of? @_by "include" "extend" "prepend"))
(module body: (body_statement (module name: (constant) @base) @at)
  (#any-of? @base "ClassMethods" "InstanceMethods"))
(assignment
  left: [(constant) (scope_resolution)] @of
  right: (call receiver: (constant) @_class method: (identifier) @_by
    arguments: (argument_list . [(constant) (scope_resolution)] @base))
  (#eq? @_class "Class") (#eq? @_by "new")) @at
(assignment
  left: [(constant) (scope_resolution)] @of
  right: (call receiver: (constant) @base method: (identifier) @_by)
  (#any-of? @base "Struct" "Data") (#any-of? @_by "new" "define")) @at
(call
  receiver: [(constant) (scope_resolution)] @name
  method: (identifier) @_by
  (#any-of? @_by "class_eval" "class_exec" "module_eval" "instance_eval")) @container

; What lets it have more.
(method name: (identifier) @door (#eq? @door "method_missing"))
(singleton_method name: (identifier) @door (#any-of? @door "method_missing" "const_missing"))
(call
  !receiver
  method: (identifier) @door
  arguments: (argument_list . [
    (identifier) (call) (constant) (element_reference) (instance_variable) (splat_argument) (binary)
    (heredoc_beginning) (string (interpolation)) (delimited_symbol (interpolation))])
  (#any-of? @door
    "define_method" "define_singleton_method" "alias_method" "attr_accessor"
    "attr_reader" "attr_writer" "class_attribute" "mattr_accessor" "cattr_accessor" "const_set"
    "instance_variable_set" "delegate" "def_delegators" "class_eval" "module_eval" "instance_eval"))
(call
  !receiver
  method: (identifier) @door
  arguments: (argument_list . (simple_symbol))
  (#any-of? @door "delegate_missing_to" "define_attribute_methods"))
; What exists besides, and is no place to go to: the names that calls in a class are given.
(call
  !receiver
  method: (identifier)
  arguments: (argument_list (simple_symbol) @name @beside.also))
(assignment left: (instance_variable) @name @member.also)
(assignment left: (left_assignment_list (instance_variable) @name @member.also))
(operator_assignment left: (instance_variable) @name @member.also)
(assignment
  left: [(constant) (scope_resolution)]
  right: (call receiver: (constant) @_class method: (identifier) @_by
    arguments: (argument_list (simple_symbol) @name @field.also))
  (#any-of? @_class "Struct" "Data") (#any-of? @_by "new" "define"))
(superclass (call receiver: (constant) @_class arguments: (argument_list (simple_symbol) @name @field.also))
  (#any-of? @_class "Struct" "Data"))
