# Precompiled standard headers: a fifth (optimised) to a third (with sanitizers) of what compiling takes. The preset `dev` has none, and
# `scripts/check tidy` leaves them out, so that a file which forgets an include is found.
option(GANTRY_PRECOMPILED "Precompile the standard headers" OFF)

# ccache needs an option to keep objects made with them.
if(GANTRY_PRECOMPILED AND GANTRY_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros;${GANTRY_CCACHE}")
endif()

# gantry_precompile(): for every target of the project.
function(gantry_precompile)
    file(WRITE "${PROJECT_BINARY_DIR}/precompiled.cpp" "int main() {}\n")
    gantry_precompile_below("${PROJECT_SOURCE_DIR}")
endfunction()

function(gantry_precompile_below directory)
    get_property(targets DIRECTORY "${directory}" PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
        get_target_property(type ${target} TYPE)
        get_target_property(libraries ${target} LINK_LIBRARIES)
        get_target_property(sources ${target} SOURCES)
        get_target_property(options ${target} COMPILE_OPTIONS)
        get_target_property(unwatched ${target} GANTRY_NOT_SANITIZED)
        # A header that is precompiled for other options than a target's cannot be used by it.
        if(target MATCHES "^gantry_precompiled_" OR NOT "${libraries}" MATCHES "gantry_build_options"
            OR "${options}" MATCHES "-mtls-dialect" OR NOT "${sources}" MATCHES "\\.cpp" OR "${sources}" MATCHES "\\.(c|f90)(;|$)")
            continue()
        elseif(type STREQUAL EXECUTABLE)
            gantry_precompiled(host program "${options}" "${unwatched}")
        elseif(type MATCHES "_LIBRARY$" AND NOT type STREQUAL INTERFACE_LIBRARY)
            gantry_precompiled(host library "${options}" "${unwatched}")
        else()
            continue()
        endif()
        target_precompile_headers(${target} REUSE_FROM ${host})
        target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
    endforeach()
    get_property(folders DIRECTORY "${directory}" PROPERTY SUBDIRECTORIES)
    foreach(folder IN LISTS folders)
        gantry_precompile_below("${folder}")
    endforeach()
endfunction()

# gantry_precompiled(variable kind options unwatched): the target whose precompiled header a target of the kind uses that has those options
# and is not watched by those sanitizers. Code of libraries and of programs is made position independent in different ways; and a source
# that uses a precompiled header is optimised and instrumented as that header was, whatever its own options say (g++ 12), so that each such
# choice needs a header of its own.
function(gantry_precompiled variable kind options unwatched)
    list(FILTER options INCLUDE REGEX "-O[0-3gs]")
    string(MD5 choice "${options} ${unwatched}")
    string(SUBSTRING "${choice}" 0 6 choice)
    set(host gantry_precompiled_${kind}_${choice})
    if(NOT TARGET ${host})
        if(kind STREQUAL program)
            add_executable(${host} "${PROJECT_BINARY_DIR}/precompiled.cpp")
        else()
            add_library(${host} OBJECT "${PROJECT_BINARY_DIR}/precompiled.cpp")
        endif()
        target_link_libraries(${host} PRIVATE gantry_build_options)
        target_compile_options(${host} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess> ${options})
        target_precompile_headers(${host} PRIVATE "${PROJECT_SOURCE_DIR}/cmake/precompiled.hpp")
        set_target_properties(${host} PROPERTIES GANTRY_NOT_SANITIZED "${unwatched}")
    endif()
    set(${variable} ${host} PARENT_SCOPE)
endfunction()
