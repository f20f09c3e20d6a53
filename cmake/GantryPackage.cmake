# The Debian package: `cpack -G DEB` in the build folder; scripts/package builds it, checks it and tries it.
# One package holds programs, components, headers and documents. What it depends on comes from dpkg-shlibdeps, which reads
# which libraries its files are linked with.

# As in Debian's own tools, the maintainer is the person who builds the package.
set(name "$ENV{DEBFULLNAME}")
set(address "$ENV{DEBEMAIL}")
if(NOT name)
    set(name "Local build")
endif()
if(NOT address)
    set(address "gantry@package.invalid")
endif()
set(GANTRY_PACKAGE_MAINTAINER "${name} <${address}>")
# SOURCE_DATE_EPOCH, where it is set, makes two builds alike.
string(TIMESTAMP GANTRY_PACKAGE_DATE "%a, %d %b %Y %H:%M:%S +0000" UTC)

# What only the package has.
set(changes "${PROJECT_BINARY_DIR}/package/changelog")
configure_file(cmake/package/changelog.in "${changes}" @ONLY)
gantry_compress("${changes}" "${changes}.gz")
add_custom_target(gantry_debian_changelog ALL DEPENDS "${changes}.gz")

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME gantry)
set(CPACK_PACKAGE_VENDOR "${name}")
set(CPACK_PACKAGE_CONTACT "${GANTRY_PACKAGE_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "performance service for component applications")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION
"Gantry assembles applications from components (Common Component
Architecture), measures each of their calls without a change of the
components, lets components query the measurements while the program runs,
and lets an optimizer swap components by what it measured. It measures any
other program as well.
This package contains the programs gantry and sidlc, the components, and
the headers and CMake functions to write components with.")
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "cmake, g++, ninja-build | make")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "gfortran, openmpi-bin, python3-dev, pybind11-dev")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/lib")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA "${PROJECT_SOURCE_DIR}/cmake/package/triggers")
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
install(FILES "${changes}.gz" DESTINATION share/doc/gantry COMPONENT debian EXCLUDE_FROM_ALL)
install(FILES cmake/package/lintian-overrides DESTINATION share/lintian/overrides RENAME gantry
    COMPONENT debian EXCLUDE_FROM_ALL)
set(CPACK_INSTALL_CMAKE_PROJECTS "${PROJECT_BINARY_DIR};gantry;ALL;/;${PROJECT_BINARY_DIR};gantry;debian;/")
include(CPack)
