# What `cmake --install` writes besides the programs, components and headers that their own folders install.
include(CMakePackageConfigHelpers)

set(package_folder lib/cmake/gantry)
install(EXPORT gantry NAMESPACE gantry:: FILE gantry-targets.cmake DESTINATION ${package_folder})
if(TARGET gantry_ports_python)
    install(EXPORT gantry_python NAMESPACE gantry:: FILE gantry-python-targets.cmake DESTINATION ${package_folder})
endif()

configure_package_config_file(cmake/package/gantry-config.cmake.in "${PROJECT_BINARY_DIR}/package/gantry-config.cmake"
    INSTALL_DESTINATION ${package_folder})
# Before 1.0 every minor version may change what others build on.
set(compatibility SameMajorVersion)
if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(compatibility SameMinorVersion)
endif()
write_basic_package_version_file("${PROJECT_BINARY_DIR}/package/gantry-config-version.cmake"
    COMPATIBILITY ${compatibility})
configure_file(cmake/package/gantry.pc.in "${PROJECT_BINARY_DIR}/package/gantry.pc" @ONLY)

install(FILES
    "${PROJECT_BINARY_DIR}/package/gantry-config.cmake"
    "${PROJECT_BINARY_DIR}/package/gantry-config-version.cmake"
    cmake/GantryComponent.cmake
    cmake/GantryContractTests.cmake
    cmake/GantrySidl.cmake
    DESTINATION ${package_folder})
file(GLOB folders CONFIGURE_DEPENDS RELATIVE "${PROJECT_SOURCE_DIR}" languages/*/cmake)
foreach(folder IN LISTS folders)
    install(DIRECTORY ${folder}/ DESTINATION ${package_folder}/${folder})
endforeach()
install(FILES "${PROJECT_BINARY_DIR}/package/gantry.pc" DESTINATION share/pkgconfig)
file(GLOB sidl_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/sidl/*.sidl")
install(FILES ${sidl_files} DESTINATION share/gantry/sidl)

# Documents and examples keep their relative places, so that the links between them hold.
set(document_folder share/doc/gantry)
install(FILES README.md CHANGELOG.md DESTINATION ${document_folder})
install(FILES LICENSE DESTINATION ${document_folder} RENAME copyright)
install(DIRECTORY docs DESTINATION ${document_folder} PATTERN changelog EXCLUDE)
# The components of examples are installed in lib/gantry-examples, but not those of examples/languages, which stand for
# what a person writes: that example needs a build tree.
file(GLOB examples CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/examples/*/README.md")
list(REMOVE_ITEM examples "${PROJECT_SOURCE_DIR}/examples/languages/README.md")
foreach(example IN LISTS examples)
    get_filename_component(example "${example}" DIRECTORY)
    install(DIRECTORY "${example}" DESTINATION ${document_folder}/examples USE_SOURCE_PERMISSIONS
        PATTERN CMakeLists.txt EXCLUDE)
endforeach()
install(FILES examples/README.md DESTINATION ${document_folder}/examples)
# A project of its own: its CMakeLists.txt is what a person reads.
install(FILES examples/module/CMakeLists.txt DESTINATION ${document_folder}/examples/module)

# The same package in the build tree, so that -DCMAKE_PREFIX_PATH may name that too: the same files, as links, and targets
# where they are built.
set(built_package "${PROJECT_BINARY_DIR}/lib/cmake/gantry")
install(TARGETS gantry_build_options EXPORT gantry_build_only)
foreach(set IN ITEMS gantry gantry_build_only gantry_python)
    if(set STREQUAL "gantry_python" AND NOT TARGET gantry_ports_python)
        continue()
    endif()
    string(REPLACE "_" "-" file "${set}")
    export(EXPORT ${set} NAMESPACE gantry:: FILE "${built_package}/${file}-targets.cmake")
endforeach()
configure_package_config_file(cmake/package/gantry-config.cmake.in "${built_package}/gantry-config.cmake"
    INSTALL_PREFIX "${PROJECT_BINARY_DIR}" INSTALL_DESTINATION lib/cmake/gantry)
file(COPY "${PROJECT_BINARY_DIR}/package/gantry-config-version.cmake" DESTINATION "${built_package}")
foreach(file IN ITEMS GantryComponent.cmake GantryContractTests.cmake GantrySidl.cmake)
    file(CREATE_LINK "${PROJECT_SOURCE_DIR}/cmake/${file}" "${built_package}/${file}" SYMBOLIC)
endforeach()
file(CREATE_LINK "${PROJECT_SOURCE_DIR}/languages" "${built_package}/languages" SYMBOLIC)
