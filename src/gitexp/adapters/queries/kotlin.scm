; What a Kotlin file defines. An extension is named after what it extends; a companion's members after its class.

(line_comment) @above
(block_comment) @above
(package_header (qualified_identifier) @name) @package

(lambda_literal) @local
(anonymous_function) @local
(anonymous_initializer) @local
(object_literal) @local
(getter) @local
(setter) @local

(class_declaration name: (identifier) @name) @class
(class_declaration "interface" name: (identifier) @name) @interface
(class_declaration (modifiers (class_modifier) @_with) name: (identifier) @name (#eq? @_with "enum")) @enum
(object_declaration name: (identifier) @name) @class
(companion_object name: (identifier) @name) @class
(enum_entry (identifier) @name) @constant
(type_alias type: (identifier) @name) @type

(function_declaration name: (identifier) @name) @function
(function_declaration [
  (user_type) @receiver
  (nullable_type (user_type) @receiver)
  (parenthesized_type (user_type) @receiver)
  (parenthesized_type (nullable_type (user_type) @receiver))] . name: (identifier) @name) @function
(class_parameter ["val" "var"] (identifier) @name) @field

(property_declaration (variable_declaration (identifier) @name)) @variable
(property_declaration (multi_variable_declaration (variable_declaration (identifier) @name))) @variable
(property_declaration
  (modifiers (property_modifier) @_with)
  (variable_declaration (identifier) @name)
  (#eq? @_with "const")) @constant
(property_declaration [
  (user_type) @receiver
  (nullable_type (user_type) @receiver)] . (variable_declaration (identifier) @name)) @field

(class_declaration (delegation_specifiers (delegation_specifier [
  (user_type) @base
  (constructor_invocation (user_type) @base)
  (explicit_delegation (user_type) @base)])))
(object_declaration (delegation_specifiers (delegation_specifier [
  (user_type) @base
  (constructor_invocation (user_type) @base)
  (explicit_delegation (user_type) @base)])))
(companion_object (delegation_specifiers (delegation_specifier [
  (user_type) @base
  (constructor_invocation (user_type) @base)
  (explicit_delegation (user_type) @base)])))
; What stands in a companion can be called on its class.
(companion_object name: (identifier) @base) @at

((import (qualified_identifier) @source @last .) @import (#not-match? @import "[*]"))
(import (qualified_identifier) @source "*" @name) @import
(import (qualified_identifier (identifier) @original .) @source (identifier) @name) @import
