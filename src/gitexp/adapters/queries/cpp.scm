; What C++ adds to c.scm. Namespaces stand in the names.

(template_declaration (_) @inner .) @outer

(namespace_definition name: (_) @name) @module
(class_specifier name: (_) @name body: (_)) @class
(struct_specifier name: [(template_type) (qualified_identifier)] @name body: (_)) @struct
(enum_specifier name: (qualified_identifier) @name body: (_)) @enum
(alias_declaration name: (type_identifier) @name) @type
(concept_definition name: (identifier) @name) @type
