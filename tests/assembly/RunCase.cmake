# Runs `gantry run` on one case in an empty folder and compares status and text with the case's first lines:
#   # status: N                 the exit status
#   # prints: TEXT              a text that standard output must hold (may stand several times)
#   # message: TEXT             a text that standard error must hold (may stand several times)
#   # arguments: WORD...        further arguments; @FIXTURES@ is the folder of the broken components
#   # script: NAME              run this name instead of the case itself
# Whatever the case, standard error of a failed run is one line, and no file is left behind.
cmake_minimum_required(VERSION 3.25)

function(read_header key values_variable)
    file(STRINGS "${CASE}" lines REGEX "^# ${key}: ")
    set(values "")
    foreach(line IN LISTS lines)
        string(REGEX REPLACE "^# ${key}: " "" value "${line}")
        string(REPLACE "@FIXTURES@" "${FIXTURES}" value "${value}")
        list(APPEND values "${value}")
    endforeach()
    set(${values_variable} "${values}" PARENT_SCOPE)
endfunction()

read_header(status expected_status)
read_header(prints expected_output)
read_header(message expected_messages)
read_header(arguments arguments)
read_header(script script)
separate_arguments(arguments)
if(NOT script)
    set(script "${CASE}")
endif()
if(expected_status STREQUAL "")
    message(FATAL_ERROR "${CASE} does not say '# status: N'")
endif()
# A message that only names the place would fit any error there.
set(telling_messages "${expected_messages}")
list(FILTER telling_messages EXCLUDE REGEX "^[a-z_]*\\.rc:[0-9:]*( error:)?$")
if(expected_status EQUAL 1 AND NOT telling_messages)
    message(FATAL_ERROR "${CASE} does not say '# message: TEXT' of what is wrong")
endif()

file(REMOVE_RECURSE "${FOLDER}")
file(MAKE_DIRECTORY "${FOLDER}")
execute_process(
    COMMAND "${GANTRY}" run --no-archive ${arguments} "${script}"
    WORKING_DIRECTORY "${FOLDER}"
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE messages)

set(shown "status ${status}\n--- standard output\n${output}--- standard error\n${messages}")
if(NOT status EQUAL expected_status)
    message(FATAL_ERROR "expected status ${expected_status}\n${shown}")
endif()
# Lines break where the path of the case asks for it: any white space is one blank.
string(REGEX REPLACE "[ \n]+" " " output_words "${output}")
foreach(text IN LISTS expected_output)
    string(REGEX REPLACE " +" " " words "${text}")
    string(FIND "${output_words}" "${words}" at)
    if(at EQUAL -1)
        message(FATAL_ERROR "standard output lacks: ${text}\n${shown}")
    endif()
endforeach()
foreach(text IN LISTS expected_messages)
    string(FIND "${messages}" "${text}" at)
    if(at EQUAL -1)
        message(FATAL_ERROR "standard error lacks: ${text}\n${shown}")
    endif()
endforeach()
string(REGEX MATCHALL "\n" line_ends "${messages}")
list(LENGTH line_ends message_lines)
if(expected_messages AND NOT message_lines EQUAL 1)
    message(FATAL_ERROR "expected one line of message\n${shown}")
endif()
file(GLOB left_behind RELATIVE "${FOLDER}" "${FOLDER}/*")
if(left_behind)
    message(FATAL_ERROR "left behind in the working folder: ${left_behind}")
endif()
