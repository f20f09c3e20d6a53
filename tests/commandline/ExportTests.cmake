# What `gantry export` promises, apart from what is in the files: that is in tests/exporters.
add_command_test(NAME "export lists what its formats cannot carry" STATUS 0
    OUTPUT "^callgrind +[^\n]*\n.*without: .*\nchrome +.*needs a trace\n.*\ntau " COMMAND ${gantry} export --list)
add_command_test(NAME "the list of export formats fits into 80 columns" STATUS 0 OUTPUT "^$"
    COMMAND sh -c "${gantry} export --list | grep -E '.{81}' || :")
add_command_test(NAME "a format of traces says how a trace is kept" STATUS 1
    MESSAGE "small.json: there is no trace in it, which the format chrome needs; `gantry run --trace drain`"
    COMMAND ${gantry} export --to chrome ${small})
add_command_test(NAME "a window of a format without times is wrong usage" STATUS 2
    MESSAGE "--window selects a part of a trace, which the format csv does not contain"
    COMMAND ${gantry} export --to csv --window 1:2 ${small})
add_command_test(NAME "an invalid window is a usage error" STATUS 2 MESSAGE "--window: .*begins after its end: '2:1'"
    COMMAND ${gantry} export --to chrome --window 2:1 ${small})
add_command_test(NAME "invalid ranks are a usage error" STATUS 2 MESSAGE "--ranks: takes ranks such as 0 or 0,4:7, not '1-3'"
    COMMAND ${gantry} export --to csv --ranks 1-3 ${small})
add_command_test(NAME "a rank that is not in the run is named as missing" STATUS 1 MESSAGE "none of the selected ranks"
    COMMAND ${gantry} export --to csv --ranks 5 ${small})
add_command_test(NAME "a format of several files needs a folder" STATUS 2 MESSAGE "--output FOLDER is missing: the format tau"
    COMMAND ${gantry} export --to tau ${small})
add_command_test(NAME "several files are the ranks of one run" STATUS 0
    OUTPUT "\"rank\":0,\"thread\":0.*\"rank\":1,\"thread\":2" COMMAND ${gantry} export --to ndjson ${small} ${small})
add_command_test(NAME "selected ranks alone are exported" STATUS 0 OUTPUT "^1\n$"
    COMMAND sh -c "${gantry} export --to ndjson --ranks 1 ${small} ${small} | grep -o '\"rank\":[0-9]*' | sort -u | cut -d: -f2")
add_command_test(NAME "an export that does not fit leaves no half file" STATUS 0
    OUTPUT "^gantry: cannot write out.json: File too large\nstatus 1\nold\n$" COMMAND sh -c
    "echo old > out.json$<SEMICOLON> (trap '' XFSZ$<SEMICOLON> ulimit -f 1$<SEMICOLON> ${gantry} export --to json --output out.json ${small} 2>&1$<SEMICOLON> echo status $?)$<SEMICOLON> cat *")
add_command_test(NAME "an export that does not fit leaves no half folder" STATUS 0
    OUTPUT "^gantry: cannot write .*profile.0.0.0: File too large\nstatus 1\n$" COMMAND sh -c
    "(trap '' XFSZ$<SEMICOLON> ulimit -f 0$<SEMICOLON> ${gantry} export --to tau --output out.tau ${small} 2>&1$<SEMICOLON> echo status $?)$<SEMICOLON> ls")
add_command_test(NAME "an export to a full standard output fails" STATUS 1 MESSAGE "standard output could not be written"
    COMMAND sh -c "${gantry} export --to json ${small} > /dev/full")
