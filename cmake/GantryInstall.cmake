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
install(FILES "${PROJECT_BINARY_DIR}/package/gantry.pc" DESTINATION lib/pkgconfig)
file(GLOB sidl_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/sidl/*.sidl")
install(FILES ${sidl_files} DESTINATION share/gantry/sidl)

# Documents and examples keep their relative places, so that the links between them hold.
set(document_folder share/doc/gantry)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${document_folder})
install(DIRECTORY docs DESTINATION ${document_folder} PATTERN changelog EXCLUDE)
# An example without a CMakeLists.txt runs with installed components only.
file(GLOB examples CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/examples/*/README.md")
foreach(example IN LISTS examples)
    get_filename_component(example "${example}" DIRECTORY)
    if(NOT EXISTS "${example}/CMakeLists.txt")
        install(DIRECTORY "${example}" DESTINATION ${document_folder}/examples USE_SOURCE_PERMISSIONS)
    endif()
endforeach()
install(FILES examples/README.md DESTINATION ${document_folder}/examples)
