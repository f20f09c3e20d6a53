# Read by GantryLanguages.cmake.
# Without the interpreter: the library that programs are linked with need not be the one of the `python3` in the path.
find_package(Python3 QUIET COMPONENTS Development.Embed)
# Only its headers are needed; its CMake package would look for another Python.
find_path(GANTRY_PYBIND11_INCLUDE pybind11/pybind11.h)
mark_as_advanced(GANTRY_PYBIND11_INCLUDE)
if(NOT TARGET Python3::Python OR NOT GANTRY_PYBIND11_INCLUDE)
    set(missing "no Python library or no pybind11 found (packages python3-dev pybind11-dev)")
endif()
# Without Python the other targets of an installed Gantry can be used.
set(GANTRY_EXPORT_SET_python gantry_python)
