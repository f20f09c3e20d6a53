# What `gantry analyze` promises. files/two_ranks.json: a run of 2 ranks on 8 cores, with the times below and a phase `step`.
add_command_test(NAME "a run is analyzed: parallel efficiency is load balance times communication" STATUS 0
    OUTPUT "two_ranks.json: 2 ranks, 8 cores a machine, 110 ms\nParallel +63.6 % = load balance 70.0 % x communication 90.9 %\n.*phase +step +100 ms.*region +step +100 ms.*rank +useful.*\n0 +40.0 ms +70.0 ms\n1 +100 ms +10.0 ms\n"
    COMMAND ${gantry} analyze ${files}/two_ranks.json)
add_command_test(NAME "a finding has gain, confidence, evidence and advice, and the report lists what was not examined" STATUS 0
    OUTPUT "Note +there is no trace, so waits and messages are not examined.*\nFindings +1; costs of the machine are defaults; `gantry calibrate` measures them\n1. Rank 1 computes more than the others.\n +gain +27.3 % of the run time .*confidence 1.00\n +where +rank 1\n +evidence useful time: rank 1 100 ms, mean 70.0 ms, least 40.0 ms\n +advice +Divide the work"
    COMMAND sh -c "XDG_DATA_HOME=$PWD ${gantry} analyze ${files}/two_ranks.json")
add_command_test(NAME "a gain below the smallest interesting one is not reported" STATUS 0 OUTPUT "Findings +none above 40.0 %"
    COMMAND ${gantry} analyze --least 40% ${files}/two_ranks.json)
add_command_test(NAME "a file that is not the costs of a machine is named" STATUS 4 MESSAGE "small.json: it does not hold the costs of a machine"
    COMMAND ${gantry} analyze --machine ${files}/small.json ${files}/two_ranks.json)
add_command_test(NAME "further runs are compared with the computation of the first where each is reported by itself" STATUS 0
    OUTPUT "Parallel .*Global +63.6 % = parallel 63.6 % x computation 100.0 %"
    COMMAND ${gantry} analyze --each ${files}/two_ranks.json ${files}/two_ranks.json)
set(repeat "for n in 1 2 3$<SEMICOLON> do sed s,120000000,12000000$n, ${files}/two_ranks.json > $n.gantry.json$<SEMICOLON> done")
add_command_test(NAME "repeated runs are judged together, and the next command shows one of them" STATUS 0
    OUTPUT "^Together   3 runs of /bin/ranks: 2 ranks, 8 cores a machine, median time 110 ms .110 ms to 110 ms.\nFindings   1$<SEMICOLON> costs .*\n1. Rank 1 computes more than the others.\n +gain +27.3 % of the run time .*confidence 1.00\n +runs +27.3 %, 27.3 %, 27.3 %$<SEMICOLON> rank 1 has most in 3 of 3 runs$<SEMICOLON> a finding of 3 of them[ \n]+alone.*evidence rank 1 computes 42.9 % more than the mean .42.9 % to 42.9 % in the runs.\n.*\nrun +time +load balance +.*findings alone\n1.gantry.json +110 ms +70.0 % .*loadImbalance\n.*\nNext +gantry analyze 2.gantry.json "
    COMMAND sh -c "${repeat} && ${gantry} analyze 1.gantry.json 2.gantry.json 3.gantry.json")
add_command_test(NAME "a folder of repeated runs is judged together, and JSON says so" STATUS 0
    OUTPUT "\"format\": \"gantry analysis\",.*\"runs\": .*\"name\": \"[^\"]*3.gantry.json\".*\"together\": {.*\"runs\": 3,.*\"hypothesis\": \"loadImbalance\".*\"reported\": 3,.*\"place\": \"rank 1\""
    COMMAND sh -c "${repeat} && ${gantry} analyze --json .")
add_command_test(NAME "one run given several times is one run" STATUS 0
    OUTPUT "^Note +[^\n]*two_ranks.json is the same run as [^\n]*two_ranks.json, and counts once\n[^\n]*two_ranks.json: 2 ranks, 8 cores a machine, 110 ms\nParallel"
    COMMAND ${gantry} analyze ${files}/two_ranks.json ${files}/two_ranks.json)
add_command_test(NAME "a run that is not complete is not judged with others" STATUS 0
    OUTPUT "Together   3 runs .*\nNote +p.gantry.json is left out: the run is not complete: killed\n"
    COMMAND sh -c "${repeat} && sed 's|\"timeNs\": |\"partial\": \"killed\", \"timeNs\": 9|' 1.gantry.json > p.gantry.json && ${gantry} analyze 1.gantry.json 2.gantry.json 3.gantry.json p.gantry.json")
add_command_test(NAME "runs with other metrics are not judged together, and the message says what reports them" STATUS 1
    MESSAGE "c.gantry.json: has the metrics clock, but 1.gantry.json wall$<SEMICOLON> only runs with the same metrics are judged together$<SEMICOLON> `gantry analyze --each` reports each by itself"
    COMMAND sh -c "${repeat} && sed 's,\"wall\",\"clock\",' 2.gantry.json > c.gantry.json && ${gantry} analyze 1.gantry.json c.gantry.json")
add_command_test(NAME "the advice to repeat a run names the command that judges repetitions" STATUS 0
    OUTPUT "limit +Ranks shared cores here[^`]*repeat the run[^`]*`gantry analyze RUN RUN RUN`[ \n]+judges[ \n]+repetitions[ \n]+together.\n"
    COMMAND sh -c "sed -e 's/\"cores\": 8/\"cores\": 1/' -e 's/\"inclusive\": .\\([0-9]*\\)./\"inclusive\": [\\1, \\1]/' -e 's/\"source\": \"scripted\"}/&, {\"name\": \"cpu\", \"unit\": \"ns\", \"source\": \"scripted\"}/' ${files}/two_ranks.json > shared.json && ${gantry} analyze shared.json")
add_command_test(NAME "an analysis in JSON has factors, bounds and ranks" STATUS 0
    OUTPUT "\"format\": \"gantry analysis\",.*\"oversubscribed\": false,.*\"loadBalance\": 0.7,.*\"serialization\": .*\"ranks\": .*\"usefulNs\": 40000000.0"
    COMMAND ${gantry} analyze --json ${files}/two_ranks.json)
add_command_test(NAME "an analysis in JSON has the confidence of hypotheses that are not reported" STATUS 0
    OUTPUT "\"findings\": .., *\n *\"tested\": .*\"hypothesis\": \"loadImbalance\",\n *\"gain\": 0.27[0-9]*,\n *\"confidence\": 0.0\n"
    COMMAND ${gantry} analyze --json --least 40% ${files}/two_ranks.json)
add_command_test(NAME "rules say what is communication" STATUS 0 OUTPUT "Parallel +45.5 % = load balance 62.5 % x communication 72.7 %"
    COMMAND sh -c "echo 'idle solve' > r && ${gantry} analyze --rules r ${files}/two_ranks.json")
add_command_test(NAME "one rank has no parallel efficiency, and nothing is made up" STATUS 0
    OUTPUT "1 rank.*\nNote +the run is not complete: [^\n]*stopped[^\n]*\nNote +one rank: there is no parallel efficiency to judge\nFindings +none above 5.0 % of the run time\n$"
    COMMAND ${gantry} analyze ${files}/small.json)
add_command_test(NAME "analyze without a run is wrong usage" STATUS 2 MESSAGE "RUN is missing" COMMAND ${gantry} analyze)
add_command_test(NAME "a run that is not there is wrong usage" STATUS 2 MESSAGE "none.gantry does not exist" COMMAND ${gantry} analyze none.gantry)
add_command_test(NAME "what is not a run cannot be analyzed" STATUS 4 MESSAGE "wrong.rc: is neither an archive"
    COMMAND ${gantry} analyze ${files}/wrong.rc)
add_command_test(NAME "runs of different programs are not analyzed together" STATUS 1
    MESSAGE "b.json: is a run of /bin/b, but a.json of /bin/a; analyze runs of one program together"
    COMMAND sh -c "sed s,/bin/ranks,/bin/a, ${files}/two_ranks.json > a.json && sed s,/bin/ranks,/bin/b, ${files}/two_ranks.json > b.json && ${gantry} analyze a.json b.json")
add_command_test(NAME "invalid rules are a usage error" STATUS 2 MESSAGE "--rules: .*line 1: 'lazy MPI_.' is not a rule"
    COMMAND sh -c "echo 'lazy MPI_*' > r && ${gantry} analyze --rules r ${files}/two_ranks.json")
add_command_test(NAME "the costs of a machine are measured, kept for this user, and used" STATUS 0
    OUTPUT "noise of work .*clock .*memory copy, a byte .*file write 4 KiB .*\nWritten +[^\n]*/gantry/machine-.*.json\n.*Findings +1; costs of [^\n]*, measured 20"
    COMMAND sh -c "export XDG_DATA_HOME=$PWD && ${gantry} calibrate --no-mpi && ${gantry} analyze ${files}/two_ranks.json")
