; What a Scala file defines. Packages stand in no name; what extends a type is named after it.

(comment) @above
(block_comment) @above
(package_clause name: (package_identifier) @name) @package

(block) @local
(indented_block) @local
(case_block) @local
(lambda_expression) @local
(instance_expression) @local
(given_definition) @local

(class_definition name: (_) @name) @class
(object_definition name: (_) @name) @class
(package_object name: (_) @name) @module
(trait_definition name: (_) @name) @trait
(enum_definition name: (_) @name) @enum
(simple_enum_case name: (_) @name) @constant
(full_enum_case name: (_) @name) @class
(type_definition name: (_) @name) @type
(given_definition name: (_) @name) @variable

(extension_definition parameters: (parameters . (parameter type: (_) @name))) @container
(extension_definition
  parameters: (parameters . (parameter type: (generic_type type: (_) @name)))) @container

(function_definition name: (_) @name) @function
(function_declaration name: (_) @name) @function
(class_parameter ["val" "var"] name: (_) @name) @field
(class_definition "case" class_parameters: (class_parameters (class_parameter name: (_) @name) @field))
(full_enum_case class_parameters: (class_parameters (class_parameter name: (_) @name) @field))

(val_definition pattern: [(identifier) (operator_identifier)] @name) @variable
(val_definition pattern: (identifiers (identifier) @name)) @variable
(val_definition pattern: (tuple_pattern (identifier) @name)) @variable
(val_definition pattern: (case_class_pattern pattern: (identifier) @name)) @variable
(val_declaration name: (_) @name) @variable
(var_definition pattern: [(identifier) (operator_identifier)] @name) @variable
(var_definition pattern: (identifiers (identifier) @name)) @variable
(var_definition pattern: (tuple_pattern (identifier) @name)) @variable
(var_declaration name: (_) @name) @variable

(class_definition extend: (extends_clause [
  [(type_identifier) (stable_type_identifier)] @base
  (generic_type type: (_) @base)]))
(object_definition extend: (extends_clause [
  [(type_identifier) (stable_type_identifier)] @base
  (generic_type type: (_) @base)]))
(package_object extend: (extends_clause [
  [(type_identifier) (stable_type_identifier)] @base
  (generic_type type: (_) @base)]))
(trait_definition extend: (extends_clause [
  [(type_identifier) (stable_type_identifier)] @base
  (generic_type type: (_) @base)]))
(enum_definition extend: (extends_clause [
  [(type_identifier) (stable_type_identifier)] @base
  (generic_type type: (_) @base)]))
(extends_clause (type_identifier) @door (#any-of? @door "Dynamic" "Selectable"))
(function_definition name: (identifier) @door (#any-of? @door "selectDynamic" "applyDynamic"))
(export_declaration) @door

(import_declaration) @imports
