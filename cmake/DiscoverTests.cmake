# cmake -DPROGRAM=... -DLAYER=... -DDIRECTORY=... -DLABELS=... -DTIMEOUT=... -DENVIRONMENT=... -DOUTPUT=... -P DiscoverTests.cmake
# Asks a doctest program for its cases and writes OUTPUT, which adds a test LAYER.SUITE: CASE for each of them.
cmake_minimum_required(VERSION 3.25)
execute_process(COMMAND "${PROGRAM}" --list-test-cases --reporters=xml
    WORKING_DIRECTORY "${DIRECTORY}" OUTPUT_VARIABLE cases COMMAND_ERROR_IS_FATAL ANY)

# A custom command escapes what separates the variables.
string(REPLACE "\\;" ";" ENVIRONMENT "${ENVIRONMENT}")

# What has a meaning in CMake lists is something else until the line is taken out of its list.
string(ASCII 1 semicolon)
string(ASCII 2 open)
string(ASCII 3 close)
string(REPLACE ";" "${semicolon}" cases "${cases}")
string(REPLACE "[" "${open}" cases "${cases}")
string(REPLACE "]" "${close}" cases "${cases}")
string(REGEX MATCHALL "<TestCase [^\n]*" cases "${cases}")

set(script "")
foreach(case IN LISTS cases)
    if(NOT case MATCHES " name=\"([^\"]*)\" testsuite=\"([^\"]*)\"")
        message(FATAL_ERROR "${PROGRAM}: a test case stands in no suite: ${case}")
    endif()
    set(name "${CMAKE_MATCH_1}")
    set(suite "${CMAKE_MATCH_2}")
    string(REPLACE "${semicolon}" ";" name "${name}")
    string(REPLACE "${open}" "[" name "${name}")
    string(REPLACE "${close}" "]" name "${name}")
    foreach(entity IN ITEMS "&lt|<" "&gt|>" "&quot|\"" "&apos|'" "&amp|&")
        string(REPLACE "|" ";" entity "${entity}")
        list(GET entity 0 escaped)
        list(GET entity 1 character)
        string(REPLACE "${escaped};" "${character}" name "${name}")
    endforeach()
    # A comma separates two filters of doctest.
    string(REPLACE "," "\\," filter "${name}")
    string(APPEND script
        "add_test([==[${LAYER}.${suite}: ${name}]==] [==[${PROGRAM}]==]"
        " [==[--test-suite=${suite}]==] [==[--test-case=${filter}]==])\n"
        "set_tests_properties([==[${LAYER}.${suite}: ${name}]==] PROPERTIES WORKING_DIRECTORY [==[${DIRECTORY}]==]"
        " LABELS [==[${LABELS}]==] TIMEOUT ${TIMEOUT} ENVIRONMENT [==[${ENVIRONMENT}]==])\n")
endforeach()
file(WRITE "${OUTPUT}" "${script}")
