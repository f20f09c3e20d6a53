# gantry select: what it makes of runs, and of what is not a run.
set(often ${gantry} select --calls 1 --share 100%)
add_command_test(NAME "run reads a selection that select has made" STATUS 0 OUTPUT "# Calls may be missing: the run was stopped\n.*exclude timer work::solve demo.Solver.*integrators::Simpson "
    COMMAND sh -c "${gantry} select --calls 1 --share 100% ${files}/small.json > s.selection && cat s.selection && ${gantry} run --no-archive --select s.selection ${tutorial}")
add_command_test(NAME "a selection is written to a file, and what it saves is printed" STATUS 0
    OUTPUT "^Selection +1 of 3 timers excluded.*work::solve demo.Solver .*Overhead +the measurement overhead of the run is not known.*Partial +the run was stopped.*Written +s.selection\nNext +gantry exec --select s.selection -- PROGRAM\ngantry-selection 1\n"
    COMMAND sh -c "${gantry} select --calls 1 --share 100% --output s.selection ${files}/small.json && cat s.selection")
add_command_test(NAME "what is listed is not excluded" STATUS 0 OUTPUT "0 of 3 timers excluded;.*Not excluded: work::solve.*it is listed"
    COMMAND ${often} --keep "none,work" ${files}/small.json)
add_command_test(NAME "a run without short calls gives a selection without rules" STATUS 0
    OUTPUT "^gantry-selection 1\n# From [^\n]*: 0 of 3 timers excluded;\n.*missing" COMMAND ${gantry} select ${files}/small.json)
add_command_test(NAME "select prints its result for programs" STATUS 0
    OUTPUT "^{\"format\":\"gantry-select\",\"version\":1,.*\"pattern\":\"work::solve demo.Solver\".*}\n$"
    COMMAND ${often} --json ${files}/small.json)
add_command_test(NAME "the rules of a selection are kept when more are added" STATUS 0
    OUTPUT "exclude timer work::solve demo.Solver\n# The rules there were.\nexclude group .\n"
    COMMAND sh -c "printf 'gantry-selection 1\\nexclude group ?\\n' > old && ${gantry} select --calls 1 --share 100% --extend old ${files}/small.json")
add_command_test(NAME "select without a run is wrong usage" STATUS 2 MESSAGE "RUN is missing" COMMAND ${gantry} select)
add_command_test(NAME "a run that is not there cannot be selected from" STATUS 2 MESSAGE "none.gantry" COMMAND ${gantry} select none.gantry)
add_command_test(NAME "a file that is not a run cannot be selected from" STATUS 4 OUTPUT "^$" MESSAGE "wrong.rc: is neither an archive"
    COMMAND ${gantry} select ${files}/wrong.rc)
add_command_test(NAME "a damaged archive cannot be selected from, and no file is written" STATUS 4 OUTPUT "^$"
    COMMAND sh -c "${gantry} import ${files}/small.json --output a.gantry > import.txt && head -c 5000 a.gantry > b.gantry && ${gantry} select --output s b.gantry$<SEMICOLON> status=$?$<SEMICOLON> test ! -e s && exit $status")
add_command_test(NAME "rules that are not understood cannot be extended" STATUS 2
    MESSAGE "--extend: .*wrong.selection:3:9: error: expected timer or group" COMMAND ${gantry} select --extend ${files}/wrong.selection ${files}/small.json)
add_command_test(NAME "a selection that cannot be written is refused" STATUS 2 OUTPUT "^$" MESSAGE "no/such/file"
    COMMAND ${gantry} select --output no/such/file ${files}/small.json)
add_command_test(NAME "limits of a selection are checked" STATUS 2 MESSAGE "--average.*'soon'"
    COMMAND ${gantry} select --average soon ${files}/small.json)
