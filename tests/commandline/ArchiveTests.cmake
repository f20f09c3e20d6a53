# What the command line promises of archives. Each test makes its own, in its own folder.
set(archived "${gantry} run --archive a.gantry ${tutorial} > run.txt")

add_command_test(NAME "an archive is written instead of the JSON profile, and reported the same" STATUS 0
    OUTPUT "Written    a.gantry\nNext       gantry report a.gantry\n.*Profile of .*PiFunction +evaluate[^\n]* +199999 .*thread +name +CPU time.*\na.gantry\nrun.txt\n$"
    COMMAND sh -c "${archived} && cat run.txt && ${gantry} report a.gantry && ls")
add_command_test(NAME "an archive and a JSON profile of one run say the same" STATUS 0 OUTPUT "same"
    COMMAND sh -c "${gantry} run --archive a.gantry --profile p.json ${tutorial} > run.txt && ${gantry} report --raw --document a.gantry | cmp - p.json && echo same")
add_command_test(NAME "the run document names the archive" STATUS 0
    OUTPUT "\"profileFile\": null,\n  \"archiveFile\": \"a.gantry\"" COMMAND ${gantry} run --json --archive a.gantry ${tutorial})
add_command_test(NAME "an archive is queried with SQL" STATUS 0
    OUTPUT "^values are compensated: [^\n]*\nname +calls +metric +unit\nPiFunction0::evaluate functions::PiFunction +199999 +wall +ns\n$"
    COMMAND sh -c "${archived} && ${gantry} query a.gantry 'SELECT name, calls, metric, unit FROM flat ORDER BY calls DESC LIMIT 1'")
add_command_test(NAME "query prints CSV" STATUS 0 OUTPUT "^n,t,v\n1,\"a, \"\"b\"\"\",\n2.5,.x1b.x00,\n$"
    COMMAND sh -c "${archived} && ${gantry} query --csv a.gantry \"SELECT 1 AS n, 'a, \\\"b\\\"' AS t, NULL AS v UNION ALL SELECT 2.5, x'1b00', NULL\"")
add_command_test(NAME "query prints JSON" STATUS 0
    OUTPUT "\"format\": \"gantry-query\",\n  \"version\": 1,\n  \"columns\": .\"n\",\"b\",\"z\".,\n  \"rows\": .\n    .1,{\"hex\":\"ff\"},null.\n  .\n}\n$"
    COMMAND sh -c "${archived} && ${gantry} query --json a.gantry \"SELECT 1 AS n, x'ff' AS b, NULL AS z\"")
add_command_test(NAME "the result of a query contains no control character" STATUS 0 OUTPUT "^t *\n.x1b.2J\n$"
    COMMAND sh -c "${archived} && ${gantry} query a.gantry \"SELECT char(27, 91, 50, 74) AS t\"")
add_command_test(NAME "an SQL error lists the tables and views" STATUS 1
    MESSAGE "a.gantry: no such table: flatt\nviews:  by_group, .*\ntables: call_path, "
    COMMAND sh -c "${archived} && ${gantry} query a.gantry 'SELECT * FROM flatt'")
add_command_test(NAME "a query does not write" STATUS 1 OUTPUT "" MESSAGE "only reading is allowed"
    COMMAND sh -c "${archived} && ${gantry} query a.gantry 'DELETE FROM run'")
add_command_test(NAME "a query makes no file" STATUS 1 OUTPUT "^only a.gantry" MESSAGE "only reading is allowed"
    COMMAND sh -c "${archived} && rm run.txt && ${gantry} query a.gantry \"ATTACH 'new' AS n\" || { echo only $(ls)$<SEMICOLON> exit 1$<SEMICOLON> }")
add_command_test(NAME "a query of a missing file does not create it" STATUS 1 OUTPUT "^0\n$" MESSAGE "none.gantry: can ?not be read: No such file"
    COMMAND sh -c "${gantry} query none.gantry 'SELECT 1' || { ls | wc -l$<SEMICOLON> exit 1$<SEMICOLON> }")
add_command_test(NAME "a query of a folder is refused" STATUS 1 MESSAGE "it is not a regular file" COMMAND ${gantry} query . "SELECT 1")
add_command_test(NAME "a query of something else than an archive is refused" STATUS 4 MESSAGE "small.json: this is not a Gantry archive"
    COMMAND ${gantry} query ${files}/small.json "SELECT 1")
add_command_test(NAME "an archive cut short is damaged for report and query" STATUS 4 OUTPUT "^4\n$" MESSAGE "c.gantry: the file is damaged"
    COMMAND sh -c "${archived} && head -c 20000 a.gantry > c.gantry && { ${gantry} report c.gantry$<SEMICOLON> echo $?$<SEMICOLON> ${gantry} query c.gantry 'SELECT 1'$<SEMICOLON> }")
add_command_test(NAME "an archive of a newer version is refused" STATUS 4 MESSAGE "a.gantry: the archive has version 3, .*use a newer Gantry"
    COMMAND sh -c "${archived} && printf '\\003' | dd of=a.gantry bs=1 seek=63 conv=notrunc status=none && ${gantry} report a.gantry")
add_command_test(NAME "query without a statement is wrong usage" STATUS 2 MESSAGE "usage: gantry query" COMMAND ${gantry} query a.gantry)
add_command_test(NAME "two formats of one answer are wrong usage" STATUS 2 MESSAGE "contradict"
    COMMAND ${gantry} query --json --csv a.gantry "SELECT 1")
add_command_test(NAME "an archive that cannot be written is refused before the run" STATUS 2
    OUTPUT "^$" MESSAGE "--archive: can ?not write no/such/a.gantry: No such file or directory" COMMAND ${gantry} run --archive no/such/a.gantry ${tutorial})
add_command_test(NAME "an archive on a full disk leaves nothing behind" STATUS 1 OUTPUT "^only run.txt\n$"
    MESSAGE "a.gantry: can ?not be written: File too large"
    COMMAND sh -c "trap '' XFSZ$<SEMICOLON> (ulimit -f 40$<SEMICOLON> ${archived}) || { echo only $(ls)$<SEMICOLON> exit 1$<SEMICOLON> }")
add_command_test(NAME "a device is not replaced by an archive" STATUS 2 MESSAGE "--archive: can ?not write /dev/full: it exists and is not a regular file; choose another path"
    COMMAND ${gantry} run --archive /dev/full ${tutorial})
add_command_test(NAME "a failed run leaves an archive that is marked as failed" STATUS 0 OUTPUT "\nwarning: this profile is partial: the run ended early: .*noSuch"
    COMMAND sh -c "${gantry} run --archive a.gantry ${files}/late.rc > run.txt 2>&1 || ${gantry} report a.gantry")
add_command_test(NAME "no archive is made of a run that measures nothing" STATUS 2 MESSAGE "--archive has no meaning"
    COMMAND ${gantry} run --perf none --archive a.gantry ${tutorial})
add_command_test(NAME "an archive and a profile cannot be one file" STATUS 2 MESSAGE "name the same file"
    COMMAND ${gantry} run --archive a --profile a ${tutorial})
set(swapped "${gantry} run --archive a.gantry --changes c.rc ${files}/swapped.rc > run.txt")
add_command_test(NAME "an archive has the swaps of its run and their causes" STATUS 0
    OUTPUT "\n +time +action +user +provider +cause\n.*create +pi .*swapped.rc:3\n.*connect +driver.integrate +midpoint.integrate .*:7\n.* ms +swap +driver.integrate +simpson.integrate +[^\n]*swapped.rc:11\n"
    COMMAND sh -c "${swapped} && ${gantry} report --changes a.gantry")
add_command_test(NAME "an archive and the log of changes say the same" STATUS 0 OUTPUT "^swap driver integrate simpson integrate\nswap driver integrate simpson integrate\nsame\n$"
    COMMAND sh -c "${swapped} && grep ^swap c.rc && ${gantry} query --csv a.gantry \"SELECT command FROM change WHERE action = 'swap'\" | tail -n 1 && grep -v '^#' c.rc > a && ${gantry} query --csv a.gantry 'SELECT command FROM change WHERE NOT implied' | tail -n +2 | cmp - a && echo same")
add_command_test(NAME "a swap has the clock of the measurement" STATUS 0 OUTPUT "^before,within\n1,1\n$"
    COMMAND sh -c "${swapped} && ${gantry} query --csv a.gantry \"SELECT (SELECT min(time_ns) FROM change) < 0 AS before, time_ns BETWEEN 0 AND (SELECT time_ns FROM run) AS within FROM change WHERE action = 'swap'\"")
add_command_test(NAME "a JSON profile has no changes" STATUS 1 MESSAGE "small.json: a JSON profile has no changes"
    COMMAND ${gantry} report --changes ${files}/small.json)
add_command_test(NAME "a query returns compensated values and notes it, unless --raw is given" STATUS 0
    OUTPUT "^values are compensated: [^\n]*\n *inclusive *\n[^v]*\nok\nsame\n$"
    COMMAND sh -c "${gantry} run --exact --quiet --archive a.gantry ${tutorial} > run.txt && ${gantry} query a.gantry 'SELECT max(inclusive) AS inclusive FROM flat' && ${gantry} query --csv a.gantry 'SELECT max(inclusive) AS v, (SELECT sum(inclusive) > 0 FROM value_error) FROM flat' | tail -n 1 > net && ${gantry} query --raw --csv a.gantry 'SELECT max(inclusive) FROM flat' | tail -n 1 > raw && [ $(cut -d , -f 1 net) -lt $(cat raw) ] && [ $(cut -d , -f 2 net) = 1 ] && echo ok && ${gantry} query --csv a.gantry 'SELECT max(inclusive) FROM main.value' | tail -n 1 | cmp - raw && echo same")
