# cmake -DPREFIX=DIR -DFOLDER=DIR -DLANGUAGE=NAME -P New.cmake: what `gantry new` writes builds, loads and keeps its
# contracts, and is the person's from then on.
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/Steps.cmake")

file(REMOVE_RECURSE "${FOLDER}")
file(COPY "${CMAKE_CURRENT_LIST_DIR}/foreign/thermo.sidl" DESTINATION "${FOLDER}")
set(new "${PREFIX}/bin/gantry" new component mine.NewPart --language ${LANGUAGE} --directory "${FOLDER}"
    --sidl "${FOLDER}/thermo.sidl"
    --provides function:numeric.FunctionPort integrate:numeric.IntegratorPort random:numeric.RandomGeneratorPort
        material:thermo.MaterialPort go:gov.cca.ports.GoPort
    --uses f:numeric.FunctionPort other:thermo.MaterialPort)
run_step(${new})
expect("the files are named" "${output}" "mine/new_part: CMakeLists.txt NewPart.* new_part.rc README.md" "Next +cmake -S")

set(source "${FOLDER}/mine/new_part")
set(build "${source}/build")
run_step("${CMAKE_COMMAND}" -S "${source}" -B "${build}" -G Ninja "-DCMAKE_PREFIX_PATH=${PREFIX}"
    "-DCMAKE_C_FLAGS=-Wall -Wextra -Wpedantic -Werror" "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Werror")
run_step("${CMAKE_COMMAND}" --build "${build}" -j 1)
run_step("${CMAKE_CTEST_COMMAND}" --test-dir "${build}" --no-tests=error)
set(passed gov.cca.Component numeric.FunctionPort numeric.IntegratorPort numeric.RandomGeneratorPort)
foreach(type IN LISTS passed)
    expect("a fresh component keeps the contract of ${type}" "${output}" "contract\\.${type}\\.mine_new_part \\.+ +Passed")
endforeach()
run_step("${PREFIX}/bin/gantry" run --no-archive --path "${build}/lib/gantry" "${source}/new_part.rc")
expect("the script shows the ports" "${output}" "provides material thermo.MaterialPort" "uses other thermo.MaterialPort")

# Nothing that is built or generated again touches what a person wrote.
file(GLOB written LIST_DIRECTORIES OFF "${source}/*")
foreach(file IN LISTS written)
    file(APPEND "${file}" "\n")
    file(SHA256 "${file}" before_${file})
endforeach()
file(APPEND "${FOLDER}/thermo.sidl" "\n// changed\n")
run_step("${CMAKE_COMMAND}" --build "${build}" -j 1)
execute_process(COMMAND ${new} RESULT_VARIABLE status OUTPUT_VARIABLE output ERROR_VARIABLE messages)
expect("a second time is refused" "${status} ${messages}" "^1 gantry: .*mine/new_part exists already")
foreach(file IN LISTS written)
    file(SHA256 "${file}" after)
    if(NOT after STREQUAL before_${file})
        message(FATAL_ERROR "${file} was changed")
    endif()
endforeach()
file(GLOB now LIST_DIRECTORIES OFF "${source}/*")
if(NOT now STREQUAL written)
    message(FATAL_ERROR "other files than a person's: ${now}")
endif()

# A port that has no body yet is neither passed nor failed: it is skipped.
run_step("${PREFIX}/bin/gantry" new component mine.Bare --language ${LANGUAGE} --directory "${FOLDER}"
    --provides upcalls:parallel.Upcalls)
set(source "${FOLDER}/mine/bare")
run_step("${CMAKE_COMMAND}" -S "${source}" -B "${source}/build" -G Ninja "-DCMAKE_PREFIX_PATH=${PREFIX}")
run_step("${CMAKE_COMMAND}" --build "${source}/build" -j 1)
run_step("${CMAKE_CTEST_COMMAND}" --test-dir "${source}/build" --no-tests=error)
expect("what is not written yet is skipped" "${output}"
    "contract\\.gov\\.cca\\.Component\\.mine_bare \\.+ +Passed" "contract\\.parallel\\.Upcalls\\.mine_bare \\.+\\*\\*\\*Skipped")

# The printed steps build and test it; and a project that has found Gantry takes the folder in as it is.
file(REMOVE_RECURSE "${FOLDER}/mine")
run_step("${PREFIX}/bin/gantry" new component mine.Bare --language ${LANGUAGE} --directory "${FOLDER}"
    --provides function:numeric.FunctionPort)
string(REGEX MATCH "Next +(cmake -S [^\n]*)\n +(cmake --build [^\n]*)\n +([^\n]* run --path [^\n]*)" steps "${output}")
run_step(sh -c "${CMAKE_MATCH_1} && ${CMAKE_MATCH_2} && ${CMAKE_MATCH_3}")
expect("the printed steps test and run the component" "${output}" "100% tests passed"
    "provides function numeric.FunctionPort")
file(WRITE "${FOLDER}/CMakeLists.txt" "cmake_minimum_required(VERSION 3.25)\nproject(all LANGUAGES C CXX)\n"
    "if(\"${LANGUAGE}\" STREQUAL \"fortran\")\n    enable_language(Fortran)\nendif()\n"
    "find_package(gantry REQUIRED)\nenable_testing()\nadd_subdirectory(mine/bare)\n")
run_step("${CMAKE_COMMAND}" -S "${FOLDER}" -B "${FOLDER}/build" -G Ninja "-DCMAKE_PREFIX_PATH=${PREFIX}")
run_step("${CMAKE_COMMAND}" --build "${FOLDER}/build" -j 1)
run_step("${PREFIX}/bin/gantry" components --path "${FOLDER}/build/lib/gantry" mine.Bare)
expect("the component of the project is listed" "${output}" "mine.Bare" "lib/gantry/mine_bare.so")
