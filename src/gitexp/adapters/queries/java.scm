; What a Java file defines. The package is kept apart and stands in no name.

(line_comment) @above
(block_comment) @above
(package_declaration [(scoped_identifier) (identifier)] @name) @package

(class_declaration name: (identifier) @name) @class
(record_declaration name: (identifier) @name) @class
(interface_declaration name: (identifier) @name) @interface
(annotation_type_declaration name: (identifier) @name) @interface
(enum_declaration name: (identifier) @name) @enum
(enum_constant name: (identifier) @name) @constant

(method_declaration name: (identifier) @name) @function
(constructor_declaration name: (identifier) @name) @function
(compact_constructor_declaration name: (identifier) @name) @function
(annotation_type_element_declaration name: (identifier) @name) @function
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @field
(field_declaration
  (modifiers) @_with
  declarator: (variable_declarator name: (identifier) @name)
  (#match? @_with "\\bstatic\\b")
  (#match? @_with "\\bfinal\\b")) @constant
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @constant
(record_declaration parameters: (formal_parameters (formal_parameter name: (identifier) @name) @field))

; What a type has from elsewhere, and the annotations that make members of it at compile time.
(superclass [(type_identifier) (scoped_type_identifier) (generic_type)] @base)
(super_interfaces (type_list [(type_identifier) (scoped_type_identifier) (generic_type)] @base))
(extends_interfaces (type_list [(type_identifier) (scoped_type_identifier) (generic_type)] @base))
(class_declaration (modifiers [(marker_annotation) (annotation)] @door)
  (#match? @door "^@([a-z]+\\.)*(Data|Getter|Setter|Builder|SuperBuilder|Value$|With|Wither|Slf4j|Log|Log4j|Log4j2|CommonsLog|JBossLog|Flogger|XSlf4j|CustomLog|Delegate|FieldNameConstants)(\\(|$)"))
(record_declaration (modifiers [(marker_annotation) (annotation)] @door)
  (#match? @door "^@([a-z]+\\.)*(Data|Getter|Setter|Builder|SuperBuilder|Value$|With|Wither|Slf4j|Log|Log4j|Log4j2|CommonsLog|JBossLog|Flogger|XSlf4j|CustomLog|Delegate|FieldNameConstants)(\\(|$)"))
(enum_declaration (modifiers [(marker_annotation) (annotation)] @door)
  (#match? @door "^@([a-z]+\\.)*(Data|Getter|Setter|Builder|SuperBuilder|Value$|With|Wither|Slf4j|Log|Log4j|Log4j2|CommonsLog|JBossLog|Flogger|XSlf4j|CustomLog|Delegate|FieldNameConstants)(\\(|$)"))
(field_declaration (modifiers [(marker_annotation) (annotation)] @door)
  (#match? @door "^@([a-z]+\\.)*(Data|Getter|Setter|Builder|SuperBuilder|Value$|With|Wither|Slf4j|Log|Log4j|Log4j2|CommonsLog|JBossLog|Flogger|XSlf4j|CustomLog|Delegate|FieldNameConstants)(\\(|$)")) @at
(method_declaration (modifiers [(marker_annotation) (annotation)] @door)
  (#match? @door "^@([a-z]+\\.)*(Data|Getter|Setter|Builder|SuperBuilder|Value$|With|Wither|Slf4j|Log|Log4j|Log4j2|CommonsLog|JBossLog|Flogger|XSlf4j|CustomLog|Delegate|FieldNameConstants)(\\(|$)"))
(constructor_declaration (modifiers [(marker_annotation) (annotation)] @door)
  (#match? @door "^@([a-z]+\\.)*(Data|Getter|Setter|Builder|SuperBuilder|Value$|With|Wither|Slf4j|Log|Log4j|Log4j2|CommonsLog|JBossLog|Flogger|XSlf4j|CustomLog|Delegate|FieldNameConstants)(\\(|$)"))

(import_declaration (scoped_identifier) @source @last .) @import
(import_declaration (_) @source (asterisk) @name) @import
