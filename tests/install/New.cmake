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
expect("the files are named" "${output}" "CMakeLists.txt NewPart.* new_part.rc README.md" "Next +cmake -S")

set(source "${FOLDER}/new_part")
set(build "${source}/build")
run_step("${CMAKE_COMMAND}" -S "${source}" -B "${build}" -G Ninja "-DCMAKE_PREFIX_PATH=${PREFIX}"
    "-DCMAKE_C_FLAGS=-Wall -Wextra -Wpedantic -Werror" "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Wpedantic -Werror")
run_step("${CMAKE_COMMAND}" --build "${build}" -j 1)
run_step("${CMAKE_CTEST_COMMAND}" --test-dir "${build}" --no-tests=error)
set(passed gov.cca.Component numeric.FunctionPort numeric.IntegratorPort numeric.RandomGeneratorPort)
foreach(type IN LISTS passed)
    expect("a fresh component keeps the contract of ${type}" "${output}" "contract\\.${type}\\.new_part \\.+ +Passed")
endforeach()
run_step("${PREFIX}/bin/gantry" run --no-profile --path "${build}/lib/gantry" "${source}/new_part.rc")
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
expect("a second time is refused" "${status} ${messages}" "^1 gantry: .*new_part is there already")
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
set(source "${FOLDER}/bare")
run_step("${CMAKE_COMMAND}" -S "${source}" -B "${source}/build" -G Ninja "-DCMAKE_PREFIX_PATH=${PREFIX}")
run_step("${CMAKE_COMMAND}" --build "${source}/build" -j 1)
run_step("${CMAKE_CTEST_COMMAND}" --test-dir "${source}/build" --no-tests=error)
expect("what is not written yet is skipped" "${output}"
    "contract\\.gov\\.cca\\.Component\\.bare \\.+ +Passed" "contract\\.parallel\\.Upcalls\\.bare \\.+\\*\\*\\*Skipped")
