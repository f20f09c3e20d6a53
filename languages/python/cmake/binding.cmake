# gantry_sidl(... LANGUAGES python); see GantrySidl.cmake.
macro(gantry_sidl_python)
    # Shared: there is one Python in a process, and each type may be registered with it only once.
    gantry_sidl_library(python SHARED cpp pyi)
    target_link_libraries(${arg_TARGET}_python PUBLIC gantry::python)
    # Never unloaded: Python keeps pointers to its code.
    target_link_options(${arg_TARGET}_python PRIVATE -Wl,--no-undefined -Wl,-z,nodelete)
    set_target_properties(${arg_TARGET}_python PROPERTIES
        GANTRY_SIDL_STEMS "${stems}" EXPORT_PROPERTIES GANTRY_SIDL_STEMS
        LIBRARY_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/lib"
        INSTALL_RPATH "$ORIGIN" INSTALL_RPATH_USE_LINK_PATH ON)
    if(GANTRY_COMPONENT_DESTINATION AND NOT arg_TARGET STREQUAL "gantry_ports")
        # Where components look for it; only if one of them has had it built.
        install(TARGETS ${arg_TARGET}_python LIBRARY DESTINATION "${GANTRY_COMPONENT_DESTINATION}/.." OPTIONAL)
    endif()
endmacro()
