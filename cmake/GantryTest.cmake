# gantry_add_test(NAME layer.Subject SOURCES file... [LIBRARIES target...] [LABELS label...])
# One doctest program; each of its cases is one CTest named NAME.<case>.
function(gantry_add_test)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;TIMEOUT" "SOURCES;LIBRARIES;LABELS;ENVIRONMENT")
    gantry_reject_unknown(gantry_add_test "${arg_UNPARSED_ARGUMENTS}")
    find_package(doctest REQUIRED)
    include(${doctest_DIR}/doctest.cmake)
    string(REPLACE "." "_" target "test_${arg_NAME}")
    add_executable(${target} ${PROJECT_SOURCE_DIR}/tests/main.cpp ${arg_SOURCES})
    target_link_libraries(${target} PRIVATE doctest::doctest gantry_build_options ${arg_LIBRARIES})
    target_compile_definitions(${target} PRIVATE
        GANTRY_SOURCE_DIRECTORY="${PROJECT_SOURCE_DIR}"
        GANTRY_PROGRAM_DIRECTORY="${CMAKE_RUNTIME_OUTPUT_DIRECTORY}"
        GANTRY_COMPONENT_DIRECTORY="${GANTRY_COMPONENT_DIRECTORY}"
        GANTRY_FIXTURE_DIRECTORY="${PROJECT_BINARY_DIR}/tests/fixtures")
    set_target_properties(${target} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests/bin")
    if(NOT arg_TIMEOUT)
        set(arg_TIMEOUT 120)
    endif()
    doctest_discover_tests(${target} TEST_PREFIX "${arg_NAME}: " ADD_LABELS 0
        PROPERTIES LABELS "${arg_LABELS}" TIMEOUT ${arg_TIMEOUT} ENVIRONMENT "${arg_ENVIRONMENT}")
endfunction()
