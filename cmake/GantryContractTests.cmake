# gantry_contract_tests: the contract suites of Gantry on a component of another project.
include_guard(GLOBAL)

# gantry_contract_tests(name...)
# For each component, made by gantry_component(NAME name ...), the CTest contract.PORTTYPE.NAME of every port it provides
# that Gantry has a suite for, and contract.gov.cca.Component.NAME, which every component has to pass. Enable testing
# first. A port none of whose methods is implemented yet is reported as skipped.
function(gantry_contract_tests)
    if(NOT TARGET gantry::contract_suite)
        message(FATAL_ERROR "gantry_contract_tests: this Gantry was installed without its contract suites; "
            "configure it with -DGANTRY_TESTS=ON and install it again")
    endif()
    foreach(name IN LISTS ARGN)
        if(NOT TARGET component_${name})
            message(FATAL_ERROR "gantry_contract_tests: there is no component '${name}' (gantry_component)")
        endif()
        # Which tests there are is known when the component is built.
        set(tests "${CMAKE_CURRENT_BINARY_DIR}/${name}.contract.cmake")
        add_custom_command(TARGET component_${name} POST_BUILD
            COMMAND gantry::contract_suite --ctest "${tests}" "$<TARGET_FILE:component_${name}>"
            BYPRODUCTS "${tests}" VERBATIM)
        set(include "${CMAKE_CURRENT_BINARY_DIR}/${name}.include.cmake")
        file(WRITE "${include}" "if(EXISTS \"${tests}\")\n    include(\"${tests}\")\n"
            "else()\n    add_test(contract_NOT_BUILT.${name} contract_NOT_BUILT)\nendif()\n")
        set_property(DIRECTORY APPEND PROPERTY TEST_INCLUDE_FILES "${include}")
    endforeach()
endfunction()
