# What `gantry import` promises. The formats themselves: tests/unit/perf/importers.
add_command_test(NAME "import lists its formats and what they lose" STATUS 0
    OUTPUT "format .*caliper .*chrome .*without .*folded .*perfscript .*pprof .*speedscope .*tau " COMMAND ${gantry} import --list)
add_command_test(NAME "import without a file is wrong usage" STATUS 2 MESSAGE "FILE is missing" COMMAND ${gantry} import --output a.gantry)
add_command_test(NAME "import without an archive is wrong usage" STATUS 2 MESSAGE "--output FILE is missing" COMMAND ${gantry} import a)
add_command_test(NAME "an unknown import format is wrong usage" STATUS 2
    MESSAGE "--from: there is no format 'foldde'; did you mean 'folded'" COMMAND ${gantry} import --from foldde -o a.gantry a)
add_command_test(NAME "folded stacks become an archive that is reported, queried and exported" STATUS 0
    OUTPUT "^run.gantry: 3 timers, 1 thread, 1 metric\n.*solve .*\n17\nidle 1\nmain 3\nmain.solve 17\n$"
    COMMAND sh -c "printf 'main$<SEMICOLON>solve 12\\nmain 3\\nidle 1\\nmain$<SEMICOLON>solve 5\\n' > s.txt && ${gantry} import s.txt -o run.gantry && ${gantry} report --flat run.gantry && ${gantry} query --csv run.gantry \"SELECT exclusive FROM flat WHERE name = 'solve'\" | tail -1 && ${gantry} export --to folded run.gantry")
add_command_test(NAME "a damaged file is not imported, and an older archive stays" STATUS 4
    OUTPUT "^kept\n$" MESSAGE "s.txt: line 2 .byte 7.: expected a line that ends with a number"
    COMMAND sh -c "printf 'main 3\\ndamaged\\n' > s.txt && echo kept > run.gantry && { ${gantry} import --from folded s.txt --output run.gantry || { s=$?$<SEMICOLON> cat run.gantry$<SEMICOLON> exit $s$<SEMICOLON> }$<SEMICOLON> }")
add_command_test(NAME "a file of no known format is not imported" STATUS 4 MESSAGE "wrong.rc: is neither an archive"
    COMMAND ${gantry} import ${files}/wrong.rc --output run.gantry)
add_command_test(NAME "the earlier spelling of --output is understood" STATUS 2 MESSAGE "--output: cannot write /nowhere/run.gantry"
    COMMAND ${gantry} import missing --out=/nowhere/run.gantry)
add_command_test(NAME "every command that writes a file takes -o" STATUS 2 MESSAGE "--output: cannot write /nowhere/run.gantry"
    COMMAND ${gantry} run -o /nowhere/run.gantry ${files}/wrong.rc)
add_command_test(NAME "the archive is checked before the files are read" STATUS 2 MESSAGE "--output: cannot write /nowhere/run.gantry"
    COMMAND ${gantry} import missing --output /nowhere/run.gantry)
add_command_test(NAME "begins and ends of an imported trace that do not match are reported" STATUS 0 OUTPUT "\nnot whole: 1 call without an end\n.*warning: this profile is partial: 1 call without an end"
    COMMAND sh -c "echo '[{\"ph\":\"B\",\"name\":\"a\",\"ts\":1}]' > t.json && ${gantry} import t.json --output run.gantry && ${gantry} report run.gantry")
add_command_test(NAME "the single calls of an imported trace have their times, in the archive and its timeline" STATUS 0
    OUTPUT "2 timers, 1 thread, 1 metric, with the times of single calls\n.*0.000002000 .*> b\n.*< b +3.00 us\n.*Totals     equal to the profile in 2 call paths.*0.000002000 +3.00 us +1 +busy +b\n.*a,b\n"
    COMMAND sh -c "echo '[{\"ph\":\"X\",\"name\":\"a\",\"ts\":5,\"dur\":9},{\"ph\":\"X\",\"name\":\"b\",\"ts\":7,\"dur\":3}]' > t.json && ${gantry} import t.json --output run.gantry && ${gantry} trace run.gantry && ${gantry} trace --query search --least 1us --timer b run.gantry && ${gantry} export --to chrome run.gantry | grep -o '\"name\":\"[ab]\"' | sort -u | cut -d'\"' -f4 | paste -sd,")
