# What the command line promises of tuning stores and decision logs.
add_command_test(NAME "tuning log shows decisions as a table" STATUS 0
    OUTPUT "^time +choice +repeats +context.*first-try +0.0001 +aborted.* 3 +250 +poisson +cg +incumbent +- +completed"
    COMMAND ${gantry} tuning log ${files}/run.decisions)
add_command_test(NAME "tuning log can be had as JSON" STATUS 0
    OUTPUT "\"format\": \"gantry-decisions\",\n  \"version\": 1,\n  \"entries\": .*\"request\": 3,\n +\"repeats\": 250"
    COMMAND ${gantry} tuning log ${files}/run.decisions --json)
add_command_test(NAME "a decision log that is none is damaged" STATUS 4 MESSAGE "small.json: it is no decision log"
    COMMAND ${gantry} tuning log ${files}/small.json)
add_command_test(NAME "a tuning store that is missing is not made" STATUS 1 OUTPUT "^0\n$" MESSAGE "none.tuning: there is no such tuning store"
    COMMAND sh -c "${gantry} tuning show none.tuning || { ls | wc -l$<SEMICOLON> exit 1$<SEMICOLON> }")
add_command_test(NAME "a tuning store that is none is damaged" STATUS 4 MESSAGE "small.json: the tuning store is damaged .*move it away"
    COMMAND ${gantry} tuning export ${files}/small.json)
add_command_test(NAME "forgetting everything has to be said" STATUS 2 MESSAGE "forget needs --machine"
    COMMAND ${gantry} tuning forget some.tuning)
add_command_test(NAME "tuning of nothing known is wrong usage" STATUS 2 MESSAGE "there is no 'tuning list'"
    COMMAND ${gantry} tuning list some.tuning)
