# gantry_component: one component, one shared object. Used by Gantry itself and, installed, by the projects that find
# it.
include_guard(GLOBAL)

# g++ marks some symbols of templates as unique in the process, and a shared object with such a symbol is never
# unloaded.
set(GANTRY_UNLOADABLE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>)
# The opposite, after it, for components that are never unloaded and share a variable of a header with each other.
set(GANTRY_ONE_IN_PROCESS $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fgnu-unique>)

# gantry_component(NAME name SOURCES file... [LIBRARIES target...]
#     [LANGUAGE cxx|c|fortran|python] [CLASS name VERSION text SUMMARY text
#      PROVIDES port:type... USES port:type... OPTIONAL_USES port:type...])
# Makes the target component_NAME: NAME.so in the folder GANTRY_COMPONENT_DIRECTORY, linked with the port interfaces and
# LIBRARIES; installed into GANTRY_COMPONENT_DESTINATION where that is not empty.
# A component describes itself. With CLASS and what follows it, the description is written from what is said here, into
# NAME_description.hpp in the build folder, and with it
#   in C++ (the default)  NAME_component.hpp: the class ComponentBase, from which the component's class derives; the source
#                         ends with GANTRY_COMPONENT(CLASS, kDescription)
#   else                  NAME_entry.cpp: the C++ side of the component
# Without CLASS a C++ component says all of that in its source.
function(gantry_component)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;LANGUAGE;CLASS;VERSION;SUMMARY"
        "SOURCES;LIBRARIES;PROVIDES;USES;OPTIONAL_USES")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "gantry_component: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT arg_NAME OR NOT arg_SOURCES)
        message(FATAL_ERROR "gantry_component: NAME and SOURCES are needed")
    endif()
    set(target component_${arg_NAME})
    set(entry_sources "")
    if(NOT arg_LANGUAGE)
        set(arg_LANGUAGE cxx)
    endif()
    if(arg_CLASS OR NOT arg_LANGUAGE STREQUAL "cxx")
        gantry_component_entry()
    endif()
    add_library(${target} MODULE ${arg_SOURCES} ${entry_sources})
    target_compile_features(${target} PRIVATE cxx_std_20)
    target_include_directories(${target} PRIVATE ${entry_folder})
    target_link_libraries(${target} PRIVATE gantry::interfaces ${arg_LIBRARIES})
    target_compile_options(${target} PRIVATE ${GANTRY_UNLOADABLE})
    target_link_options(${target} PRIVATE -Wl,--no-undefined)
    set(exports "${GANTRY_LANGUAGE_FOLDER}/${arg_LANGUAGE}/cmake/entry.map")
    if(arg_LANGUAGE AND EXISTS "${exports}")
        target_link_options(${target} PRIVATE "-Wl,--version-script=${exports}")
        set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${exports}")
    endif()
    if(TARGET gantry_build_options)
        target_link_libraries(${target} PRIVATE gantry_build_options)
        if(arg_LANGUAGE STREQUAL "cxx")
            # It links no shared library of this project. Else CMake reserves room for the path of the installation by empty
            # entries, for each of which the loader looks for libraries in the current folder.
            set_target_properties(${target} PROPERTIES BUILD_WITH_INSTALL_RPATH ON)
        endif()
    endif()
    if(GANTRY_SANITIZE)
        # An unloaded library has no line numbers left for the sanitizer's report.
        target_link_options(${target} PRIVATE -Wl,-z,nodelete)
    endif()
    set_target_properties(${target} PROPERTIES
        PREFIX "" SUFFIX ".so" OUTPUT_NAME ${arg_NAME}
        C_VISIBILITY_PRESET hidden CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
        LIBRARY_OUTPUT_DIRECTORY "${GANTRY_COMPONENT_DIRECTORY}"
        INSTALL_RPATH "$ORIGIN/.." INSTALL_RPATH_USE_LINK_PATH ON)
    set_property(GLOBAL APPEND PROPERTY GANTRY_COMPONENTS ${target})
    if(GANTRY_COMPONENT_DESTINATION)
        install(TARGETS ${target} LIBRARY DESTINATION "${GANTRY_COMPONENT_DESTINATION}")
    endif()
endfunction()

# Writes the description of a component and its C++ side. Works with the variables of gantry_component, from the
# templates in languages/LANGUAGE/cmake. A file entry.cmake there may set more variables for the template and append to
# entry_sources, arg_SOURCES and arg_LIBRARIES.
macro(gantry_component_entry)
    foreach(word IN ITEMS CLASS VERSION SUMMARY)
        if(NOT arg_${word})
            message(FATAL_ERROR "gantry_component: ${arg_NAME}: CLASS, VERSION and SUMMARY are needed")
        endif()
    endforeach()
    file(GLOB template "${GANTRY_LANGUAGE_FOLDER}/${arg_LANGUAGE}/cmake/entry.?pp.in")
    if(NOT arg_LANGUAGE IN_LIST GANTRY_LANGUAGES OR NOT template)
        message(FATAL_ERROR "gantry_component: ${arg_NAME}: this Gantry has no components in the language "
            "'${arg_LANGUAGE}' (its languages: ${GANTRY_LANGUAGES})")
    endif()
    set(entry_folder "${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}.entry")
    set(GANTRY_DESCRIPTION_HEADER "${arg_NAME}_description.hpp")
    if(arg_LANGUAGE STREQUAL "cxx" AND NOT "${arg_USES};${arg_OPTIONAL_USES}" MATCHES ":performance\\.Measurement(;|$)")
        list(APPEND arg_OPTIONAL_USES MeasurementPort:performance.Measurement)
    endif()
    gantry_component_description("${entry_folder}/${GANTRY_DESCRIPTION_HEADER}")
    include("${GANTRY_LANGUAGE_FOLDER}/${arg_LANGUAGE}/cmake/entry.cmake" OPTIONAL)
    if(arg_LANGUAGE STREQUAL "cxx")
        configure_file("${GANTRY_LANGUAGE_FOLDER}/cxx/cmake/entry.hpp.in" "${entry_folder}/${arg_NAME}_component.hpp" @ONLY)
    else()
        list(APPEND entry_sources "${entry_folder}/${arg_NAME}_entry.cpp")
        configure_file("${GANTRY_LANGUAGE_FOLDER}/${arg_LANGUAGE}/cmake/entry.cpp.in" "${entry_folder}/${arg_NAME}_entry.cpp" @ONLY)
        list(APPEND arg_LIBRARIES gantry::ports_${arg_LANGUAGE})
    endif()
endmacro()

# Writes the header with kProvides, kUses and kDescription, as GANTRY_COMPONENT wants them. Sets for the templates:
# GANTRY_CLASS; GANTRY_CPP_CLASS and GANTRY_NAMESPACE, the same in C++; GANTRY_PROVIDES and GANTRY_USES, lists of port:type; GANTRY_PROVIDED_CLASSES
# and GANTRY_PROVIDED_HEADERS, the C++ interfaces provided, each once, and their include lines.
macro(gantry_component_description file)
    set(GANTRY_CLASS "${arg_CLASS}")
    string(REPLACE "." "::" GANTRY_CPP_CLASS "${arg_CLASS}")
    string(REGEX REPLACE "^::|::[^:]+$" "" GANTRY_NAMESPACE "::${GANTRY_CPP_CLASS}")
    set(GANTRY_PROVIDES ${arg_PROVIDES})
    set(GANTRY_USES ${arg_USES} ${arg_OPTIONAL_USES})
    list(LENGTH GANTRY_PROVIDES number_provided)
    list(LENGTH GANTRY_USES number_used)
    set(includes "")
    set(GANTRY_PROVIDED_CLASSES "")
    set(GANTRY_PROVIDED_HEADERS "")
    set(provides "")
    set(uses "")
    foreach(port IN LISTS arg_PROVIDES)
        gantry_component_port("${port}")
        string(APPEND provides "    gantry::PortDescription{\"${port_name}\", \"${port_type}\"},\n")
        list(APPEND GANTRY_PROVIDED_CLASSES "${port_class}")
        string(REPLACE "/proxy/" "/" header "${port_header}")
        list(APPEND GANTRY_PROVIDED_HEADERS "#include <${header}>\n")
    endforeach()
    foreach(list IN ITEMS CLASSES HEADERS)
        list(REMOVE_DUPLICATES GANTRY_PROVIDED_${list})
    endforeach()
    list(JOIN GANTRY_PROVIDED_CLASSES ", " GANTRY_PROVIDED_CLASSES)
    list(JOIN GANTRY_PROVIDED_HEADERS "" GANTRY_PROVIDED_HEADERS)
    foreach(kind IN ITEMS USES OPTIONAL_USES)
        foreach(port IN LISTS arg_${kind})
            gantry_component_port("${port}")
            set(required true)
            if(kind STREQUAL "OPTIONAL_USES")
                set(required false)
            endif()
            list(APPEND includes "#include <${port_header}>\n")
            string(APPEND uses "    gantry::uses<${port_class}>(\"${port_name}\", ${required}),\n")
        endforeach()
    endforeach()
    list(REMOVE_DUPLICATES includes)
    list(JOIN includes "" includes)
    # The texts may hold anything that a person writes.
    foreach(word IN ITEMS CLASS VERSION SUMMARY)
        string(REGEX REPLACE "([\\\"])" "\\\\\\1" text_${word} "${arg_${word}}")
    endforeach()
    file(CONFIGURE OUTPUT "${file}" @ONLY CONTENT "#pragma once

#include <gantry/ProxyOf.hpp>
#include <gantry/plugin.hpp>
@includes@
#include <array>

// Written by gantry_component: what @arg_NAME@ says of itself.
inline constexpr std::array<gantry::PortDescription, @number_provided@> kProvides{
@provides@};
inline constexpr std::array<gantry::PortDescription, @number_used@> kUses{
@uses@};
inline constexpr auto kDescription = gantry::describe(
    {\"@text_CLASS@\", \"@text_VERSION@\", \"@text_SUMMARY@\"}, kProvides, kUses);
")
endmacro()

# Splits NAME:a.b.Type into port_name, port_type, port_class (::a::b::Type) and port_header, that of its proxy.
macro(gantry_component_port port)
    if(NOT "${port}" MATCHES "^([A-Za-z_][A-Za-z0-9_]*):(([A-Za-z0-9_]+\\.)+)([A-Za-z0-9_]+)$")
        message(FATAL_ERROR "gantry_component: ${arg_NAME}: '${port}' is not of the form port:package.Type")
    endif()
    set(port_name "${CMAKE_MATCH_1}")
    set(port_type "${CMAKE_MATCH_2}${CMAKE_MATCH_4}")
    string(REPLACE "." "/" port_header "${CMAKE_MATCH_2}proxy.${CMAKE_MATCH_4}")
    string(APPEND port_header ".hpp")
    string(REPLACE "." "::" port_class "::${port_type}")
endmacro()
