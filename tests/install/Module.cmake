# cmake -DPREFIX=DIR -DFOLDER=DIR -P Module.cmake: the module of examples/module, as it is installed, against the installed Gantry.
cmake_minimum_required(VERSION 3.25)
include("${CMAKE_CURRENT_LIST_DIR}/Steps.cmake")

file(REMOVE_RECURSE "${FOLDER}")
file(COPY "${PREFIX}/share/doc/gantry/examples/module" DESTINATION "${FOLDER}")
set(build "${FOLDER}/build")
run_step("${CMAKE_COMMAND}" -S "${FOLDER}/module" -B "${build}" -G Ninja "-DCMAKE_PREFIX_PATH=${PREFIX}"
    "-DCMAKE_C_FLAGS=-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Werror")
run_step("${CMAKE_COMMAND}" --build "${build}" -j 1)

run_step("${PREFIX}/bin/gantry" modules --path "${build}")
expect("the module is listed with the others" "${output}" "posix +" "sleeps +where the program sleeps: sleep, usleep")
file(MAKE_DIRECTORY "${FOLDER}/segments")
file(CHMOD "${FOLDER}/segments" PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
run_step("${CMAKE_COMMAND}" -E env "GANTRY_SEGMENT_DIR=${FOLDER}/segments" "${PREFIX}/bin/gantry" exec --quiet --sample none
    --modules usual,sleeps --path "${build}" --output "${FOLDER}/nap.gantry" -- "${build}/nap")
expect("the program runs as before" "${output}" "^awake\n$")

# Somebody else's machine.
file(RENAME "${build}" "${FOLDER}/gone")
run_step("${PREFIX}/bin/gantry" report --module sleeps "${FOLDER}/nap.gantry")
expect("its report is shown without it" "${output}" "Where the program slept" "function +calls +slept +of all +late per call"
    "nanosleep +20 " "usleep +3 ")
run_step("${PREFIX}/bin/gantry" report --module sleeps --fields "${FOLDER}/nap.gantry")
expect("its fields are listed without it" "${output}" "nanosleep +requested +20000000 +ns" "usleep +requested +15000000 +ns")
run_step("${PREFIX}/bin/gantry" report --tree "${FOLDER}/nap.gantry")
expect("its timers are below main" "${output}" "\n  nanosleep sleeps +SLEEP +1 +20 ")
