# What the command line promises of traces.
add_command_test(NAME "a drained trace goes into the archive, and its totals are the profile's" STATUS 0
    OUTPUT "traced.trace: 600007 records.*record.*Totals     equal to the profile in 6 call paths.*Totals     not compared, there is no profile.*rows busy.*window     .*where .*state .*longest\n.* busy .*to below .*calls .*total\n.*\"query\":\"shares\".*\"next\":null.*nothing found"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/trace_run ${gantry} ${tutorial})
add_command_test(NAME "the latest records are kept in the archive" STATUS 0
    OUTPUT "Trace      the latest 127 records.*the first [0-9]+ records were overwritten"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/trace_latest ${gantry} ${tutorial})
add_command_test(NAME "a running program is dumped with its trace, and a killed one is recovered with it" STATUS 0
    OUTPUT "dump-[0-9]+.gantry: [^\n]* records? of its trace.*still runs.*recovered-[0-9]+.gantry: [^\n]* records? of its trace.*Totals     "
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/dump_traced ${gantry} ${files}/slow.rc)
add_command_test(NAME "a trace of an unknown kind is wrong usage" STATUS 2
    MESSAGE "--trace: a trace is latest, drain or full.*not 'all'" COMMAND ${gantry} run --trace all ${tutorial})
add_command_test(NAME "an impossible ring size is a usage error" STATUS 2
    MESSAGE "1 KiB to 4 GiB" COMMAND ${gantry} run --trace latest:12 ${tutorial})
add_command_test(NAME "a trace without measuring is wrong usage" STATUS 2
    MESSAGE "--perf none measures nothing, so --trace" COMMAND ${gantry} run --perf none --trace drain ${tutorial})
add_command_test(NAME "a backend that keeps no trace is named" STATUS 2
    MESSAGE "--trace latest: performance.Null can ?not do that" COMMAND ${gantry} run --perf null --trace latest ${tutorial})
add_command_test(NAME "an invalid time is a usage error" STATUS 2 MESSAGE "--from takes a time"
    COMMAND ${gantry} trace --from soon x.trace)
add_command_test(NAME "an unknown query is a usage error" STATUS 2 MESSAGE "--query.*shares"
    COMMAND ${gantry} trace --query colours x.trace)
add_command_test(NAME "an option of queries without a query is wrong usage" STATUS 2 MESSAGE "--limit has a meaning with --query only"
    COMMAND ${gantry} trace --limit 3 x.trace)
add_command_test(NAME "a damaged timeline is refused" STATUS 4 MESSAGE "damaged.timeline: the timeline is damaged at byte 16"
    COMMAND ${gantry} trace --query rows ${files}/damaged.timeline)
add_command_test(NAME "what is not a trace is refused" STATUS 4 MESSAGE "small.json: not a segment"
    COMMAND ${gantry} trace ${files}/small.json)
add_command_test(NAME "dump names a process that is not measured" STATUS 1 MESSAGE "process 1 is not being measured"
    COMMAND ${nowhere} ${gantry} dump 1)
add_command_test(NAME "a signal writes an archive of a run, which continues" STATUS 0
    OUTPUT "signalled.dump-1.gantry.*Trace      [0-9]+ records of 1 thread" COMMAND
    ${CMAKE_CURRENT_SOURCE_DIR}/scripts/dump_on_signal ${gantry} ${files}/slow.rc)
add_command_test(NAME "a trigger without a threshold is wrong usage" STATUS 2 MESSAGE "--dump-on: .* is not EVENT>VALUE"
    COMMAND ${gantry} run --trace latest --dump-on residual ${tutorial})
add_command_test(NAME "a trigger of a drained trace is wrong usage" STATUS 2 MESSAGE "go with --trace latest"
    COMMAND ${gantry} run --trace drain --dump-on "residual>1" ${tutorial})
add_command_test(NAME "a signal that cannot be waited for is wrong usage" STATUS 2 MESSAGE "--dump-on-signal: 'KILL' is not USR1, USR2 or HUP"
    COMMAND ${gantry} run --trace latest --dump-on-signal KILL ${tutorial})
set(frozen ${PROJECT_SOURCE_DIR}/tests/unit/perf/trace/frozen/samples/1)
add_command_test(NAME "a trace lists its kinds of records, and what its timers are" STATUS 0
    OUTPUT "18 +1 +0 +waited +measuring stopped.*timerOperation +timer = 0, operation = .*\"format\": \"gantry-trace-kinds\".*kind,name,fields\n16,timerOperation,"
    COMMAND sh -c "${gantry} run --quiet --trace latest:64KiB --archive a.gantry ${tutorial} && ${gantry} trace --kinds a.gantry && ${gantry} trace --kinds --json a.gantry && ${gantry} trace --kinds --csv a.gantry")
add_command_test(NAME "a trace of a version without descriptions of kinds is reported as such" STATUS 0
    OUTPUT "start +a call begins.*The trace does not describe its kinds: an older version has written it" COMMAND ${gantry} trace --kinds ${frozen}/small.trace)
add_command_test(NAME "kinds, messages and queries are asked one at a time" STATUS 2
    MESSAGE "three questions" COMMAND ${gantry} trace --kinds --query rows ${frozen}/small.trace)
add_command_test(NAME "kinds are those of all records" STATUS 2
    MESSAGE "--kinds counts all records, so --last has no meaning" COMMAND ${gantry} trace --kinds --last 3 ${frozen}/small.trace)
