# Programs of MPICH, by the module for it and by that for another MPI. What is counted of them is what is counted of the same
# programs under the other MPI.
foreach(name IN ITEMS ring requests communicators endings one_sided threads)
    add_executable(mpich_${name} programs/${name}.c)
    target_link_libraries(mpich_${name} PRIVATE gantry_mpich Threads::Threads gantry_build_options)
    # MPICH's header says that statuses are written, also where they are ignored.
    target_compile_options(mpich_${name} PRIVATE $<$<C_COMPILER_ID:GNU>:-Wno-stringop-overflow>)
    set_target_properties(mpich_${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests/mpi")
endforeach()
# add_mpich_test(sentence ranks words query expression)
function(add_mpich_test sentence ranks words query expression)
    add_measured_ranks_test("${sentence}" "--output mpirun.gantry -- ${GANTRY_MPICH_MPIRUN} -n ${ranks} ${words}" "${query}" "${expression}")
endfunction()
add_mpich_test("a program of MPICH is measured by the module for it" 3 $<TARGET_FILE:mpich_ring>
    "SELECT sum(count) AS messages, sum(sum) AS bytes FROM events WHERE name LIKE 'MPI message%'"
    "^messages,bytes\n300,1200000(.0)?\n$")
add_mpich_test("under MPICH persistent and cancelled requests and derived types are counted right" 2 $<TARGET_FILE:mpich_requests>
    "${moved}" "${requests}$")
add_mpich_test("under MPICH messages are counted for each communicator, by one name on all its ranks" 4 $<TARGET_FILE:mpich_communicators>
    "${of_each}"
    "^communicator,pairs,messages,bytes\nMPI_COMM_WORLD,4,4,32(.0)?\nMPI_COMM_WORLD.1,4,4,32(.0)?\nMPI_COMM_WORLD.2@0,2,2,16(.0)?\nMPI_COMM_WORLD.2@2,2,2,16(.0)?\nbetween @0 and @2,4,4,32(.0)?\n$")
add_mpich_test("under MPICH one-sided calls count from where the bytes come to where they go" 2 $<TARGET_FILE:mpich_one_sided>
    "SELECT sum(count) AS transfers, sum(sum) AS bytes FROM events WHERE name LIKE 'MPI one-sided%'"
    "^transfers,bytes\n6,64(.0)?\n$")
add_mpich_test("under MPICH four threads of each rank communicate at once, and every message is counted" 2 $<TARGET_FILE:mpich_threads>
    "${of_threads}" "${every_message}")
add_mpich_test("under MPICH a rank that dies leaves what all of them have measured" 4 "$<TARGET_FILE:mpich_endings> die"
    "SELECT max(ranks) AS ranks FROM over_ranks WHERE group_name = 'MPI'" "(^|\n)ranks\n4\n$")
add_shell_rank_test("under MPICH every message of a traced run is matched with its receive"
    "rm -f mpirun.*; $<TARGET_FILE:gantry> exec --quiet --trace full --output mpirun.gantry -- ${GANTRY_MPICH_MPIRUN} -n 2 $<TARGET_FILE:mpich_requests> 2> messages.txt; $<TARGET_FILE:gantry> trace --messages mpirun.gantry"
    "Messages +12 messages matched, 0 never received, 0 without a send, 0 of differing size\n")
add_shell_rank_test("a program of another MPI than the module's runs unmeasured, and the report says so once"
    "LD_PRELOAD=$<TARGET_FILE:module_mpi> $<TARGET_FILE:gantry> exec --modules none --output x.gantry -- ${GANTRY_MPICH_MPIRUN} -n 2 $<TARGET_FILE:mpich_ring> > messages.txt 2>&1; echo status $?; grep -c 'calls of MPI are not measured: the program uses MPICH' messages.txt; $<TARGET_FILE:gantry> query --csv x.gantry \"SELECT count(*) AS found FROM events\""
    "^status 0\n1\nfound\n0\n")
