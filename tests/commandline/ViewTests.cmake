# What the command line promises of runs in a browser.
add_command_test(NAME "a run is served to the owner of its key alone, until a signal" STATUS 0
    OUTPUT "^True\n0o600\n401 ok\n200 421 403\n200 True 401 200\nTrue 200 True\n404 404 404 404 1 gantry: cannot listen on 127.0.0.1: Address already in use. choose another --port[^\n]*\n0 False\n$"
    COMMAND sh -c "${gantry} run --quiet --trace drain --archive run.gantry ${tutorial} >log && ${CMAKE_CURRENT_SOURCE_DIR}/scripts/view_served ${gantry} run.gantry")
add_command_test(NAME "view without a run is wrong usage" STATUS 2 MESSAGE "RUN is missing" COMMAND ${gantry} view)
add_command_test(NAME "view says which run it cannot read" STATUS 1 MESSAGE "none.gantry" COMMAND ${gantry} view --no-open none.gantry)
add_command_test(NAME "an invalid port is a usage error" STATUS 2 MESSAGE "--port" COMMAND ${gantry} view --port 70000 run.gantry)
add_command_test(NAME "pages cannot save a project unless one is opened" STATUS 2 MESSAGE "--allow-control lets pages save a project; none is opened"
    COMMAND ${gantry} view --no-open --allow-control ${PROJECT_SOURCE_DIR}/tests/commandline/files/small.json)
add_command_test(NAME "a key is not written to an existing file" STATUS 2 MESSAGE "--key-file: key: File exists; name a file that does not exist yet"
    COMMAND sh -c "touch key && ${gantry} view --no-open --key-file key ${PROJECT_SOURCE_DIR}/tests/commandline/files/small.json")
set(served_live "^True runs\nhello gantry-live runs False\nNone True True True True True\n.True, True, True.\n0 gantry-profile True\ngantry: --key-file: key: others may read it. chmod 600 key\ngantry: --connect needs the key of the server: start it with[^\n]*\n2 gantry: --connect: the key is not the one of the server at URL[^\n]*\nended\n0 True\n0 True\n0 True\nTrue\n0\n$")
add_command_test(NAME "a program that runs is served live, and its last state when it has ended" STATUS 0
    OUTPUT "${served_live}"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/serve_live ${gantry} ${files}/long.rc)
add_command_test(NAME "a program is served by its own name, also if another process started the server" STATUS 0 OUTPUT "${served_live}"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/serve_live ${gantry} ${files}/long.rc --with-parent)
add_command_test(NAME "serve without a program is wrong usage" STATUS 2 MESSAGE "PID.SEGMENT is missing" COMMAND ${gantry} serve)
add_command_test(NAME "serve names a process that is not measured" STATUS 1 MESSAGE "gantry ps" COMMAND ${gantry} serve --no-open 999999999)
foreach(url IN ITEMS 127.0.0.1:8080 http://127.0.0.1 http://127.0.0.1:0 http://example.org:80 http://127.0.0.1.example.org:80
        https://127.0.0.1:80 unix:relative http://localhost:99999 http://localhost:8080x)
    add_command_test(NAME "top connects to no address such as ${url}" STATUS 2 MESSAGE "--connect: .${url}. is not an address of a server of Gantry"
        COMMAND sh -c "GANTRY_KEY=0123456789 exec ${gantry} top --once --connect ${url}")
endforeach()
add_command_test(NAME "a link is not for top" STATUS 2 MESSAGE "--connect: a link with a token is for one browser"
    COMMAND sh -c "GANTRY_KEY=0123456789 exec ${gantry} top --connect 'http://127.0.0.1:80/?token=0123'")
add_command_test(NAME "top reports an address at which no server listens" STATUS 1 MESSAGE "http://127.0.0.1:1: no reply"
    COMMAND sh -c "GANTRY_KEY=0123456789 exec ${gantry} top --once --connect http://127.0.0.1:1")
add_command_test(NAME "top takes an address or a process" STATUS 2 MESSAGE "takes the place of" COMMAND ${gantry} top --connect http://127.0.0.1:1 4711)
add_command_test(NAME "a key without an address is wrong usage" STATUS 2 MESSAGE "--key-file belongs to --connect" COMMAND ${gantry} top --key-file key 4711)
add_command_test(NAME "every path of the OpenAPI document is served as it says" STATUS 0 OUTPUT "^[0-9]+ replies checked, 0 faults\n$"
    COMMAND sh -c "${gantry} run --quiet --trace drain --archive run.gantry ${tutorial} >log && ${CMAKE_CURRENT_SOURCE_DIR}/scripts/api_conforms ${gantry} ${PROJECT_SOURCE_DIR}/docs/formats/http-api.openapi.json run.gantry ${files}/long.rc")
add_test(NAME "commandline.the OpenAPI document is valid"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/openapi_valid ${PROJECT_SOURCE_DIR}/docs/formats/http-api.openapi.json)
set_tests_properties("commandline.the OpenAPI document is valid" PROPERTIES LABELS system SKIP_RETURN_CODE 77)
add_command_test(NAME "a run is shown while it runs, a page swaps a provider and saves no file, and its archive is shown at the end" STATUS 0
    OUTPUT "^401\n101 runs True\nTrue True True\nTrue True True\nTrue True True\nTrue\nTrue\nTrue\n(False this command is not for a browser: those\n)+True\n-?[0-9]+\nFalse\nserved.gantry False True\n-?[0-9]+\n$"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/serve_run ${gantry} ${files}/long.rc ${files}/steady.rc)
add_command_test(NAME "a run of milliseconds has its link first, and is shown until Ctrl-C or ends by itself" STATUS 0
    OUTPUT "^True True\n200 True\n0\nTrue True True\nTrue False 0\n$"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/serve_short ${gantry} ${PROJECT_SOURCE_DIR}/examples/integrators/first.rc)
foreach(option IN ITEMS --allow-control "--port 8080" --no-open "--key-file key")
    string(REGEX MATCH "^[a-z-]+" name "${option}")
    add_command_test(NAME "${name} of run requires --serve" STATUS 2 MESSAGE "${name} goes with --serve"
        COMMAND sh -c "exec ${gantry} run ${option} ${tutorial}")
endforeach()
add_command_test(NAME "pages change no assembly of another process" STATUS 1 MESSAGE "no program listens at"
    COMMAND sh -c "GANTRY_SEGMENT_DIR=$PWD/s ${gantry} run --quiet --no-archive ${files}/long.rc >log 2>&1 & run=$!; export GANTRY_SEGMENT_DIR=$PWD/s; ${gantry} serve --no-open --wait 60 --allow-control none $run; status=$?; kill $run; exit $status")
add_command_test(NAME "a folder of runs is shown, and one without any is named" STATUS 2 MESSAGE "the folder has no run" COMMAND sh -c "mkdir empty && exec ${gantry} view --no-open empty")
add_command_test(NAME "a run is served at a Unix socket for its user alone" STATUS 0 OUTPUT "^0o600\n401\n200\n0 False\n$"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/view_socket ${gantry} ${PROJECT_SOURCE_DIR}/tests/commandline/files/small.json)
add_command_test(NAME "a folder that others can enter is no place for the socket of a server" STATUS 2 MESSAGE "is not private to this user"
    COMMAND sh -c "chmod 755 . && exec ${gantry} view --no-open --socket ./web ${PROJECT_SOURCE_DIR}/tests/commandline/files/small.json")
