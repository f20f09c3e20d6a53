# What `gantry gate`, `gantry history` and `gantry check` promise. No time is measured: gate_run writes the profile of a run.
set(gate_run "sh ${CMAKE_CURRENT_SOURCE_DIR}/scripts/gate_run run.json")
set(gate "${gantry} gate --archive run.json --baseline-command '${gate_run} 9000000'")

add_command_test(NAME "a gate fails a command that is slower, and shows where" STATUS 3
    OUTPUT "Runs +1[0-9] of the baseline, 1[0-9] of the command, in the order A B B A.*Result [^\n]*.(9|10).[0-9] %.*Verdict +slower: above the limit of 5.00? %, confirmed on 8 fresh runs.*Changed .1.\n  main > solve\n"
    COMMAND sh -c "${gate} -- ${gate_run} 10800000")
add_command_test(NAME "a gate passes a command that is the same" STATUS 0 OUTPUT "Runs +6 of the baseline, 6 of the command.*Verdict +same: surely"
    COMMAND sh -c "${gate} -- ${gate_run} 9000000")
add_command_test(NAME "a gate passes a command that is faster" STATUS 0 OUTPUT "Verdict +faster: "
    COMMAND sh -c "${gate} -- ${gate_run} 7000000")
add_command_test(NAME "a gate on one timer" STATUS 3 OUTPUT "Metric +wall of solve\n.*Result [^\n]*.1[0-9].[0-9] %.*Verdict +slower"
    COMMAND sh -c "${gate} --timer solve --fail-above 8% -- ${gate_run} 10200000")
add_command_test(NAME "a gate whose budget ends has not decided, and passes" STATUS 0 OUTPUT "Verdict +cannot tell: not decided. the budget of 1.00 ns ended"
    COMMAND sh -c "${gate} --budget 1e-9 -- ${gate_run} 10800000")
add_command_test(NAME "a gate against stored runs has a higher limit and reports it" STATUS 3
    OUTPUT "Warning +the baseline was measured before: only 9.0 % fails.*Verdict +slower: above the limit of 9.0 %, confirmed on 8 fresh runs\n"
    COMMAND sh -c "mkdir old && for i in 1 2 3 4 5 6 7 8$<SEMICOLON> do sh ${CMAKE_CURRENT_SOURCE_DIR}/scripts/gate_run old/$i.gantry.json 9000000$<SEMICOLON> done && ${gantry} gate --archive run.json --baseline old -- ${gate_run} 12600000")
add_command_test(NAME "a gate against runs of another machine cannot tell" STATUS 0
    OUTPUT "Warning +not the same machine, so nothing is decided: Xeon.*Verdict +cannot tell: not decided. the machines differ\n"
    COMMAND sh -c "mkdir old && for i in 1 2 3 4 5 6 7 8$<SEMICOLON> do sh ${CMAKE_CURRENT_SOURCE_DIR}/scripts/gate_run old/$i.gantry.json 9000000 Xeon$<SEMICOLON> done && ${gantry} gate --archive run.json --baseline old -- ${gate_run} 12600000")
add_command_test(NAME "a gate against too few stored runs is refused" STATUS 1 MESSAGE "the baseline has 1 run. at least 6 are needed"
    COMMAND sh -c "mkdir old && sh ${CMAKE_CURRENT_SOURCE_DIR}/scripts/gate_run old/1.gantry.json 9000000 && ${gantry} gate --archive run.json --baseline old -- ${gate_run} 9000000")
add_command_test(NAME "a gate in JSON" STATUS 0 OUTPUT "\"format\": \"gantry-gate\",.*\"verdict\": \"same\",.*\"candidateRuns\": 6,"
    COMMAND sh -c "${gate} --json -- ${gate_run} 9000000")
add_command_test(NAME "a history keeps the results of gates" STATUS 0
    OUTPUT "^Gate +solver\nMetric +elapsed of the whole run\nMachine +EPYC, 2 cores, Linux\n  20[^\n]*  abcdef01 +18.[0-9] ms  ######[^\n]*  same\n  20[^\n]*  same\nChanges    none of the level in 2 results\n$"
    COMMAND sh -c "for i in 1 2$<SEMICOLON> do ${gate} --name solver --revision abcdef0123 -- ${gate_run} 9000000 > out || exit 1$<SEMICOLON> done$<SEMICOLON> ${gantry} history")
add_command_test(NAME "a history as a picture" STATUS 0 OUTPUT "^<svg xmlns=[^\n]*\n.*>solver</text>\n.*<circle [^\n]*<title>20[^\n]* abcdef01: 18.[0-9] ms, same</title>"
    COMMAND sh -c "${gate} --name solver --revision abcdef0123 -- ${gate_run} 9000000 > out && ${gantry} history --svg")
add_command_test(NAME "a history is a picture or a document, not both" STATUS 2 MESSAGE "--svg and --json contradict each other"
    COMMAND ${gantry} history --svg --json)
add_command_test(NAME "a history in JSON" STATUS 0 OUTPUT "\"format\": \"gantry-history\",.*\"verdict\": \"same\"" 
    COMMAND sh -c "${gate} --history h.db -- ${gate_run} 9000000 > out && ${gantry} history --json h.db")

# Six results with six runs each, then new runs of another length.
set(results "for i in 1 2 3 4 5 6$<SEMICOLON> do ${gate} --name solver -- ${gate_run} 9000000 > out || exit 1$<SEMICOLON> done")
set(new_run "sh ${CMAKE_CURRENT_SOURCE_DIR}/scripts/gate_run")
set(new_runs "mkdir new && for i in 1 2 3 4 5 6$<SEMICOLON> do ${new_run} new/$i.gantry.json 10800000$<SEMICOLON> done")
add_command_test(NAME "runs that are slower than the history of a gate" STATUS 0
    OUTPUT "^Gate +solver\nMetric +elapsed of the whole run\nMachine +EPYC, 2 cores, Linux\nCompared +6 results since 20[^\n]* .36 runs., and 6 new runs\nResult [^\n]*.10.[0-9] %[^\n]*\nNoise +results of one level differ by up to [^\n]*a change is more\n +than 3.0 %\nVerdict +slower\n$"
    COMMAND sh -c "${results} && ${new_runs} && ${gantry} compare --history gantry-history.db new")
add_command_test(NAME "one run beside a history of few runs cannot be judged, and the number needed is named" STATUS 0
    OUTPUT "\nVerdict +cannot tell. about 2 new runs would decide\n$"
    COMMAND sh -c "${results} && ${new_run} a.json 10800000 && ${gantry} compare --history gantry-history.db a.json")
add_command_test(NAME "runs that are the same as the history, in Markdown" STATUS 0
    OUTPUT "^### Comparison with the history: same\n\n6 results since .*| solver | elapsed of the whole run | .*: same |\n"
    COMMAND sh -c "${results} && mkdir new && for i in 1 2 3 4 5 6$<SEMICOLON> do ${new_run} new/$i.gantry.json 9000000$<SEMICOLON> done && ${gantry} compare --history gantry-history.db --markdown new")
add_command_test(NAME "a comparison with a history in JSON" STATUS 0
    OUTPUT "\"format\": \"gantry-history-comparison\".*\"metric\": \"elapsed of the whole run\".*\"newRuns\": 6,.*\"verdict\": \"more\""
    COMMAND sh -c "${results} && ${new_runs} && ${gantry} compare --history gantry-history.db --json new")
add_command_test(NAME "runs of another machine are not compared with a history" STATUS 1
    MESSAGE "gantry-history.db: the results of 'solver' are of another machine .EPYC, 2 cores, Linux., not of Xeon, 2 cores, Linux"
    COMMAND sh -c "${gate} --name solver -- ${gate_run} 9000000 > out && ${new_run} a.json 9000000 Xeon && ${gantry} compare --history gantry-history.db a.json")
add_command_test(NAME "a run of another machine between others is named" STATUS 1 MESSAGE "b.json: was measured on another machine .Xeon, 2 cores, Linux."
    COMMAND sh -c "${gate} --name solver -- ${gate_run} 9000000 > out && ${new_run} a.json 9000000 && ${new_run} b.json 9000000 Xeon && ${gantry} compare --history gantry-history.db a.json b.json")
add_command_test(NAME "a partial run is not compared with a history" STATUS 1 MESSAGE "a.json: is partial .killed."
    COMMAND sh -c "${gate} --name solver -- ${gate_run} 9000000 > out && ${new_run} a.json 9000000 && sed -i 's/\"partial\": \"\"/\"partial\": \"killed\"/' a.json && ${gantry} compare --history gantry-history.db a.json")
add_command_test(NAME "a gate that the history does not have is not compared with" STATUS 1 MESSAGE "the history has no gate 'solvr'. did you mean 'solver'.\n"
    COMMAND sh -c "${gate} --name solver -- ${gate_run} 9000000 > out && ${new_run} a.json 9000000 && ${gantry} compare --history gantry-history.db --name solvr a.json")
add_command_test(NAME "a comparison with a history needs a run" STATUS 2 MESSAGE "a run is needed: gantry compare --history FILE RUN..."
    COMMAND ${gantry} compare --history gantry-history.db)
add_command_test(NAME "a history has no call paths to compare" STATUS 2 MESSAGE "--history and --total contradict each other"
    COMMAND ${gantry} compare --history gantry-history.db --total run.json)

add_command_test(NAME "a command that fails ends the gate" STATUS 1 MESSAGE "false ended with exit status 1. only runs that succeed are compared"
    COMMAND sh -c "${gate} -- false")
add_command_test(NAME "a command that writes no archive ends the gate" STATUS 1 MESSAGE "run.json: was not written by the command"
    COMMAND sh -c "${gate} -- true")
add_command_test(NAME "a timer that no run has ends the gate" STATUS 1 MESSAGE "no timer of the run is called 'solv'"
    COMMAND sh -c "${gate} --timer solv -- ${gate_run} 9000000")
add_command_test(NAME "a metric that was not measured ends the gate" STATUS 1 MESSAGE "'heat' is none of elapsed, cpu, wall"
    COMMAND sh -c "${gate} --metric heat -- ${gate_run} 9000000")
add_command_test(NAME "a gate without a baseline is wrong usage" STATUS 2 MESSAGE "give one of --baseline-command" COMMAND ${gantry} gate -- true)
add_command_test(NAME "a gate of five runs is wrong usage" STATUS 2 MESSAGE "--runs takes 6 or more" COMMAND ${gantry} gate --baseline-command true --runs 5 -- true)
add_command_test(NAME "a budget that is not a time is wrong usage" STATUS 2 MESSAGE "--budget takes a time such as 60s"
    COMMAND ${gantry} gate --baseline-command true --budget soon -- true)
add_command_test(NAME "a history that is not there" STATUS 1 MESSAGE "nowhere.db: does not exist" COMMAND ${gantry} history nowhere.db)
add_command_test(NAME "a file that is not a history" STATUS 4 MESSAGE "wrong.rc" COMMAND ${gantry} history ${files}/wrong.rc)
add_command_test(NAME "a gate of a name that the history does not have" STATUS 2 MESSAGE "the history has no gate 'x'"
    COMMAND sh -c "${gate} -- ${gate_run} 9000000 > out && ${gantry} history --name x")

set(expect "echo '{\"format\": \"gantry-expectations\", \"version\": 1, \"expectations\": [\"calls of solve == 10\", \"main <= 2.5 x solve\"]}' > e.json")
add_command_test(NAME "expectations that a run meets" STATUS 0
    OUTPUT "^met +calls of solve == 10\n +10 and 10\nmet +main <= 2.5 x solve\n +18.[0-9] ms and 22.[0-9] ms\n$"
    COMMAND sh -c "${expect} && ${gate_run} 9000000 && ${gantry} check e.json run.json")
add_command_test(NAME "an expectation that a run does not meet is status 3" STATUS 3 OUTPUT "NOT MET +calls of solve == 10"
    COMMAND sh -c "${expect} && ${gate_run} 9000000 && sed -i 's/\"calls\": 10/\"calls\": 9/' run.json && ${gantry} check e.json run.json")
add_command_test(NAME "an expectation about a timer that the run does not have cannot be decided" STATUS 1
    OUTPUT "cannot tell +main <= 2.5 x solver\n +no timer that was started is called 'solver'. did you mean 'solve'"
    COMMAND sh -c "${expect} && sed -i 's/x solve/x solver/' e.json && ${gate_run} 9000000 && ${gantry} check e.json run.json")
add_command_test(NAME "a folder in place of expectations is named" STATUS 1 MESSAGE "^gantry: folder: cannot be read\n$"
    COMMAND sh -c "mkdir folder && ${gantry} check folder run.json")
add_command_test(NAME "a sentence that is not an expectation is named" STATUS 4 MESSAGE "e.json: 'main <= 2.5 x': the name of a timer is missing"
    COMMAND sh -c "${expect} && sed -i 's/x solve/x/' e.json && ${gate_run} 9000000 && ${gantry} check e.json run.json")
add_command_test(NAME "an efficiency of several ranks is expected by its name" STATUS 3
    OUTPUT "^NOT MET +parallel efficiency >= 0.8\n +0.636[0-9]* and 0.8\nmet +communication efficiency >= 90 %\n +0.909[0-9]* and 0.9\n$"
    COMMAND sh -c "echo '{\"format\": \"gantry-expectations\", \"version\": 1, \"expectations\": [\"parallel efficiency >= 0.8\", \"communication efficiency >= 90 %\"]}' > e.json && ${gantry} check e.json ${files}/two_ranks.json")
