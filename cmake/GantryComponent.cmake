# g++ marks some symbols of templates as unique in the process, and a shared object with such a symbol is never
# unloaded.
set(GANTRY_UNLOADABLE $<$<CXX_COMPILER_ID:GNU>:-fno-gnu-unique>)

# gantry_add_component(NAME folder SOURCES file... [LIBRARIES target...])
# One component: one folder, one shared object in lib/gantry, linked with the port interfaces only
# unless LIBRARIES names more.
function(gantry_add_component)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME" "SOURCES;LIBRARIES")
    gantry_reject_unknown(gantry_add_component "${arg_UNPARSED_ARGUMENTS}")
    set(target component_${arg_NAME})
    add_library(${target} MODULE ${arg_SOURCES})
    target_link_libraries(${target} PRIVATE gantry::interfaces gantry_build_options ${arg_LIBRARIES})
    target_compile_options(${target} PRIVATE ${GANTRY_UNLOADABLE})
    target_link_options(${target} PRIVATE -Wl,--no-undefined)
    if(GANTRY_SANITIZE)
        # An unloaded library has no line numbers left for the sanitizer's report.
        target_link_options(${target} PRIVATE -Wl,-z,nodelete)
    endif()
    set_target_properties(${target} PROPERTIES
        PREFIX "" OUTPUT_NAME ${arg_NAME}
        LIBRARY_OUTPUT_DIRECTORY "${GANTRY_COMPONENT_DIRECTORY}")
    set_property(GLOBAL APPEND PROPERTY GANTRY_COMPONENTS ${target})
    install(TARGETS ${target} LIBRARY DESTINATION lib/gantry)
endfunction()
