# What the command line promises of runs in a browser.
add_command_test(NAME "a run is served to the owner of its key alone, until a signal" STATUS 0
    OUTPUT "^True\n0o600\n401 ok\n200 421 403\n200 True 401 200\nTrue 200 True\n404 404 404 404 1 gantry: cannot listen on 127.0.0.1: Address already in use. choose another --port[^\n]*\n0 False\n$"
    COMMAND sh -c "${gantry} run --quiet --trace drain --archive run.gantry ${tutorial} >log && ${CMAKE_CURRENT_SOURCE_DIR}/view_served ${gantry} run.gantry")
add_command_test(NAME "view without a run is wrong usage" STATUS 2 MESSAGE "RUN is missing" COMMAND ${gantry} view)
add_command_test(NAME "view says which run it cannot read" STATUS 1 MESSAGE "none.gantry" COMMAND ${gantry} view --no-open none.gantry)
add_command_test(NAME "a port that is none is wrong usage" STATUS 2 MESSAGE "--port" COMMAND ${gantry} view --port 70000 run.gantry)
add_command_test(NAME "a key goes into no file that exists" STATUS 2 MESSAGE "--key-file: key: File exists; name a file that does not exist yet"
    COMMAND sh -c "touch key && ${gantry} view --no-open --key-file key ${PROJECT_SOURCE_DIR}/tests/commandline/files/small.json")
add_command_test(NAME "a program that runs is served live, and its last state when it has ended" STATUS 0
    OUTPUT "^True\nTrue True True True\nFalse\nTrue\n0\n$"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/serve_live ${gantry} ${files}/long.rc)
add_command_test(NAME "serve without a program is wrong usage" STATUS 2 MESSAGE "PID.SEGMENT is missing" COMMAND ${gantry} serve)
add_command_test(NAME "serve says of which process nothing is measured" STATUS 1 MESSAGE "gantry ps" COMMAND ${gantry} serve --no-open 999999999)
