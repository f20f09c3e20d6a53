# gantry_sidl(... LANGUAGES c); see GantrySidl.cmake.
macro(gantry_sidl_c)
    gantry_sidl_library(c STATIC cpp h)
    # The hand-written part of the binding.
    target_link_libraries(${arg_TARGET}_c PUBLIC gantry::sidl_c)
endmacro()
