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

# Without the interpreter: the library that programs are linked with need not be the one of the `python3` in the path.
find_package(Python3 QUIET COMPONENTS Development.Embed)
# Only its headers are needed; its CMake package would look for another Python.
find_path(GANTRY_PYBIND11_INCLUDE pybind11/pybind11.h)
mark_as_advanced(GANTRY_PYBIND11_INCLUDE)
if(TARGET Python3::Python AND GANTRY_PYBIND11_INCLUDE)
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
