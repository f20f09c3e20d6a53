# What the command line promises of segments.
set(nowhere ${CMAKE_COMMAND} -E env GANTRY_SEGMENT_DIR=segments)

add_command_test(NAME "ps reports that no program is being measured" STATUS 0
    OUTPUT "^no program is being measured, and none has left a segment in segments\n$" COMMAND ${nowhere} ${gantry} ps)
add_command_test(NAME "ps prints an empty JSON list if no program is being measured" STATUS 0 OUTPUT "^..\n$"
    COMMAND ${nowhere} ${gantry} ps --json)
add_command_test(NAME "a process that is not measured is named" STATUS 1
    MESSAGE "process 1 is not being measured.*gantry ps" COMMAND ${nowhere} ${gantry} top --once 1)
add_command_test(NAME "a segment that is missing is named" STATUS 1 MESSAGE "gone.segment: No such file"
    COMMAND ${gantry} recover gone.segment)
add_command_test(NAME "what is not a segment is refused" STATUS 4 MESSAGE "small.json: not a segment"
    COMMAND ${gantry} recover ${files}/small.json)
add_command_test(NAME "top refuses what is not a segment" STATUS 4 MESSAGE "wrong.rc: not a segment"
    COMMAND ${gantry} top --once ${files}/wrong.rc)
add_command_test(NAME "an invalid interval is a usage error" STATUS 2 MESSAGE "--interval takes seconds"
    COMMAND ${gantry} top --interval soon 1)
add_command_test(NAME "top without a process is wrong usage" STATUS 2 MESSAGE "PID.SEGMENT is missing" COMMAND ${gantry} top --once)
add_command_test(NAME "top --all reports that no run is being measured" STATUS 1 MESSAGE "no program is being measured" COMMAND ${nowhere} ${gantry} top --all --once)
add_command_test(NAME "top --all shows no threads apart" STATUS 2 MESSAGE "so --threads has no meaning with it" COMMAND ${gantry} top --all --threads)
if(NOT GANTRY_SANITIZE)
    set(top_ranks ${CMAKE_CURRENT_SOURCE_DIR}/scripts/top_ranks ${gantry})
    add_command_test(NAME "top shows every rank that a launcher has started, from outside" STATUS 0
        OUTPUT "^rank +process +state +threads +calls +calls/s +measured +busy in\n +0 +[0-9]+ +live [^\n]*\n +1 +[0-9]+ +live [^\n]*\n +2 +[0-9]+ +live [^\n]*\n$"
        COMMAND ${top_ranks} LAUNCHER)
    add_command_test(NAME "top shows as many ranks as asked for" STATUS 0 OUTPUT " 0 +[0-9]+ +live [^\n]*\nand 2 more\n$" COMMAND ${top_ranks} --top 1 LAUNCHER)
    add_command_test(NAME "top lists the runs if several are measured and none is named" STATUS 1 MESSAGE "several runs are being measured$<SEMICOLON> name a process of one of them:[ \n]+[0-9]+, [0-9]+, [0-9]+" COMMAND ${top_ranks})
    add_command_test(NAME "top prints the ranks of a run as JSON" STATUS 0 OUTPUT "^{\"ranks\":..\"rank\":0,\"pid\":[0-9]+,\"live\":true,.*\"rank\":2," COMMAND ${top_ranks} --json LAUNCHER)
endif()
add_command_test(NAME "an unknown sort order of top is a usage error" STATUS 2 MESSAGE "--sort takes rate"
    COMMAND ${gantry} top --sort colour 1)
add_command_test(NAME "one output for several segments is wrong usage" STATUS 2 MESSAGE "--output goes with one segment"
    COMMAND ${gantry} recover --output x.gantry a b)
add_command_test(NAME "a run is monitored while it runs, and recovered after it was killed" STATUS 0
    OUTPUT "live .*call path.*driver::go drivers::CXXDriver => midpoint::integrate .*stale.*recovered-[0-9]+.gantry: .*evaluate.*did not exit normally.*no program is being measured"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/kill_measured ${gantry} ${files}/long.rc)
foreach(end IN ITEMS "INT:130:Interrupt" "TERM:143:Terminated")
    string(REPLACE ":" ";" end "${end}")
    list(GET end 0 signal)
    list(GET end 1 status)
    list(GET end 2 name)
    add_command_test(NAME "a run that SIG${signal} ends reports what it measured and says how to recover it" STATUS 0
        OUTPUT "^status ${status}\n.*Profile    wall.*pi +functions::PiFunction +evaluate .*gantry: [^\n]*long.rc was ended by ${name}; what it had measured until then is in [^\n]*segment; next: gantry recover [0-9]+\n.*recovered-[0-9]+.gantry: .*evaluate.*no program is being measured"
        COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/end_by_signal ${gantry} ${signal} ${files}/long.rc)
endforeach()
if(NOT GANTRY_SANITIZE)
    add_command_test(NAME "a run that crashes says how to recover what it measured" STATUS 0
        OUTPUT "^status 139\ngantry: [^\n]*long.rc was ended by Segmentation fault; what it had measured until then is in [^\n]*segment; next: gantry recover [0-9]+\n.*recovered-[0-9]+.gantry: .*evaluate.*no program is being measured"
        COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/end_by_signal ${gantry} SEGV ${files}/long.rc)
endif()
find_program(GANTRY_PYTHON3 python3)
if(GANTRY_PYTHON3)
    add_command_test(NAME "each key of top does what it says, in a terminal" STATUS 0 OUTPUT "^each key did what it says\n$"
        COMMAND ${GANTRY_PYTHON3} ${CMAKE_CURRENT_SOURCE_DIR}/scripts/top_keys ${gantry} ${files}/long.rc)
endif()
