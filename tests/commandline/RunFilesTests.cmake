# The files that `gantry run` writes, and what it says of them.
add_command_test(NAME "a run writes an archive named after its script, and its last lines name it" STATUS 0
    OUTPUT "\nWritten    tutorial.gantry\nNext       gantry report tutorial.gantry\n.*PiFunction +evaluate[^\n]* +199999 .*\nname,calls\n.*tutorial.gantry\n$"
    COMMAND sh -c "${gantry} run ${tutorial} && ${gantry} report tutorial.gantry && ${gantry} query --csv tutorial.gantry 'SELECT name, calls FROM flat' && ls")
add_command_test(NAME "an archive that exists is left alone by the next run" STATUS 0
    OUTPUT "Written    tutorial.2.gantry\nNext       gantry report tutorial.2.gantry\nsame\n$"
    COMMAND sh -c "echo mine > tutorial.gantry && ${gantry} run ${tutorial} && echo mine | cmp - tutorial.gantry && ${gantry} report tutorial.2.gantry > r.txt && echo same")
add_command_test(NAME "the archive of a run has the changes of its assembly" STATUS 0 OUTPUT "instantiate|create"
    COMMAND sh -c "${gantry} run --quiet ${tutorial} > run.txt && ${gantry} report --changes tutorial.gantry")
add_command_test(NAME "a run without an archive leaves nothing behind" STATUS 0 OUTPUT "^0\n$"
    COMMAND sh -c "${gantry} run --no-archive ${tutorial} > /dev/null && ls | wc -l")
add_command_test(NAME "a run that measures nothing leaves nothing behind" STATUS 0 OUTPUT "^0\n$"
    COMMAND sh -c "${gantry} run --perf none ${tutorial} > /dev/null && ls | wc -l")
add_command_test(NAME "a profile that is asked for by name comes instead of the archive" STATUS 0 OUTPUT "^p.json\n$"
    COMMAND sh -c "${gantry} run --profile p.json ${tutorial} > /dev/null && ls")
add_command_test(NAME "the file that a run writes is an archive or, by its ending, a profile, as that of exec" STATUS 0
    OUTPUT "^a.gantry\np.json\n[^\n]*gantry-profile"
    COMMAND sh -c "${gantry} run --quiet --output a.gantry ${tutorial} > /dev/null && ${gantry} run --quiet --output p.json ${tutorial} > /dev/null && ls a.gantry p.json && ${gantry} query a.gantry 'SELECT 1' > /dev/null && grep -m 1 gantry-profile p.json")
add_command_test(NAME "one output has one name" STATUS 2 MESSAGE "--output and --profile contradict each other"
    COMMAND ${gantry} run --output a.gantry --profile p.json ${tutorial})
add_command_test(NAME "archive and no archive contradict each other" STATUS 2 MESSAGE "--archive and --no-archive contradict each other"
    COMMAND ${gantry} run --archive a.gantry --no-archive ${tutorial})
add_command_test(NAME "a quiet run prints only what its components print" STATUS 0 OUTPUT "^([A-Z][A-Za-z0-9]* [A-Za-z]+ -> [^\n]*\n)*(Value = 3.1[0-9]*\n)+tutorial.gantry\n$"
    COMMAND sh -c "${gantry} run --quiet ${tutorial} && ls")
add_command_test(NAME "a quiet run that fails says why" STATUS 1 OUTPUT "^$" MESSAGE "unknown command"
    COMMAND ${gantry} run --quiet ${files}/wrong.rc)
add_command_test(NAME "a run in memory of its own has no segment that others see" STATUS 0 OUTPUT "Written    tutorial.gantry"
    COMMAND ${gantry} run --segment none ${tutorial})
add_command_test(NAME "a run measures into no folder that others can write" STATUS 2 OUTPUT "^$"
    MESSAGE "--segment: [^\n]*/open is not a folder that only this user can write.*choose another one"
    COMMAND sh -c "mkdir -m 777 open && chmod 777 open && ${gantry} run --segment open ${tutorial}")
add_command_test(NAME "an export is without the measurement overhead, unless raw values are asked for" STATUS 0
    OUTPUT "^[^\n]*wall.inclusive .ns. .compensated.[^\n]*\n[^\n]*wall.inclusive .ns. .raw.[^\n]*\nless\n$"
    COMMAND sh -c "${gantry} run --quiet ${tutorial} > run.txt && ${gantry} export --to csv tutorial.gantry > a && ${gantry} export --raw --to csv tutorial.gantry > b && head -n 1 a b -q && if [ $(cut -d , -f 10 a | sort -n | tail -n 1) -lt $(cut -d , -f 10 b | sort -n | tail -n 1) ]$<SEMICOLON> then echo less$<SEMICOLON> fi")

# Code that is timed with gantry.h measures into the backend of the run.
add_dependencies(gantry gantry_preload)
add_command_test(NAME "a timer of gantry.h is below the timer of the component that calls it" STATUS 0
    OUTPUT "\nuser::go TimedByHeader +user +1 +1 [^\n]*\n  kernel +library +1 +3 " COMMAND sh -c
        "rm -f header.gantry && ${gantry} run --perf native --quiet --path $<TARGET_FILE_DIR:fixture_timed_by_header> --archive header.gantry ${files}/timed_by_header.rc && ${gantry} report --tree header.gantry")
