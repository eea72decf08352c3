; What C++ adds to c.scm. Namespaces stand in the names.

(template_declaration (_) @inner .) @outer

(namespace_definition name: (_) @name) @module
(class_specifier name: (_) @name body: (_)) @class
(struct_specifier name: [(template_type) (qualified_identifier)] @name body: (_)) @struct
(enum_specifier name: (qualified_identifier) @name body: (_)) @enum
(alias_declaration name: (type_identifier) @name) @type
(concept_definition name: (identifier) @name) @type

(enum_specifier ["class" "struct"] body: (enumerator_list (enumerator name: (identifier) @name) @constant))

(base_class_clause [(type_identifier) (template_type) (qualified_identifier)] @base)
(base_class_clause (decltype) @door)
(alias_declaration type: (type_descriptor type: [(type_identifier) (template_type) (qualified_identifier)] @base))
(alias_declaration type: (type_descriptor type: (dependent_type) @base))
(alias_declaration type: (type_descriptor type: (decltype) @door))
(type_definition type: [(template_type) (qualified_identifier) (dependent_type)] @base)

; What is taken from elsewhere; in a class it is a member.
((using_declaration (qualified_identifier scope: (_) @source name: (identifier) @original)) @import
  (#not-match? @import "^using\\s+namespace"))
(using_declaration "namespace" @name [(identifier) (qualified_identifier)] @source) @import
(namespace_alias_definition name: (namespace_identifier) @name (_) @source .) @import
(field_declaration_list (using_declaration (qualified_identifier name: [(identifier) (type_identifier) (operator_name)] @name)) @field.also)
