# Precompiled standard headers: a fifth (optimised) to a third (with sanitizers) of what compiling takes. The preset `dev` has none, and
# `scripts/check tidy` leaves them out, so that a file which forgets an include is found.
option(GANTRY_PRECOMPILED "Precompile the standard headers" OFF)

# ccache needs an option to keep objects made with them.
if(GANTRY_PRECOMPILED AND GANTRY_CCACHE)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        "${CMAKE_COMMAND};-E;env;CCACHE_SLOPPINESS=pch_defines,time_macros;${GANTRY_CCACHE}")
endif()

# gantry_precompile(): for every target of the project. Once for libraries, once for programs: their code is made
# position independent in different ways.
function(gantry_precompile)
    file(WRITE "${PROJECT_BINARY_DIR}/precompiled.cpp" "int main() {}\n")
    add_library(gantry_precompiled_library OBJECT "${PROJECT_BINARY_DIR}/precompiled.cpp")
    add_executable(gantry_precompiled_program "${PROJECT_BINARY_DIR}/precompiled.cpp")
    foreach(host IN ITEMS gantry_precompiled_library gantry_precompiled_program)
        target_link_libraries(${host} PRIVATE gantry_build_options)
        target_compile_options(${host} PRIVATE -fpch-preprocess)
        target_precompile_headers(${host} PRIVATE "${PROJECT_SOURCE_DIR}/cmake/precompiled.hpp")
    endforeach()
    gantry_precompile_below("${PROJECT_SOURCE_DIR}")
endfunction()

function(gantry_precompile_below directory)
    get_property(targets DIRECTORY "${directory}" PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
        get_target_property(type ${target} TYPE)
        get_target_property(libraries ${target} LINK_LIBRARIES)
        get_target_property(sources ${target} SOURCES)
        get_target_property(options ${target} COMPILE_OPTIONS)
        # A header that is precompiled for other options than a target's cannot be used by it.
        if(target MATCHES "^gantry_precompiled_" OR NOT "${libraries}" MATCHES "gantry_build_options"
            OR "${options}" MATCHES "-mtls-dialect" OR NOT "${sources}" MATCHES "\\.cpp" OR "${sources}" MATCHES "\\.(c|f90)(;|$)")
            continue()
        elseif(type STREQUAL EXECUTABLE)
            target_precompile_headers(${target} REUSE_FROM gantry_precompiled_program)
        elseif(type MATCHES "_LIBRARY$" AND NOT type STREQUAL INTERFACE_LIBRARY)
            target_precompile_headers(${target} REUSE_FROM gantry_precompiled_library)
        else()
            continue()
        endif()
        target_compile_options(${target} PRIVATE -fpch-preprocess)
    endforeach()
    get_property(folders DIRECTORY "${directory}" PROPERTY SUBDIRECTORIES)
    foreach(folder IN LISTS folders)
        gantry_precompile_below("${folder}")
    endforeach()
endfunction()
