# cmake -DPREFIX=DIR -DSOURCE=DIR -P Files.cmake: every installed file is of a known kind, the required
# ones are there, and no program or library names a folder of the distribution to be searched.
cmake_minimum_required(VERSION 3.25)

file(GLOB_RECURSE files RELATIVE "${PREFIX}" "${PREFIX}/*")
set(known
    "^bin/(gantry|sidlc)$"
    "^libexec/gantry/contract-suite$"
    "^lib/libgantry[A-Za-z_]*\\.(a|so)$"
    "^lib/cmake/gantry/"
    "^share/pkgconfig/gantry\\.pc$"
    "^lib/gantry/((metrics|modules)/[a-z0-9_]+|lttng/tracepoints)\\.so$"
    # What a module measures, for `gantry modules`; the program that `gantry calibrate` runs on ranks.
    "^lib/gantry/(modules/[a-z0-9_]+\\.txt|calibrate/mpi_costs)$"
    "^lib/gantry-examples/[a-z_]+\\.so$"
    "^include/gantry/"
    "^share/gantry/"
    "^share/doc/gantry/(copyright|[A-Z]+\\.md|docs/|examples/)"
    "^share/man/man1/(gantry(-[a-z]+)?|sidlc)\\.1\\.gz$"
    "^share/bash-completion/completions/gantry$")
set(faults "")
foreach(file IN LISTS files)
    set(fits OFF)
    foreach(kind IN LISTS known)
        if(file MATCHES "${kind}")
            set(fits ON)
        endif()
    endforeach()
    # A component is installed from its folder in components/, or from optimizer/.
    if(file MATCHES "^lib/gantry/(([a-z]+)_([a-z_]+)|optimizer)\\.so$")
        set(group "${CMAKE_MATCH_2}")
        set(name "${CMAKE_MATCH_3}")
        if(EXISTS "${SOURCE}/components/${group}/${name}" OR file MATCHES "/(optimizer|strategy|tuning)(_[a-z_]+)?\\.so$")
            set(fits ON)
        endif()
    endif()
    if(NOT fits)
        list(APPEND faults "${file}: a file of no known kind")
    endif()
endforeach()
set(required bin/gantry bin/sidlc lib/libgantry.so lib/gantry/performance_native.so include/gantry/gantry/plugin.hpp
    include/gantry/gantry.h lib/cmake/gantry/gantry-config.cmake share/doc/gantry/copyright share/doc/gantry/README.md
    share/doc/gantry/docs/guide/command-line.md share/doc/gantry/examples/integrators/tutorial.rc
    share/doc/gantry/examples/program/run share/man/man1/gantry.1.gz share/man/man1/gantry-run.1.gz share/man/man1/sidlc.1.gz
    share/bash-completion/completions/gantry)
foreach(file IN LISTS required)
    if(NOT file IN_LIST files)
        list(APPEND faults "${file}: not installed")
    endif()
endforeach()
# The dynamic linker knows these folders. lintian refuses a package that names them.
find_program(READELF readelf REQUIRED)
set(looked_at 0)
foreach(file IN LISTS files)
    if(file MATCHES "\\.so$|^bin/|^libexec/|/mpi_costs$")
        execute_process(COMMAND "${READELF}" -d "${PREFIX}/${file}" OUTPUT_VARIABLE dynamic COMMAND_ERROR_IS_FATAL ANY)
        math(EXPR looked_at "${looked_at} + 1")
        if(dynamic MATCHES "R(UN)?PATH[^\n]*(/usr/lib/[^]:\n]*)")
            list(APPEND faults "${file}: searches ${CMAKE_MATCH_2} for libraries")
        endif()
    endif()
endforeach()
if(looked_at LESS 10)
    list(APPEND faults "only ${looked_at} programs and libraries were looked at")
endif()
if(faults)
    list(JOIN faults "\n" faults)
    message(FATAL_ERROR "${faults}")
endif()
