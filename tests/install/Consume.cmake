# cmake -DPREFIX=DIR -DFOLDER=DIR -DLANGUAGES=LIST -P Consume.cmake: a project of somebody else's against the installed Gantry.
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/Steps.cmake")

file(REMOVE_RECURSE "${FOLDER}")
file(COPY "${CMAKE_CURRENT_LIST_DIR}/foreign" DESTINATION "${FOLDER}")
set(source "${FOLDER}/foreign")
set(build "${FOLDER}/build")
run_step("${CMAKE_COMMAND}" -S "${source}" -B "${build}" -G Ninja "-DCMAKE_PREFIX_PATH=${PREFIX}"
    "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror")
run_step("${CMAKE_COMMAND}" --build "${build}" -j 1)

file(GLOB scripts "${build}/scripts/*.rc")
list(LENGTH scripts number)
list(LENGTH LANGUAGES expected)
if(NOT number EQUAL expected)
    message(FATAL_ERROR "${number} languages instead of ${expected} (${LANGUAGES}): ${scripts}")
endif()
foreach(script IN LISTS scripts)
    run_step("${PREFIX}/bin/gantry" run --no-archive --path "${build}/lib/gantry" "${script}")
    expect("the assembly of foreign and own components runs: ${script}" "${output}"
        "400\\.0 K: 395\\.7500 W.*320\\.0 K: 400\\.7500 W.*200\\.0 K: 408\\.2500 W"
        "at 2000 K: liquid" "refused: nothing is colder than 0 K" "pi +functions::PiFunction +evaluate +3 ")
endforeach()

run_step("${build}/embed" "${build}/lib/gantry")
expect("a program can embed the framework" "${output}" "^embedded: 402\\.0000\n$")

list(GET scripts 0 script)
run_step("${CMAKE_COMMAND}" -E env "GANTRY_METRIC_PATH=${build}/metrics" "${PREFIX}/bin/gantry" run
    --metrics wall,foreign-readings --profile "${FOLDER}/metric.json" --path "${build}/lib/gantry" "${script}")
file(READ "${FOLDER}/metric.json" document)
expect("a foreign metric is measured" "${document}" "\"name\": \"foreign-readings\"" "a counter of its own")

# run_measured(program): its output without the library, and with it.
macro(run_measured)
    run_step(${ARGN})
    set(unmeasured "${output}")
    run_step("${CMAKE_COMMAND}" -E env GANTRY_MEASURE=1 GANTRY_KEEP_SEGMENT=1 "GANTRY_SEGMENT_DIR=${FOLDER}/segments"
        "LD_PRELOAD=${PREFIX}/lib/libgantry.so" ${ARGN})
    set(output "without: ${unmeasured}with: ${output}")
endmacro()
run_measured("${build}/measured_c")
expect("a program in C measures itself, and needs no library" "${output}"
    "^without: measuring: 0, calls: 0\nwith: measuring: 1, calls: 1\n$")
file(GLOB segment "${FOLDER}/segments/*.segment")
run_step("${PREFIX}/bin/gantry" recover --output "${FOLDER}/measured.json" ${segment})
file(READ "${FOLDER}/measured.json" document)
expect("what it has measured can be read" "${document}" "foreign work" "${build}/measured_c" "process.peakMemoryKiB")
run_measured("${build}/measured_cxx")
expect("a program in C++11 does" "${output}" "^without: measuring: 0\nwith: measuring: 1\n$")
if(EXISTS "${build}/measured_fortran")
    run_measured("${build}/measured_fortran")
    expect("a program in Fortran does" "${output}" "^without: calls: 0\nwith: calls: 1\n$")
endif()
find_program(python3 python3)
if(python3)
    run_measured("${CMAKE_COMMAND}" -E env "PYTHONPATH=${PREFIX}/share/gantry/python" PYTHONDONTWRITEBYTECODE=1
        "${python3}" -c "import gantry\nwith gantry.timer('foreign block'): print(gantry.measuring())")
    expect("a program in Python does" "${output}" "^without: False\nwith: True\n$")
endif()
run_step("${CMAKE_CTEST_COMMAND}" --test-dir "${build}" --no-tests=error)
expect("the contract suites run on foreign components" "${output}"
    "contract\\.gov\\.cca\\.Component\\.copper \\.+ +Passed" "contract\\.gov\\.cca\\.Component\\.rod \\.+ +Passed")

run_step("${CMAKE_COMMAND}" --install "${build}" --prefix "${FOLDER}/prefix")
run_step("${PREFIX}/bin/gantry" components --path "${FOLDER}/prefix/lib/gantry" thermo.Copper)
expect("foreign components can be installed" "${output}" "Copper, as far as a rod needs to know it")

run_step("${CMAKE_COMMAND}" --build "${build}")
expect("a second build has nothing to do" "${output}" "no work to do")

# An interface that changes reaches all who use it in one build.
file(READ "${source}/thermo.sidl" text)
string(REPLACE "    /** The samples" "    double density();\n    /** The samples" text "${text}")
file(WRITE "${source}/thermo.sidl" "${text}")
execute_process(COMMAND "${CMAKE_COMMAND}" --build "${build}" -- -k 0
    RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE messages)
if(status EQUAL 0)
    message(FATAL_ERROR "a component that lacks a new method was not built again\n${output}")
endif()
expect("the missing method is named" "${output}${messages}" "density")
