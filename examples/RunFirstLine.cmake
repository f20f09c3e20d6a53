# cmake -DGANTRY=PROGRAM -DEXAMPLES=DIR -DSCRIPT=NAME/NAME.rc -DFOLDER=DIR -P RunFirstLine.cmake: runs the command of a
# script's first comment line as a person does: with gantry on the PATH, from the folder that has examples/.
cmake_minimum_required(VERSION 3.25)
file(STRINGS "${EXAMPLES}/${SCRIPT}" lines LIMIT_COUNT 2)
list(GET lines 1 line)
if(NOT line MATCHES "^# ((mpirun -n [0-9]+ )?gantry run |examples/)(.*)$" OR line MATCHES "--path")
    message(FATAL_ERROR "${SCRIPT}: its first comment line does not run it: ${line}")
endif()
string(SUBSTRING "${line}" 2 -1 command)
file(REMOVE_RECURSE "${FOLDER}")
file(MAKE_DIRECTORY "${FOLDER}")
file(CREATE_LINK "${EXAMPLES}" "${FOLDER}/examples" SYMBOLIC)
get_filename_component(programs "${GANTRY}" DIRECTORY)
execute_process(
    COMMAND ${CMAKE_COMMAND} -E env "PATH=${programs}:$ENV{PATH}" sh -c "${command}"
    WORKING_DIRECTORY "${FOLDER}"
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE messages)
if(NOT status EQUAL 0)
    message(FATAL_ERROR "${command}: status ${status}\n${output}${messages}")
endif()
message("${output}")
