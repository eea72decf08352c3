; What a shell script defines: functions, and variables that are set outside of them.

((comment) @above (#not-match? @above "^#!"))

(function_definition name: (word) @name) @function
(variable_assignment name: (variable_name) @name) @variable
(variable_assignment name: (subscript name: (variable_name) @name)) @variable
(declaration_command (variable_assignment name: (variable_name) @name)) @variable
(declaration_command (variable_name) @name) @variable
(expansion (variable_name) @name operator: [":=" "="]) @variable

; `NAME=1 command` sets it for that command alone.
(command (variable_assignment name: (variable_name) @name) @import)

(command name: (command_name (word) @door.file) (#eq? @door.file "eval"))
