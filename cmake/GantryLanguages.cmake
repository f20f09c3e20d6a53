# Sets GANTRY_LANGUAGES: the languages that this build makes bindings for, found by their folders languages/LANGUAGE/cmake.
# Where a language needs more than a C++ compiler, find.cmake looks for it and sets `missing` to what it did not find.
# One line names each language that is left out.
set(GANTRY_LANGUAGES cxx)
file(GLOB folders CONFIGURE_DEPENDS LIST_DIRECTORIES true "${GANTRY_LANGUAGE_FOLDER}/*/cmake")
foreach(folder IN LISTS folders)
    cmake_path(GET folder PARENT_PATH language)
    cmake_path(GET language FILENAME language)
    set(missing "")
    include("${folder}/find.cmake" OPTIONAL)
    if(missing)
        message(STATUS "gantry: no components in ${language}: ${missing}")
    elseif(NOT language IN_LIST GANTRY_LANGUAGES)
        list(APPEND GANTRY_LANGUAGES ${language})
    endif()
endforeach()
include(GantrySidl)
