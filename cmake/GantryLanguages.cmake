# Sets GANTRY_LANGUAGES: the languages, of cxx, c, fortran and python, that this build makes bindings for. What is
# missing is named in one line each.
include(CheckLanguage)

set(GANTRY_LANGUAGES cxx c)

check_language(Fortran)
if(CMAKE_Fortran_COMPILER)
    enable_language(Fortran)
    list(APPEND GANTRY_LANGUAGES fortran)
else()
    message(STATUS "gantry: components in Fortran are left out: no Fortran compiler found (package gfortran)")
endif()

find_package(Python3 QUIET COMPONENTS Interpreter Development.Embed)
find_package(pybind11 QUIET CONFIG)
if(TARGET Python3::Python AND pybind11_FOUND)
    list(APPEND GANTRY_LANGUAGES python)
else()
    message(STATUS "gantry: components in Python are left out: "
        "no Python library or no pybind11 found (packages python3-dev pybind11-dev)")
endif()

# A language whose bindings sidlc can not write yet.
include(GantrySidl)
foreach(language IN ITEMS c fortran python)
    if(NOT language IN_LIST GANTRY_SIDL_EMITTERS)
        list(REMOVE_ITEM GANTRY_LANGUAGES ${language})
    endif()
endforeach()
