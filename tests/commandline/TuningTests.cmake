# What the command line promises of tuning stores and decision logs.
add_command_test(NAME "tuning log shows decisions as a table" STATUS 0
    OUTPUT "^time +choice +repeats +context.*first-try +100 us +aborted.* 3 +250 +poisson +cg +incumbent +- +completed +151 us +-\n\nContexts: .*pays from\n.*poisson\n +cg .*Candidates: .*cg +251 .*\nwritten by an older Gantry, without checksums\n$"
    COMMAND ${gantry} tuning log ${files}/run.decisions)
add_command_test(NAME "tuning log prints JSON" STATUS 0
    OUTPUT "\"format\": \"gantry-decisions\",\n  \"version\": 2,\n  \"checksums\": false,\n  \"complete\": true,\n  \"entries\": .*\"request\": 3,\n +\"repeats\": 250"
    COMMAND ${gantry} tuning log ${files}/run.decisions --json)
add_command_test(NAME "tuning log can be had as a picture" STATUS 0 OUTPUT "^<svg .*poisson<.*cg, sure .*, regret .*, pays from .*</svg>\n$"
    COMMAND ${gantry} tuning log ${files}/run.decisions --svg)
add_command_test(NAME "a file that is not a decision log is refused as damaged" STATUS 4 MESSAGE "small.json: it is not a decision log"
    COMMAND ${gantry} tuning log ${files}/small.json)
add_command_test(NAME "a tuning store that is missing is not made" STATUS 1 OUTPUT "^0\n$" MESSAGE "none.tuning: there is no such tuning store"
    COMMAND sh -c "${gantry} tuning show none.tuning || { ls | wc -l$<SEMICOLON> exit 1$<SEMICOLON> }")
add_command_test(NAME "a file that is not a tuning store is refused as damaged" STATUS 4 MESSAGE "small.json: the tuning store is damaged .*move it away"
    COMMAND ${gantry} tuning export ${files}/small.json)
add_command_test(NAME "forgetting everything requires --all" STATUS 2 MESSAGE "forget needs --machine"
    COMMAND ${gantry} tuning forget some.tuning)
add_command_test(NAME "an unknown verb of tuning is a usage error" STATUS 2 MESSAGE "there is no 'tuning list'"
    COMMAND ${gantry} tuning list some.tuning)

# A run that is tuned, in an archive.
if(TARGET component_self_tuning_pde AND TARGET component_solvers_umfpack AND TARGET component_solvers_eigen_iterative)
    set(tuned "${gantry} run --archive a.gantry --path ${PROJECT_BINARY_DIR}/lib/gantry-examples ${PROJECT_SOURCE_DIR}/examples/self_tuning_pde/short.rc > run.txt")
    add_command_test(NAME "an archive has the decisions of its run, although the script keeps no decision log" STATUS 0
        OUTPUT "\n +time +choice +repeats +context +candidate +reason .*status +cost.*\n[0-9.]+ ms +1 +1 .*solvers.[A-Z][A-Za-z]* .*first-try"
        COMMAND sh -c "${tuned} && ${gantry} report --decisions a.gantry")
    add_command_test(NAME "tuning log reads an archive as it reads a log" STATUS 0
        OUTPUT "^time +choice .*\n20[0-9-]+ [0-9:]+ +1 +1 .*first-try.*\n1\n$"
        COMMAND sh -c "${tuned} && ${gantry} tuning log a.gantry && ${gantry} tuning log --json a.gantry | grep -c gantry-decisions")
    add_command_test(NAME "decisions are queried with SQL, with the estimates of the tuner" STATUS 0
        OUTPUT "^port +reason\nequation.solver +first-try\nn\n1\n$"
        COMMAND sh -c "${tuned} && ${gantry} query a.gantry 'SELECT port, reason FROM decision WHERE id = 0' && ${gantry} query --csv a.gantry 'SELECT count(*) > 0 AS n FROM decisions WHERE expected > low AND expected < high'")
    add_command_test(NAME "decisions are available as CSV, Markdown and JSON" STATUS 0
        OUTPUT "^time .ns.,port,request.*## decisions.*\"view\": \"decisions\""
        COMMAND sh -c "${tuned} && for f in csv md json$<SEMICOLON> do ${gantry} report --decisions --format $f --top 3 a.gantry$<SEMICOLON> done")
endif()
add_command_test(NAME "a run without a tuner has no decisions and no decision log" STATUS 0 OUTPUT "\nno decisions\n.*\nn\n0\n$"
    COMMAND sh -c "${gantry} run --archive a.gantry ${tutorial} > run.txt && ${gantry} report --decisions a.gantry && ${gantry} tuning log a.gantry && ${gantry} query --csv a.gantry \"SELECT count(*) AS n FROM instance WHERE class = 'optimizer.DecisionLog'\"")
add_command_test(NAME "a JSON profile has no decisions" STATUS 1 MESSAGE "small.json: a JSON profile has no decisions; `gantry run` keeps them"
    COMMAND ${gantry} report --decisions ${files}/small.json)
add_command_test(NAME "an archive is not a tuning store" STATUS 4 MESSAGE "a.gantry: this is not a tuning store but the archive of a run. `gantry tuning log` shows"
    COMMAND sh -c "${gantry} run --archive a.gantry ${tutorial} > run.txt && ${gantry} tuning show a.gantry")
add_command_test(NAME "a log is not a tuning store" STATUS 4 MESSAGE "run.decisions: this is not a tuning store but a decision log. `gantry tuning log` shows it"
    COMMAND ${gantry} tuning show ${files}/run.decisions)
add_command_test(NAME "tuning log shows what the options ask for" STATUS 0 OUTPUT "^time[^\n]*\n[^\n]* klu [^\n]*aborted[^\n]*\n\nContexts: .*poisson\n +none .*Candidates: .*klu +0 +1 .*\nwritten by an older Gantry, without checksums\nno decisions\nwritten by an older Gantry, without checksums\n$"
    COMMAND sh -c "${gantry} tuning log ${files}/run.decisions --candidate klu --context poisson && ${gantry} tuning log ${files}/run.decisions --port nobody")
add_command_test(NAME "options of tuning without a meaning are wrong usage" STATUS 2 OUTPUT "^2 2\n$" MESSAGE "--all is valid only with forget.*--machine cannot be used with log.*--json is valid only with show"
    COMMAND sh -c "${gantry} tuning show some.tuning --all$<SEMICOLON> a=$?$<SEMICOLON> ${gantry} tuning log some --machine x$<SEMICOLON> echo $a $?$<SEMICOLON> ${gantry} tuning forget some --all --json")
add_command_test(NAME "an empty file is not a tuning store, and stays as it is" STATUS 4 OUTPUT "^0\n$" MESSAGE "e.tuning: it is empty"
    COMMAND sh -c ": > e.tuning && { ${gantry} tuning show e.tuning || { s=$?$<SEMICOLON> wc -c < e.tuning$<SEMICOLON> exit $s$<SEMICOLON> }$<SEMICOLON> }")
if(TARGET component_self_tuning_pde AND TARGET component_solvers_umfpack AND TARGET component_solvers_eigen_iterative)
    set(learned "sed 's/^go tuner go/instantiate optimizer.Store store\\nconnect tuner store store store\\ngo tuner go/' ${PROJECT_SOURCE_DIR}/examples/self_tuning_pde/short.rc > s.rc && ${gantry} run --no-archive --path ${PROJECT_BINARY_DIR}/lib/gantry-examples s.rc > run.txt")
    add_command_test(NAME "tuning show has contexts by what differs, and ages with their unit" STATUS 0
        OUTPUT "^port equation.solver, [^\n]*in seconds[^\n]*\ncontext +candidate +version +calls +cost .* age\n[^\n]*dominance=[^\n]* solvers.[^\n]* [0-9]+ s\n"
        COMMAND sh -c "${learned} && ${gantry} tuning show gantry.tuning")
    add_command_test(NAME "a context is forgotten by words that only it has" STATUS 0 OUTPUT "^forgot [1-9][0-9]* rows?\nno row matches. forgot 0 rows\n$"
        COMMAND sh -c "${learned} && ${gantry} tuning forget gantry.tuning --context 'unsymmetric' && ${gantry} tuning forget gantry.tuning --context unsymmetric")
    add_command_test(NAME "a context that several fit is wrong usage" STATUS 2 MESSAGE "--context: 'n=576' fits [0-9]+ contexts. say more of its words:\n  n=576 "
        COMMAND sh -c "${learned} && ${gantry} tuning show gantry.tuning --context n=576")
endif()

# What is said of tuning before and after a run.
set(integral "printf 'instantiate functions.PiFunction f\\ninstantiate integrators.Midpoint m\\ninstantiate drivers.CXXDriver d\\ninstantiate optimizer.Tuner tuner\\nconnect m function f function\\nconnect d integrate m integrate\\nconnect tuner driver d go\\nparameters tuner configuration user set d\\nparameters tuner configuration userPort set integrate\\ngo tuner go\\n' > i.rc")
add_command_test(NAME "a run in which a tuner tuned nothing says why" STATUS 0
    OUTPUT "\nTuned      d.integrate, nothing was known before the run.*\nWarning    nothing was tuned: the first call of an integral.* .1 call.\n"
    COMMAND sh -c "${integral} && ${gantry} run --no-archive i.rc")
add_command_test(NAME "a run says in JSON what its tuners had to say" STATUS 0 OUTPUT "\"tuners\": .*\"port\": \"d.integrate\".*\"forecast\": null,\n *\"warnings\": .*nothing was tuned"
    COMMAND sh -c "${integral} && ${gantry} run --json --no-archive i.rc")
add_command_test(NAME "tuning expect says where nothing is known, starts nothing and makes no store" STATUS 0 OUTPUT "^d.integrate: [0-9]+ candidates?, initially integrators.Midpoint\n.*Nothing is known of its requests yet.*cannot be said.\ni.rc\n$"
    COMMAND sh -c "${integral} && sed -i 's/^go/instantiate optimizer.Store store\\nconnect tuner store store store\\ngo/' i.rc && ${gantry} tuning expect i.rc && ls")
add_command_test(NAME "tuning expect of a script without a tuner says so" STATUS 1 MESSAGE "has no tuner before its first go"
    COMMAND ${gantry} tuning expect ${tutorial})
add_command_test(NAME "options of tuning expect without a meaning are wrong usage" STATUS 2 OUTPUT "^2 2\n$" MESSAGE "--candidate cannot be used with expect.*--calls is valid only with expect.*--calls 0: give the number"
    COMMAND sh -c "${gantry} tuning expect x.rc --candidate y$<SEMICOLON> a=$?$<SEMICOLON> ${gantry} tuning log x --calls 3$<SEMICOLON> echo $a $?$<SEMICOLON> ${gantry} tuning expect x.rc --calls 0")
if(TARGET component_self_tuning_pde AND TARGET component_solvers_umfpack AND TARGET component_solvers_eigen_iterative)
    set(equation "--path ${PROJECT_BINARY_DIR}/lib/gantry-examples ${PROJECT_SOURCE_DIR}/examples/self_tuning_pde/short.rc")
    add_command_test(NAME "tuning expect says before a run from which call on tuning pays, by what the gate knows" STATUS 0
        OUTPUT "^equation.solver: [0-9]+ candidates, initially solvers.Umfpack\nExpected of 100 calls of a new context: [0-9]+ known contexts, each played.*pay from call, at most +[0-9].*cost / initial alone, at most +0.*Tuning pays within 100 calls in [0-9]+ % of them.\n0\n$"
        COMMAND sh -c "${gantry} tuning expect ${equation} && ls | wc -l")
    add_command_test(NAME "tuning expect can be had as JSON, of as many calls as asked" STATUS 0 OUTPUT "\"contexts\": [0-9]+,\n *\"calls\": 1000,\n *\"paying\": [01].*\"paysFrom\": .*\"ratio\": "
        COMMAND sh -c "${gantry} tuning expect --json --calls 1000 ${equation}")
    add_command_test(NAME "a tuned run says what was expected and what its decisions came to" STATUS 0
        OUTPUT "\nTuned      equation.solver, expected before the run to pay from call [0-9]+ of a new.*\nContexts: .*pays from\n.*\nCandidates: .*\nProfile "
        COMMAND sh -c "${gantry} run --archive a.gantry ${equation}")
endif()
