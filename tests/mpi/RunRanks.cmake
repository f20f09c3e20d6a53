# Runs `gantry run SCRIPT` on four ranks in an empty folder; STATUS, OUTPUT and MESSAGE (regular expressions) must fit.
cmake_minimum_required(VERSION 3.25)
string(REPLACE "@FIXTURES@" "${FIXTURES}" ARGUMENTS "${ARGUMENTS}")
execute_process(
    COMMAND "${MPIRUN}" -n 4 "${GANTRY}" run --no-profile ${ARGUMENTS} "${SCRIPT}"
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE messages)
set(shown "status ${status}\n--- standard output\n${output}--- standard error\n${messages}")
if(NOT status EQUAL STATUS)
    message(FATAL_ERROR "expected status ${STATUS}\n${shown}")
endif()
if(NOT output MATCHES "${OUTPUT}")
    message(FATAL_ERROR "standard output does not fit ${OUTPUT}\n${shown}")
endif()
if(NOT messages MATCHES "${MESSAGE}")
    message(FATAL_ERROR "standard error does not fit ${MESSAGE}\n${shown}")
endif()
