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
add_command_test(NAME "further runs are compared with the computation of the first" STATUS 0
    OUTPUT "Parallel .*Global +63.6 % = parallel 63.6 % x computation 100.0 %"
    COMMAND ${gantry} analyze ${files}/two_ranks.json ${files}/two_ranks.json)
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
