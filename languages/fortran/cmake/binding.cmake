# gantry_sidl(... LANGUAGES fortran); see GantrySidl.cmake.
set(GANTRY_BINDING_BASE_fortran c)

macro(gantry_sidl_fortran)
    if(NOT CMAKE_Fortran_COMPILER_LOADED)
        message(FATAL_ERROR "gantry_sidl: LANGUAGES fortran needs Fortran among the languages of project()")
    endif()
    gantry_sidl_library(fortran STATIC f90)
    set_target_properties(${arg_TARGET}_fortran PROPERTIES
        Fortran_MODULE_DIRECTORY "${folder}/modules" POSITION_INDEPENDENT_CODE ON)
    target_include_directories(${arg_TARGET}_fortran PUBLIC "$<BUILD_INTERFACE:${folder}/modules>")
    # gantry::sidl_fortran has the module of package sidl, which is written by hand.
    target_link_libraries(${arg_TARGET}_fortran PUBLIC ${arg_TARGET}_c gantry::sidl_fortran)
endmacro()
