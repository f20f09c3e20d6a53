# Traces of all ranks of a run. ring: the words that run the ring of components.
foreach(trace IN ITEMS latest:4MiB drain full)
    add_shell_rank_test("a run of four ranks traced by ${trace} has the traces of all of them beside its one archive"
        "rm -f run.*; ${GANTRY_MPIRUN} -n 4 $<TARGET_FILE:gantry> run --quiet --exact --trace ${trace} --archive run.gantry ${ring} > messages.txt 2>&1 && ls run.* && $<TARGET_FILE:gantry> trace --messages run.gantry | tail -n 3; cat messages.txt"
        "^run.gantry\nrun.rank0.trace\nrun.rank1.trace\nrun.rank2.trace\nrun.rank3.trace\n\nMessages +400 messages matched, 0 never received, 0 without a send, 0 of differing size\nClock +the ranks read one clock[^\n]*\n$")
endforeach()
add_shell_rank_test("the report of a traced run of ranks names their traces, and each of them has the calls of its rank"
    "rm -f run.*; ${GANTRY_MPIRUN} -n 3 $<TARGET_FILE:gantry> run --exact --trace drain --archive run.gantry ${ring} 2>&1 | grep ^Trace; for r in 0 1 2; do $<TARGET_FILE:gantry> trace --csv --timer 'MPI_Sendrecv*' run.rank$r.trace 2>&1 | grep -c ,stop,; done"
    "^Trace +run.rank0.trace to run.rank2.trace: [0-9]+ records, [0-9]+ bytes, 0 lost\n100\n100\n100\n$")
add_shell_rank_test("traces of an earlier run of ranks stay with its archive"
    "rm -f ring*; for run in 1 2; do ${GANTRY_MPIRUN} -n 2 $<TARGET_FILE:gantry> run --quiet --trace drain ${ring} > messages.txt 2>&1; done; ls ring*; $<TARGET_FILE:gantry> trace ring.gantry 2>&1"
    "^ring-2.gantry\nring-2.rank0.trace\nring-2.rank1.trace\nring.gantry\nring.rank0.trace\nring.rank1.trace\ngantry: ring.gantry: its ranks have a trace each; list one of them, such as ring.rank0.trace, or ask all by --messages or --query\n$")
add_shell_rank_test("an archive that is replaced loses the traces of its ranks, too"
    "rm -f run.*; for ranks in 3 2; do ${GANTRY_MPIRUN} -n $ranks $<TARGET_FILE:gantry> run --quiet --trace drain --archive run.gantry ${ring} > messages.txt 2>&1; done; ls run.*"
    "^run.gantry\nrun.rank0.trace\nrun.rank1.trace\n$")
add_shell_rank_test("ranks without an archive keep what they drained"
    "rm -f ring.*; ${GANTRY_MPIRUN} -n 2 $<TARGET_FILE:gantry> run --quiet --trace drain --no-archive ${ring} > messages.txt 2>&1; ls ring.*; cat messages.txt"
    "^ring.trace.0\nring.trace.1\n$")
add_shell_rank_test("a traced run that measures CPU time has that of each rank between its calls of MPI"
    "rm -f run.*; ${GANTRY_MPIRUN} -n 2 $<TARGET_FILE:gantry> run --quiet --exact --metrics wall,cpu --trace drain --archive run.gantry ${ring} > messages.txt 2>&1; $<TARGET_FILE:gantry> trace run.rank1.trace 2>&1 | grep -c 'MPI CPU before'"
    "^100\n$")
