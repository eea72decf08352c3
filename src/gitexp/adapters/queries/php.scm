; What a PHP file defines. Namespaces are kept apart and stand in no name.

(comment) @above
(namespace_definition name: (namespace_name) @name) @package
(anonymous_function) @local
(arrow_function) @local

(class_declaration name: (name) @name) @class
(interface_declaration name: (name) @name) @interface
(trait_declaration name: (name) @name) @trait
(enum_declaration name: (name) @name) @enum
(enum_case name: (name) @name) @constant

(function_definition name: (name) @name) @function
(method_declaration name: (name) @name) @function
(const_declaration (const_element (name) @name)) @constant
(property_declaration (property_element name: (variable_name (name) @name))) @field
(property_promotion_parameter name: (variable_name (name) @name)) @member
(function_call_expression
  function: (name) @_by
  arguments: (arguments . (argument (string (string_content) @name)))
  (#eq? @_by "define")) @constant

; What a class has from elsewhere, and what lets it have more.
(base_clause [(name) (qualified_name) (relative_name)] @base)
(class_interface_clause [(name) (qualified_name) (relative_name)] @base)
(use_declaration [(name) (qualified_name) (relative_name)] @base)
(use_as_clause . (_) . (name) @name) @method.also
(method_declaration name: (name) @door (#any-of? @door "__call" "__callStatic" "__get"))
(assignment_expression
  left: (member_access_expression object: (variable_name) @_this name: (variable_name)) @door
  (#eq? @_this "$this"))
(assignment_expression
  left: (member_access_expression object: (variable_name) @_this name: (binary_expression)) @door
  (#eq? @_this "$this"))
((comment) @doc (#match? @doc "@([a-z]+-)?(property|method|mixin)"))

; What a variable is made of, or declared as, has what is set on it.
(assignment_expression
  left: (variable_name) @name
  right: (object_creation_expression . (name) @made)
  (#match? @made "^[A-Z]"))
(assignment_expression
  left: (variable_name) @name
  right: [
    (object_creation_expression . (name) @made.self)
    (clone_expression (variable_name) @made.self)]
  (#any-of? @made.self "static" "self" "$this"))
(simple_parameter type: [(named_type (name) @made) (optional_type (named_type (name) @made))] name: (variable_name) @name
  (#match? @made "^[A-Z]"))
(assignment_expression
  left: (member_access_expression object: (variable_name) @receiver name: (name) @name)
  (#not-eq? @receiver "$this")) @via

; What exists besides, and is no place to go to.
(assignment_expression
  left: (member_access_expression object: (variable_name) @_this name: (name) @name)
  (#eq? @_this "$this")) @member.also

(namespace_use_declaration) @uses
(program (expression_statement (assignment_expression left: (variable_name (name) @name)) @variable.also))
