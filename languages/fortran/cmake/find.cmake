# Read by GantryLanguages.cmake.
include(CheckLanguage)
check_language(Fortran)
if(CMAKE_Fortran_COMPILER)
    enable_language(Fortran)
else()
    set(missing "no Fortran compiler found (package gfortran)")
endif()
