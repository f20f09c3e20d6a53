# gantry_add_formats: the formats of other tools, a library in which every folder is one.
include_guard(GLOBAL)

# gantry_add_formats(KIND Exporter|Importer USE word LIBRARIES target... PRIVATE_LIBRARIES target...)
# Makes the library perf_KINDs of the sources in this folder and in those below it, and of a table of the functions
# formatKIND() of all folders FORMAT that hold a file *KIND.cpp, from kinds.cpp.in. OTF2 is left out where its library is
# missing; USE says in the message what is lost.
function(gantry_add_formats)
    cmake_parse_arguments(PARSE_ARGV 0 arg "" "KIND;USE" "LIBRARIES;PRIVATE_LIBRARIES")
    gantry_reject_unknown(gantry_add_formats "${arg_UNPARSED_ARGUMENTS}")
    string(TOLOWER "${arg_KIND}s" kinds)
    file(GLOB formats CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" */*${arg_KIND}.cpp)
    list(TRANSFORM formats REPLACE "/.*" "")
    file(GLOB sources CONFIGURE_DEPENDS *.cpp */*.cpp)
    # A folder with a CMakeLists.txt is a library of its own.
    file(GLOB libraries CONFIGURE_DEPENDS */CMakeLists.txt)
    foreach(library IN LISTS libraries)
        get_filename_component(folder "${library}" DIRECTORY)
        list(FILTER sources EXCLUDE REGEX "^${folder}/")
    endforeach()

    find_package(ZLIB REQUIRED)
    set(libraries ZLIB::ZLIB)
    # OTF2 archives are read and written by the library of that format.
    find_path(GANTRY_OTF2_INCLUDE otf2/otf2.h)
    find_library(GANTRY_OTF2_LIBRARY NAMES open-trace-format2 otf2)
    mark_as_advanced(GANTRY_OTF2_INCLUDE GANTRY_OTF2_LIBRARY)
    if(GANTRY_OTF2_INCLUDE AND GANTRY_OTF2_LIBRARY)
        list(APPEND libraries "${GANTRY_OTF2_LIBRARY}")
    else()
        message(STATUS "gantry: ${arg_USE} OTF2 is left out: no OTF2 library (package libopen-trace-format2-dev)")
        list(REMOVE_ITEM formats otf2)
        list(FILTER sources EXCLUDE REGEX "/otf2/")
    endif()

    list(SORT formats)
    set(declarations "")
    set(entries "")
    foreach(format IN LISTS formats)
        string(APPEND declarations "${arg_KIND} ${format}${arg_KIND}();\n")
        string(APPEND entries "\n        ${format}${arg_KIND}(),")
    endforeach()
    configure_file(${kinds}.cpp.in ${kinds}.cpp @ONLY)

    gantry_add_library(NAME perf_${kinds}
        SOURCES ${sources} "${CMAKE_CURRENT_BINARY_DIR}/${kinds}.cpp"
        INCLUDE include
        LIBRARIES ${arg_LIBRARIES}
        PRIVATE_LIBRARIES ${arg_PRIVATE_LIBRARIES} ${libraries})
    if("otf2" IN_LIST formats)
        target_include_directories(gantry_perf_${kinds} SYSTEM PRIVATE "${GANTRY_OTF2_INCLUDE}")
    endif()
endfunction()
