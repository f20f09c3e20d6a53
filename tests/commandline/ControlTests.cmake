# What the command line promises of runs that listen.
add_command_test(NAME "a run that listens swaps a provider on request while it runs, and leaves no socket" STATUS 0
    OUTPUT "midpoint function -> square function .guarded, swapped once.\n.*gantry: the program runs its script.*--stay.*\nstatus 1\ngantry: --listen: another program listens at 'app.control'[^\n]*\nstatus 2\nstatus 143\nthe socket is gone\ngantry: no program listens at .*gantry run --listen.*\nstatus 1\n$"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/talk_while_running ${gantry} ${files}/long.rc)
add_command_test(NAME "a run with --stay runs again on request and ends with the requested status" STATUS 0
    OUTPUT "^gantry: ctl:2:1: error: unknown command 'dispaly'[^\n]*\nstatus 1\n{\"request\":1,\"ok\":true,\"output\":\"CXXDriver0 [^\n]*}\n{\"request\":2,\"ok\":true,\"output\":\"\",\"end\":5}\nstatus 5\n3\n$"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/talk_after_script ${gantry} ${tutorial})
add_command_test(NAME "staying without listening is wrong usage" STATUS 2 MESSAGE "--stay requires --listen SOCKET"
    COMMAND ${gantry} run --stay ${tutorial})
add_command_test(NAME "a folder that others can enter is no place to listen, and the script is not run" STATUS 2
    OUTPUT "^$" MESSAGE "--listen: the folder . of the socket is not private to this user.*give a name without '/'"
    COMMAND sh -c "chmod 755 . && ${gantry} run --no-archive --listen ./app ${tutorial}")
add_command_test(NAME "ctl without a socket is wrong usage" STATUS 2 MESSAGE "usage: gantry ctl" COMMAND ${gantry} ctl)
add_command_test(NAME "an invalid timeout is a usage error" STATUS 2 MESSAGE "--timeout takes a number of seconds above 0"
    COMMAND ${gantry} ctl --timeout soon app chain)
add_command_test(NAME "ctl reports a socket on which no run listens" STATUS 1 MESSAGE "the folder none of the socket can ?not be opened"
    COMMAND ${gantry} ctl none/app chain)
