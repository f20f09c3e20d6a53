# What `gantry compare` promises. compare_sets makes folders a and b with 12 runs each, measured in turn; in b `solve` takes longer.
set(compare_sets "sh ${CMAKE_CURRENT_SOURCE_DIR}/scripts/compare_sets")

add_command_test(NAME "a run compared with itself is not changed" STATUS 0
    OUTPUT "^Compared +A = [^\n]*whole.json .1 run., .*Warning +a set has one run: noise is not known.*: cannot tell\n.*\nNo row is called changed.\n$"
    COMMAND sh -c "sed 's/the run was stopped//' ${files}/small.json > whole.json && ${gantry} compare whole.json whole.json")
add_command_test(NAME "partial runs are compared without a verdict" STATUS 0
    OUTPUT "Warning +the first set has only 1 partial run.*stopped.*nothing.*a set has one run.*Measured [^\n]*: cannot tell.*No row is called changed"
    COMMAND ${gantry} compare ${files}/small.json ${files}/small.json)
add_command_test(NAME "sets of runs show what is slower, and where that comes from" STATUS 0
    OUTPUT "A = a .12 runs., B = b .12 runs.\nMetric +wall in ns, self.*Differs +size: 100 -> 110\n.*Measured [^\n]*: slower\n.*Changed .1.\n  main demo.Main > solve demo.Solver\n +[^\n]*: slower\n.*Where .* comes from\n.*main demo.Main\n.*solve demo.Solver\n"
    COMMAND sh -c "${compare_sets} && ${gantry} compare a b")
add_command_test(NAME "a set is any files" STATUS 0 OUTPUT "A = a .12 runs., B = b .12 runs.*Changed .1."
    COMMAND sh -c "${compare_sets} && ${gantry} compare --baseline a/*.json --candidate b/*.json")
add_command_test(NAME "sets that are the same are called the same" STATUS 0 OUTPUT "Measured [^\n]*: same\n.*No row is called changed"
    COMMAND sh -c "${compare_sets} && ${gantry} compare a a")
add_command_test(NAME "inclusive values of another metric are compared" STATUS 0 OUTPUT "Metric +cpu in ns, total.*No row is called changed"
    COMMAND sh -c "${compare_sets} && ${gantry} compare --total --metric cpu a b")
add_command_test(NAME "several sets are compared with the first" STATUS 0 OUTPUT "B = b .*Changed .1.*B = a .*No row"
    COMMAND sh -c "${compare_sets} && ${gantry} compare a b a")
add_command_test(NAME "a comparison in Markdown has the verdict in its title" STATUS 0
    OUTPUT "^### Comparison: slower\n.*- size: 100 -> 110\n.*. slower . main demo.Main .> solve demo.Solver "
    COMMAND sh -c "${compare_sets} && ${gantry} compare --markdown a b")
add_command_test(NAME "a comparison in JSON has values, facts and rows" STATUS 0
    OUTPUT "\"format\": \"gantry-comparison\",.*\"verdict\": \"more\".*\"fact\": \"size\".*\"name\": \"solve\""
    COMMAND sh -c "${compare_sets} && ${gantry} compare --json a b")
add_command_test(NAME "a comparison fits into 80 columns" STATUS 0 OUTPUT "^$"
    COMMAND sh -c "${compare_sets} && ${gantry} compare a b | grep -E '.{81}' || :")
add_command_test(NAME "scaling sets show efficiency and where it is lost" STATUS 0
    OUTPUT "ranks +runs +elapsed +speedup +ideal +efficiency.*\n +1 +12 .*\n +2 +12 .*loss by region +at 2\n.*solve demo.Solver +.[0-9.]+ %.*\nall "
    COMMAND sh -c "${compare_sets} && ${gantry} compare --scaling strong --scale 1,2 a b")
add_command_test(NAME "a timer with a new name is found, and compared when it is named" STATUS 0
    OUTPUT "In only one of them .2.*Renamed. +solve -> relax: --rename solve=relax.*Changed .1.\n  main demo.Main > relax"
    COMMAND sh -c "${compare_sets} && sed -i s/solve/relax/ b/*.json && ${gantry} compare a b && ${gantry} compare --rename solve=relax a b")
add_command_test(NAME "archives are compared" STATUS 0 OUTPUT "No row is called changed.\n"
    COMMAND sh -c "${gantry} run --exact --quiet --archive a.gantry ${tutorial} && ${gantry} run --exact --quiet --archive b.gantry ${tutorial} && ${gantry} compare a.gantry b.gantry")

add_command_test(NAME "runs of an older version are compared with those of this one" STATUS 0 OUTPUT "Measured [^\n]*: slower\n.*Changed .1.\n  main demo.Main > solve demo.Solver\n"
    COMMAND sh -c "${compare_sets} && sed -i 's/\"version\": 2/\"version\": 1/' a/*.json && ${gantry} compare a b")
add_command_test(NAME "a run of a newer version is refused, and says what is needed" STATUS 4 MESSAGE "newer.json: profile: version: the profile has version 1000, this program reads up to [0-9]+. use a newer Gantry"
    COMMAND sh -c "${compare_sets} && ${gantry} compare a ${files}/newer.json")
add_command_test(NAME "a value that is not a number is refused with its place" STATUS 4
    MESSAGE "n.json: profile: threads.0..nodes.0..inclusive.0.: expected a whole number between 0 and [0-9]*, found null"
    COMMAND sh -c "${compare_sets} && sed 's/\"inclusive\": .[0-9]*/\"inclusive\": [null/' a/run10.gantry.json > n.json && ${gantry} compare a n.json")
add_command_test(NAME "a comparison of a timer that took no time before has a unit, and no percentage" STATUS 0
    OUTPUT "Changed .[0-9]*.\n.*solve demo.Solver\n +0[^\n]* -> 1.1[0-9] ms, .1.1[0-9] ms[^\n%]*: slower"
    COMMAND sh -c "${compare_sets} && sed -i 's/\"calls\": 10, \"childCalls\": 0, \"inclusive\": .[0-9]*/\"calls\": 10, \"childCalls\": 0, \"inclusive\": [0/' a/*.json && ${gantry} compare a b")

add_command_test(NAME "one run alone cannot be compared" STATUS 2 MESSAGE "two runs or sets are needed" COMMAND ${gantry} compare ${files}/small.json)
add_command_test(NAME "a run that is not there cannot be compared" STATUS 2 MESSAGE "nowhere.gantry does not exist"
    COMMAND ${gantry} compare nowhere.gantry ${files}/small.json)
add_command_test(NAME "a folder without runs is not a set" STATUS 2 MESSAGE "empty: the folder has no run"
    COMMAND sh -c "mkdir empty && ${gantry} compare empty ${files}/small.json")
add_command_test(NAME "what is not a run cannot be compared" STATUS 4 MESSAGE "wrong.rc: is neither an archive"
    COMMAND ${gantry} compare ${files}/small.json ${files}/wrong.rc)
add_command_test(NAME "different units are not compared" STATUS 1 MESSAGE "b.json: wall is in 'cycles', in the runs before in 'ns'"
    COMMAND sh -c "sed 's/\"wall\", \"unit\": \"ns\"/\"wall\", \"unit\": \"cycles\"/' ${files}/small.json > b.json && ${gantry} compare ${files}/small.json b.json")
add_command_test(NAME "a metric that one run does not have is not compared" STATUS 1 MESSAGE "does not have the metric 'heat', but wall, cpu"
    COMMAND ${gantry} compare --metric heat ${files}/small.json ${files}/small.json)
add_command_test(NAME "different programs are not compared" STATUS 1 MESSAGE "no call path is in both: these are runs of different programs"
    COMMAND sh -c "sed 's/\"id\": [0-9]*, \"name\": \"/&x/' ${files}/small.json > b.json && ${gantry} compare ${files}/small.json b.json")
add_command_test(NAME "a limit that is not a percentage is wrong usage" STATUS 2 MESSAGE "--limit takes a percentage above 0, such as 5%, not 'x'"
    COMMAND ${gantry} compare --limit x ${files}/small.json ${files}/small.json)
add_command_test(NAME "scaling of one scale is refused" STATUS 1 MESSAGE "two sets have the same number of ranks"
    COMMAND ${gantry} compare --scaling weak ${files}/small.json ${files}/small.json)
