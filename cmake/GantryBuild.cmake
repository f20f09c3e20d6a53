# What every target of Gantry shares: language level, warnings, sanitizers, output folders.
include(GNUInstallDirs)

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
# An installed tree may be moved; libraries outside of the system's folders are found where they were.
set(CMAKE_INSTALL_RPATH "$ORIGIN")
set(CMAKE_INSTALL_RPATH_USE_LINK_PATH ON)

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/bin")
# See gantry_component and gantry_sidl.
set(GANTRY_COMPONENT_DIRECTORY "${PROJECT_BINARY_DIR}/lib/gantry")
set(GANTRY_COMPONENT_DESTINATION lib/gantry)
set(GANTRY_SIDL_FOLDER "${PROJECT_SOURCE_DIR}/sidl")
set(GANTRY_LANGUAGE_FOLDER "${PROJECT_SOURCE_DIR}/languages")

find_program(GANTRY_CCACHE ccache)
if(GANTRY_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_C_COMPILER_LAUNCHER "${GANTRY_CCACHE}")
    set(CMAKE_CXX_COMPILER_LAUNCHER "${GANTRY_CCACHE}")
endif()

# The checks of UndefinedBehaviorSanitizer that a target does without; a folder sets the variable before it adds its targets.
# AddressSanitizer reports an access through a null pointer by itself; the check before each access, and that of its alignment, take a
# third of the time to compile. Folders that read records from files and shared memory keep the latter; a build for
# fuzzing keeps both elsewhere.
define_property(TARGET PROPERTY GANTRY_NOT_SANITIZED INITIALIZE_FROM_VARIABLE GANTRY_NOT_SANITIZED)
if(NOT GANTRY_FUZZ)
    set(GANTRY_NOT_SANITIZED null,alignment)
endif()

# gantry_link_sanitizers(): the libraries of the sanitizers, for gantry_build_options. Fortran and C++ of one process need the same ones.
# Where clang++ compiles C++, those of GCC are linked before any other library: their functions are the same. A fuzzing program needs clang's.
function(gantry_link_sanitizers)
    if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang" OR GANTRY_FUZZ)
        target_link_options(gantry_build_options INTERFACE -fsanitize=${GANTRY_SANITIZE})
        return()
    endif()
    set(library_address asan)
    set(library_thread tsan)
    set(library_undefined ubsan)
    foreach(sanitizer IN ITEMS address thread undefined)
        if(NOT GANTRY_SANITIZE MATCHES "${sanitizer}")
            continue()
        endif()
        target_link_options(gantry_build_options INTERFACE -Wl,--no-as-needed -l${library_${sanitizer}})
        # As g++ defines them.
        string(TOUPPER "${sanitizer}" macro)
        target_compile_definitions(gantry_build_options INTERFACE __SANITIZE_${macro}__=1)
    endforeach()
    target_compile_options(gantry_build_options INTERFACE $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-fno-sanitize=function>)
endfunction()

# Linked by every target of ours and by none of our users'.
add_library(gantry_build_options INTERFACE)
target_compile_features(gantry_build_options INTERFACE cxx_std_20)
target_compile_options(gantry_build_options INTERFACE
    $<$<COMPILE_LANGUAGE:C>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion>
    $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wpedantic;-Wshadow;-Wconversion;-Wnon-virtual-dtor>
    # g++ 12 warns of overlapping and too long copies in std::string where there are none.
    $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-Wno-restrict;-Wno-stringop-overflow;-Wno-array-bounds>
    # What g++ does not include in these groups of warnings.
    $<$<COMPILE_LANG_AND_ID:CXX,Clang>:-Wno-sign-conversion;-Wno-overloaded-virtual;-Wno-overlength-strings>
    $<$<BOOL:${GANTRY_WERROR}>:-Werror>)
if(GANTRY_SANITIZE)
    target_compile_options(gantry_build_options INTERFACE
        -fsanitize=${GANTRY_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer
        $<$<BOOL:$<TARGET_PROPERTY:GANTRY_NOT_SANITIZED>>:-fno-sanitize=$<TARGET_PROPERTY:GANTRY_NOT_SANITIZED>>)
    gantry_link_sanitizers()
    # Half the time of the usual linker, for several hundred programs and shared objects that are linked again and again.
    find_program(GANTRY_LLD ld.lld)
    if(GANTRY_LLD)
        target_link_options(gantry_build_options INTERFACE -fuse-ld=lld)
    endif()
endif()

# gantry_add_library(NAME name SOURCES file... [INCLUDE dir] [LIBRARIES target...] [PRIVATE_LIBRARIES target...]
#     [INSTALL] [OFF_HOT_PATH])
# A static library of one folder, reached by others as gantry::name; with INSTALL also by other projects. OFF_HOT_PATH: see
# gantry_compile_off_hot_path.
function(gantry_add_library)
    cmake_parse_arguments(PARSE_ARGV 0 arg "INSTALL;OFF_HOT_PATH" "NAME;INCLUDE" "SOURCES;LIBRARIES;PRIVATE_LIBRARIES")
    gantry_reject_unknown(gantry_add_library "${arg_UNPARSED_ARGUMENTS}")
    add_library(gantry_${arg_NAME} STATIC ${arg_SOURCES})
    add_library(gantry::${arg_NAME} ALIAS gantry_${arg_NAME})
    if(arg_INCLUDE)
        cmake_path(ABSOLUTE_PATH arg_INCLUDE BASE_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" NORMALIZE)
        target_include_directories(gantry_${arg_NAME} PUBLIC "$<BUILD_INTERFACE:${arg_INCLUDE}>")
    endif()
    target_link_libraries(gantry_${arg_NAME}
        PUBLIC ${arg_LIBRARIES}
        PRIVATE $<BUILD_INTERFACE:gantry_build_options> ${arg_PRIVATE_LIBRARIES})
    if(arg_OFF_HOT_PATH)
        gantry_compile_off_hot_path(gantry_${arg_NAME})
    endif()
    if(arg_INSTALL)
        set_target_properties(gantry_${arg_NAME} PROPERTIES EXPORT_NAME ${arg_NAME})
        install(TARGETS gantry_${arg_NAME} EXPORT gantry ARCHIVE DESTINATION lib INCLUDES DESTINATION include/gantry)
    endif()
endfunction()

# gantry_compile_off_hot_path(target): for code whose own speed nobody notices, such as the command line. With -O1
# its sources take a third less time to compile than with -O3 (docs/decisions/0158).
function(gantry_compile_off_hot_path target)
    target_compile_options(${target} PRIVATE $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-O1>)
endfunction()

# gantry_use_tls_descriptors(target)
# A shared object then finds its thread-local variables without a call of the C library, where the compiler knows how
# (docs/decisions/0034). The linker takes this out again for programs. Not under sanitizers, which watch those calls.
include(CheckCXXCompilerFlag)
check_cxx_compiler_flag(-mtls-dialect=gnu2 GANTRY_HAS_TLS_DESCRIPTORS)
function(gantry_use_tls_descriptors target)
    if(GANTRY_HAS_TLS_DESCRIPTORS AND NOT GANTRY_SANITIZE)
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-mtls-dialect=gnu2>)
    endif()
endfunction()

# CMake drops words it does not know without a sound; our functions refuse them.
function(gantry_reject_unknown function_name words)
    if(words)
        message(FATAL_ERROR "${function_name}: unknown arguments: ${words}")
    endif()
endfunction()

# gantry_compress(file): makes FILE.gz of it while building, without name and time of the file, as Debian wants manual
# pages and changelogs.
find_program(GANTRY_GZIP gzip REQUIRED)
mark_as_advanced(GANTRY_GZIP)
function(gantry_compress file)
    add_custom_command(OUTPUT "${file}.gz" COMMAND "${GANTRY_GZIP}" -9nc "${file}" > "${file}.gz" DEPENDS "${file}"
        VERBATIM)
endfunction()

# gantry_find_mpi_at_run_time(TARGET): of a target that is linked to MPI::MPI_C, after find_package(MPI). The dynamic linker
# finds the MPI of a distribution by itself; only one that is elsewhere has its folder in the installed file.
function(gantry_find_mpi_at_run_time target)
    file(GLOB linked "/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/libmpi.so.*")
    if(linked AND MPI_C_LIBRARIES MATCHES "^/usr/lib/")
        set_target_properties(${target} PROPERTIES INSTALL_RPATH_USE_LINK_PATH OFF)
    endif()
endfunction()
