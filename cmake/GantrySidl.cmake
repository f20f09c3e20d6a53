# gantry_sidl: bindings of SIDL files, written by sidlc while building. Used by Gantry itself and, installed, by the
# projects that find it.
include_guard(GLOBAL)

# Each language has a folder with cmake/binding.cmake, which defines gantry_sidl_LANGUAGE: what gantry_sidl does for it.
# A binding on top of another one names it in GANTRY_BINDING_BASE_LANGUAGE.
file(GLOB bindings CONFIGURE_DEPENDS "${GANTRY_LANGUAGE_FOLDER}/*/cmake/binding.cmake")
foreach(binding IN LISTS bindings)
    include("${binding}")
endforeach()

# gantry_sidl(TARGET name FILES file... [LANGUAGES cxx|c|fortran|python...] [IMPORTS file...] [INCLUDES dir...]
#     [LIBRARIES target...] [NO_CXX])
# Makes, for the types of FILES:
#   name           an INTERFACE library with their C++ headers and proxies
#   name_c         with LANGUAGES c: <c/STEM.h> and the bridge behind it; STEM is the name of a file without .sidl
#   name_fortran   with LANGUAGES fortran: the modules of their packages, on top of name_c, which is made too
#   name_python    with LANGUAGES python: what lets Python know them
# IMPORTS are read for their types, INCLUDES are searched for the packages that `import` names (Gantry's own are always
# found). LIBRARIES are other such names: name links target, name_c links target_c, and so on; gantry::ports, which
# are Gantry's own, need not be named. NO_CXX: the C++ headers come from LIBRARIES. Only what changes is written again.
function(gantry_sidl)
    cmake_parse_arguments(PARSE_ARGV 0 arg "NO_CXX" "TARGET" "FILES;LANGUAGES;IMPORTS;INCLUDES;LIBRARIES")
    if(arg_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "gantry_sidl: unknown arguments: ${arg_UNPARSED_ARGUMENTS}")
    endif()
    if(NOT arg_TARGET OR NOT arg_FILES)
        message(FATAL_ERROR "gantry_sidl: TARGET and FILES are needed")
    endif()
    gantry_sidl_check_languages("${arg_LANGUAGES}")
    set(languages "")
    foreach(language IN LISTS arg_LANGUAGES)
        list(APPEND languages ${GANTRY_BINDING_BASE_${language}} ${language})
    endforeach()
    list(REMOVE_DUPLICATES languages)
    list(REMOVE_ITEM languages cxx)
    foreach(list IN ITEMS FILES IMPORTS INCLUDES)
        set(whole "")
        foreach(path IN LISTS arg_${list})
            cmake_path(ABSOLUTE_PATH path BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
            list(APPEND whole "${path}")
        endforeach()
        set(arg_${list} ${whole})
    endforeach()
    set(stems ${arg_FILES})
    list(TRANSFORM stems REPLACE "^.*/" "")
    list(TRANSFORM stems REPLACE "\\.sidl$" "")
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/${arg_TARGET}.sidl")

    add_library(${arg_TARGET} INTERFACE)
    target_link_libraries(${arg_TARGET} INTERFACE gantry::interfaces ${arg_LIBRARIES})
    if(NOT arg_NO_CXX)
        gantry_sidl_cxx()
    endif()
    foreach(language IN LISTS languages)
        cmake_language(CALL gantry_sidl_${language})
    endforeach()
endfunction()

# What follows works with the variables of gantry_sidl, and is called by it only.

macro(gantry_sidl_check_languages languages)
    file(GLOB known RELATIVE "${GANTRY_LANGUAGE_FOLDER}" "${GANTRY_LANGUAGE_FOLDER}/*/cmake")
    list(TRANSFORM known REPLACE "/cmake$" "")
    foreach(language ${languages})
        if(NOT language IN_LIST known)
            list(JOIN known ", " known)
            message(FATAL_ERROR "gantry_sidl: unknown language '${language}' (LANGUAGES takes: ${known})")
        endif()
        if(NOT language IN_LIST GANTRY_LANGUAGES)
            message(FATAL_ERROR "gantry_sidl: this Gantry was built without the language '${language}' "
                "(its languages: ${GANTRY_LANGUAGES})")
        endif()
    endforeach()
endmacro()

# gantry_sidl_emit(kind output...): the rule that writes the output of `sidlc --emit kind` below ${folder}.
function(gantry_sidl_emit kind)
    set(sidlc_words --emit ${kind} -o "${folder}")
    foreach(include IN LISTS arg_INCLUDES GANTRY_SIDL_FOLDER)
        list(APPEND sidlc_words -I "${include}")
    endforeach()
    foreach(import IN LISTS arg_IMPORTS)
        list(APPEND sidlc_words --import "${import}")
    endforeach()
    set(stamp "${folder}/${kind}.stamp")
    gantry_sidl_known_headers(headers)
    add_custom_command(OUTPUT "${stamp}" ${ARGN} BYPRODUCTS ${headers}
        COMMAND gantry::sidlc ${sidlc_words} --deps "${stamp}.d" --deps-target "${stamp}" ${arg_FILES}
        COMMAND "${CMAKE_COMMAND}" -E touch "${stamp}"
        DEPENDS ${arg_FILES} ${arg_IMPORTS} "$<TARGET_FILE:gantry::sidlc>"
        DEPFILE "${stamp}.d"
        COMMENT "Writing the ${kind} bindings of ${arg_TARGET}"
        VERBATIM)
endfunction()

# The names of the C++ headers follow from the types, which only sidlc knows. Where it is there already, in a project
# that found Gantry, its answer makes one build enough after a change; else a changed header is seen by the next one.
function(gantry_sidl_known_headers variable)
    set(${variable} "" PARENT_SCOPE)
    get_target_property(is_imported gantry::sidlc IMPORTED)
    if(NOT is_imported OR NOT kind MATCHES "^(cpp|proxy)$")
        return()
    endif()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${arg_FILES})
    get_target_property(program gantry::sidlc LOCATION)
    execute_process(COMMAND "${program}" ${sidlc_words} --deps "${folder}/${kind}.names" ${arg_FILES}
        RESULT_VARIABLE status OUTPUT_QUIET ERROR_QUIET)
    # Errors in a file are reported when it is built.
    if(status EQUAL 0)
        file(READ "${folder}/${kind}.names" names)
        string(REGEX REPLACE ":.*" "" names "${names}")
        string(REGEX REPLACE " *\\\\\n *" ";" names "${names}")
        string(REPLACE "\\ " " " names "${names}")
        set(${variable} ${names} PARENT_SCOPE)
    endif()
endfunction()

macro(gantry_sidl_cxx)
    gantry_sidl_emit(cpp)
    gantry_sidl_emit(proxy)
    add_custom_target(${arg_TARGET}_headers DEPENDS "${folder}/cpp.stamp" "${folder}/proxy.stamp")
    add_dependencies(${arg_TARGET} ${arg_TARGET}_headers)
    target_include_directories(${arg_TARGET} INTERFACE "$<BUILD_INTERFACE:${folder}>")
endmacro()

# gantry_sidl_library(language STATIC|SHARED extension...): the library of one language, made of the files
# language/STEM.EXTENSION with the first extension; those with the others are generated with them.
function(gantry_sidl_library language kind)
    set(outputs "")
    foreach(extension IN LISTS ARGN)
        set(${extension}_files ${stems})
        list(TRANSFORM ${extension}_files REPLACE "(.+)" "${folder}/${language}/\\1.${extension}")
        list(APPEND outputs ${${extension}_files})
    endforeach()
    gantry_sidl_emit(${language} ${outputs})
    set(target ${arg_TARGET}_${language})
    list(GET ARGN 0 extension)
    add_library(${target} ${kind} EXCLUDE_FROM_ALL ${${extension}_files})
    # Outside of its users' rules: several of them are built at once.
    add_custom_target(${target}_sources DEPENDS "${folder}/${language}.stamp" ${outputs})
    add_dependencies(${target} ${target}_sources)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
        VISIBILITY_INLINES_HIDDEN ON)
    # Else a component that holds such code is never unloaded.
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-fno-gnu-unique>)
    target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${folder}>")
    target_link_libraries(${target} PUBLIC ${arg_TARGET})
    if(TARGET gantry_build_options)
        target_link_libraries(${target} PRIVATE $<BUILD_INTERFACE:gantry_build_options>)
    endif()
    foreach(library IN LISTS arg_LIBRARIES ITEMS gantry::ports)
        if(TARGET ${library}_${language} AND NOT arg_TARGET STREQUAL "gantry_ports")
            target_link_libraries(${target} PUBLIC ${library}_${language})
        endif()
    endforeach()
endfunction()
