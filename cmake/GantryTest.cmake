# gantry_add_test(NAME layer.Subject SOURCES file... [LIBRARIES target...] [LABELS label...] [TIMEOUT s] [ENVIRONMENT name=value...])
# One doctest program; each of its cases is one CTest named LAYER.SUITE: CASE. The layer is also a label (tests/README.md).
function(gantry_add_test)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;TIMEOUT" "SOURCES;LIBRARIES;LABELS;ENVIRONMENT")
    gantry_reject_unknown(gantry_add_test "${arg_UNPARSED_ARGUMENTS}")
    string(REGEX REPLACE "\\..*" "" layer "${arg_NAME}")
    set(labels "${layer}" ${arg_LABELS})
    list(REMOVE_DUPLICATES labels)
    foreach(label IN LISTS labels)
        if(NOT label MATCHES "^(unit|contract|system|mpi|slow)$")
            message(FATAL_ERROR "gantry_add_test: '${label}' of ${arg_NAME} is not one of unit contract system mpi slow")
        endif()
    endforeach()
    find_package(doctest REQUIRED)
    string(REPLACE "." "_" target "test_${arg_NAME}")
    # doctest's own code takes seconds to compile: once for all programs.
    if(NOT TARGET gantry_test_main)
        add_library(gantry_test_main OBJECT ${PROJECT_SOURCE_DIR}/tests/main.cpp ${PROJECT_SOURCE_DIR}/tests/LeakCheck.cpp)
        target_link_libraries(gantry_test_main PRIVATE doctest::doctest gantry_build_options)
    endif()
    add_executable(${target} ${arg_SOURCES})
    target_link_libraries(${target} PRIVATE gantry_test_main doctest::doctest gantry_build_options ${arg_LIBRARIES})
    target_compile_definitions(${target} PRIVATE
        GANTRY_SOURCE_DIRECTORY="${PROJECT_SOURCE_DIR}"
        GANTRY_PROGRAM_DIRECTORY="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}"
        GANTRY_COMPONENT_DIRECTORY="${GANTRY_COMPONENT_DIRECTORY}"
        GANTRY_FIXTURE_DIRECTORY="${PROJECT_BINARY_DIR}/tests/fixtures")
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests/bin")
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 120)
    endif()

    # The cases are found when the program has been built; until then one test that fails stands for them.
    set(tests "${CMAKE_CURRENT_BINARY_DIR}/${target}_cases.cmake")
    add_custom_command(TARGET ${target} POST_BUILD BYPRODUCTS "${tests}"
        COMMAND ${CMAKE_COMMAND} -DPROGRAM=$<TARGET_FILE:${target}> -DLAYER=${layer} -DDIRECTORY=${CMAKE_CURRENT_BINARY_DIR}
            "-DLABELS=${labels}" -DTIMEOUT=${arg_TIMEOUT} "-DENVIRONMENT=${arg_ENVIRONMENT}" -DOUTPUT=${tests}
            -P ${PROJECT_SOURCE_DIR}/cmake/DiscoverTests.cmake
        VERBATIM)
    file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/${target}_include.cmake"
        "if(EXISTS \"${tests}\")\n  include(\"${tests}\")\nelse()\n  add_test(${target}_NOT_BUILT ${target}_NOT_BUILT)\nendif()\n")
    set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${CMAKE_CURRENT_BINARY_DIR}/${target}_include.cmake")
endfunction()
