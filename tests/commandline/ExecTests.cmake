# What the command line promises of programs that are not components. The runtime of a sanitizer must be the first
# library of a process, so it cannot be put into programs made without it.
if(NOT GANTRY_SANITIZE)
    set(measured ${CMAKE_COMMAND} -E env GANTRY_SEGMENT_DIR=segments ${gantry} exec)
    set(exec "GANTRY_SEGMENT_DIR=segments ${gantry} exec")
    enable_language(C)
    file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/static.c" "int main(void) { return 4; }\n")
    add_executable(commandline_static "${CMAKE_CURRENT_BINARY_DIR}/static.c")
    target_link_options(commandline_static PRIVATE -static)
    set_target_properties(commandline_static PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests/bin")
    add_dependencies(gantry gantry_preload)

    add_command_test(NAME "any program is measured, reported and archived, and no segment is left" STATUS 0
        OUTPUT "Program +sh ended with exit status 0; .*Measured +main and threads, files .posix, stdio.*Overhead .*Time .* of 1 thread: .*Written +sh.gantry.*Profile of .* main .*no program is being measured"
        COMMAND sh -c "${exec} -- sh -c 'exit 0' 2>&1 && ${gantry} report sh.gantry && GANTRY_SEGMENT_DIR=segments ${gantry} ps")
    # An empty entry in the search path of a library is the folder that the program is started in.
    add_command_test(NAME "what is put into programs looks for no library in their current folder" STATUS 0 OUTPUT "^libgantry.so\nposix.so\nstdio.so\n$"
        COMMAND sh -c "for f in $<TARGET_FILE:gantry_preload> ${PROJECT_BINARY_DIR}/lib/gantry/modules/posix.so ${PROJECT_BINARY_DIR}/lib/gantry/modules/stdio.so; do readelf -d $f | grep -E 'path: \\[(:|.*::|.*:\\])' || basename $f; done")
    add_command_test(NAME "what the program prints and ends with stays as it is" STATUS 3 OUTPUT "^hello\n$" MESSAGE "exit status 3"
        COMMAND ${measured} -- sh -c "echo hello; exit 3")
    add_command_test(NAME "with --quiet, nothing is added to the output of the program" STATUS 0 OUTPUT "^hello\n$"
        COMMAND ${measured} --quiet -- sh -c "echo hello")
    add_command_test(NAME "a killed program is archived with all it measured, and its signal is reported" STATUS 137
        MESSAGE "sh ended with signal 9 .Killed.*Partial +the program was ended by signal 9 .Killed.*sh was ended by signal 9 .Killed."
        COMMAND ${measured} -- sh -c "kill -9 $$")
    add_command_test(NAME "the report of a killed program names the signal" STATUS 0
        OUTPUT "program +main +yes +1 .*warning: this profile is partial: the program was ended by signal 15 .Terminated."
        COMMAND sh -c "${exec} --quiet -- sh -c 'kill -15 $$' 2>/dev/null || ${gantry} report sh.gantry")
    add_command_test(NAME "the archive says how much of the cores the run took, and all programs together" STATUS 0
        OUTPUT "^value\n[0-9.e-]+ [0-9.e-]+ [0-9.e-]+\n$"
        COMMAND sh -c "${exec} --quiet -- sh -c 'i=0; while [ $i -lt 300000 ]; do i=$((i + 1)); done' && ${gantry} query --csv sh.gantry \"SELECT value FROM context WHERE key = 'use of the cores'\"")
    add_command_test(NAME "a second archive takes the next free name" STATUS 0 OUTPUT "^true.2.gantry\ntrue.gantry\n$"
        COMMAND sh -c "${exec} --quiet -- true && ${exec} --quiet -- true && ls *.gantry")
    add_command_test(NAME "a name that is given is replaced" STATUS 0 OUTPUT "^x.gantry\n$"
        COMMAND sh -c "${exec} --quiet --output x.gantry -- true && ${exec} --quiet --output x.gantry -- true && ls *.gantry")
    add_command_test(NAME "a profile can be written instead of an archive" STATUS 0 OUTPUT "\"format\": \"gantry-profile\""
        COMMAND sh -c "${exec} --quiet --output x.json -- true && cat x.json")
    add_command_test(NAME "an archive can be named as a run names it" STATUS 0 OUTPUT "^x.gantry\n$"
        COMMAND sh -c "${exec} --quiet --archive x.gantry -- true && ls *.gantry")
    add_command_test(NAME "an archive is not a profile" STATUS 2 MESSAGE "--archive writes an archive; --output FILE.json writes a JSON profile"
        COMMAND ${measured} --archive x.json -- true)
    add_command_test(NAME "a file with two names is wrong usage" STATUS 2 MESSAGE "--output and --archive name the same file"
        COMMAND ${measured} --archive x.gantry --output y.gantry -- true)
    add_command_test(NAME "exact is exact whatever the environment says" STATUS 0 OUTPUT "^0\n$"
        COMMAND sh -c "GANTRY_SAMPLING=5 ${exec} --quiet --exact -- sh -c 'echo $GANTRY_SAMPLING'")
    add_command_test(NAME "exact and sampled contradict each other" STATUS 2 MESSAGE "--sampling and --exact contradict each other"
        COMMAND ${measured} --exact --sampling 5 -- true)
    add_command_test(NAME "the one program of a shell is measured in place of the shell" STATUS 0
        OUTPUT "sh ended with exit status 0.*what it ran was measured: true\n.*\n/bin/true\n$"
        COMMAND sh -c "${exec} -- sh -c '/bin/true; :' 2>&1 && ${gantry} query --csv sh.gantry \"SELECT value FROM context WHERE key = 'command'\" | tail -n 1")
    add_command_test(NAME "the report of a program is available as one line of JSON" STATUS 0
        OUTPUT "^{\"format\":\"gantry-exec\",\"version\":1,\"program\":\"true\",[^\n]*\"status\":0,\"signal\":0,\"archive\":\"true.gantry\"[^\n]*\"method\":\"main\"[^\n]*}\n$"
        COMMAND sh -c "${exec} --json -- true 2>&1")
    add_command_test(NAME "other programs of a run are reported, and dropped" STATUS 0
        OUTPUT "2 further programs were measured: true .2.; --all-processes keeps them.*sh.gantry\n$"
        COMMAND sh -c "${exec} -- sh -c '/bin/true; /bin/true; :' 2>&1 && ls *.gantry")
    add_command_test(NAME "other programs of a run are in its archive where that is asked for, each program as one thread" STATUS 0
        OUTPUT "Children +2 further processes: true .2. .*\nsh.gantry\nname,calls\nmain,1\nmain true,2\n"
        COMMAND sh -c "${exec} --children -- sh -c '/bin/true; /bin/true; :' 2>&1 && ls *.gantry && ${gantry} query --csv sh.gantry \"SELECT name, calls FROM flat WHERE name LIKE 'main%' AND metric = 'wall' ORDER BY name\"")
    add_command_test(NAME "a thousand short programs are one thread, and none of their segments is left" STATUS 0
        OUTPUT "^0\n1000\n$"
        COMMAND sh -c "${exec} --children --quiet -- sh -c 'i=0; while [ $i -lt 1000 ]; do /bin/true; i=$((i+1)); done' && ls segments | wc -l && ${gantry} query --csv sh.gantry \"SELECT calls FROM flat WHERE name = 'main true' AND metric = 'wall'\" | tail -n 1")
    add_command_test(NAME "all programs in one archive and each in its own is wrong usage" STATUS 2
        MESSAGE "choose one" COMMAND ${measured} --children --all-processes -- true)
    add_command_test(NAME "other programs of a run have archives where that is asked for" STATUS 0
        OUTPUT "and 2 archives of further programs.*sh.[0-9]+.gantry\nsh.[0-9]+.gantry\nsh.gantry\n$"
        COMMAND sh -c "${exec} --all-processes -- sh -c '/bin/true; /bin/true; :' 2>&1 && ls *.gantry")
    add_command_test(NAME "processes with a rank become the ranks of one archive" STATUS 0 OUTPUT "4 threads on 4 ranks.*\nranks,sum\n4,4\n"
        COMMAND sh -c "${exec} -- sh -c 'for r in 3 1 0 2; do PMI_RANK=$r PMI_SIZE=4 /bin/true & done; wait' 2>&1 && ${gantry} query --csv sh.gantry \"SELECT ranks, sum FROM over_ranks WHERE name = 'main' AND figure = 'calls'\"")
    add_command_test(NAME "each rank of a launcher has an archive of its own name" STATUS 0 OUTPUT "^true.rank2.gantry\nx.rank2.gantry\n$"
        COMMAND sh -c "export PMI_RANK=2 PMI_SIZE=4 && ${exec} --quiet -- true && ${exec} --quiet --output x.gantry -- true && ls *.gantry")
    add_command_test(NAME "libraries that the user preloads are still loaded, and first" STATUS 0 OUTPUT "^libm.so.6:/[^ :]*/lib/libgantry.so(:/[^ :]*/modules/[a-z]+.so)*\n$"
        COMMAND sh -c "LD_PRELOAD=libm.so.6 ${exec} --quiet -- sh -c 'echo $LD_PRELOAD'")
    add_command_test(NAME "metrics and the limit of memory reach the program" STATUS 0
        OUTPUT "^wall,cpu 16 0\n$" COMMAND ${measured} --quiet --metrics wall,cpu --memory-limit 16 --no-threads
            -- sh -c "echo $GANTRY_METRICS $GANTRY_MEMORY_LIMIT $GANTRY_THREADS")
    add_command_test(NAME "a statically linked program runs all the same, and why nothing is known of it is reported" STATUS 4
        MESSAGE "no process of .*commandline_static reported what it measured: it is statically linked"
        COMMAND ${measured} -- $<TARGET_FILE:commandline_static>)
    add_command_test(NAME "a script is measured as its interpreter" STATUS 0 OUTPUT "script.sh ended with exit status 0.*Written +script.sh.gantry"
        COMMAND sh -c "printf '#!/bin/sh\\nexit 0\\n' > script.sh && chmod +x script.sh && ${exec} -- ./script.sh 2>&1")
    add_command_test(NAME "a program that is not there is named with the status of a shell" STATUS 127
        MESSAGE "^gantry: ./none can ?not be run: No such file or directory\n$" COMMAND ${measured} -- ./none)
    add_command_test(NAME "a file that cannot be run is named with the status of a shell" STATUS 126
        MESSAGE "^gantry: [^\n]*long.rc can ?not be run: Permission denied\n$" COMMAND ${measured} -- ${files}/long.rc)
    add_command_test(NAME "an archive that cannot be written leaves what was measured and the status of the program" STATUS 0
        OUTPUT "ended +[0-9-]+ [0-9:]+ +[0-9]+ +s[0-9a-f]+ .* /bin/rmdir none\n.*\nno program is being measured"
        MESSAGE "^$"
        COMMAND sh -c "mkdir none; ${exec} --output none/x.gantry -- /bin/rmdir none 2> messages; status=$?; GANTRY_SEGMENT_DIR=segments; export GANTRY_SEGMENT_DIR; ${gantry} ps; grep -q 'none/x.gantry.*is still there' messages || exit 9; ${gantry} recover $(${gantry} ps --json | sed -n 's/.*\"session\": \"\\(.*\\)\".*/\\1/p'); ${gantry} ps; exit $status")
    add_command_test(NAME "an unknown metric is reported before the program runs" STATUS 2
        OUTPUT "^$" MESSAGE "there is no metric 'calories'" COMMAND ${measured} --metrics calories -- echo ran)
    add_command_test(NAME "a folder that cannot be created is reported before the program runs" STATUS 2
        OUTPUT "^$" MESSAGE "--segment: [^\n]*none/deep for the measurements can ?not be created" COMMAND ${measured} --segment none/deep -- echo ran)
    add_command_test(NAME "a folder that others may write to is refused, and left as it is" STATUS 2
        OUTPUT "^drwxrwxrwx.*open\n$" MESSAGE "--segment: [^\n]*open is not a folder that only this user can write"
        COMMAND sh -c "mkdir open && chmod 777 open && { ${exec} --segment open -- echo ran; status=$?; ls -ld open; exit $status; }")
    add_command_test(NAME "the latest records of any program are in its archive" STATUS 0
        OUTPUT "> main.*< main.*Totals     equal to the profile"
        COMMAND sh -c "${exec} --quiet --trace latest -- true && ${gantry} trace true.gantry")
    add_command_test(NAME "each rank of a program has its trace in a file beside the archive" STATUS 0
        OUTPUT "Traces     sh.rank0.trace and 1 more.*\nsh.rank0.trace\nsh.rank1.trace\n.*> main"
        COMMAND sh -c "${exec} --trace latest:4KiB -- sh -c 'for r in 1 0; do PMI_RANK=$r PMI_SIZE=2 /bin/true & done; wait' 2>&1 && ls *.trace && ${gantry} trace sh.rank1.trace")
    add_command_test(NAME "a trace of a program is drained into a file beside the archive, which finds it" STATUS 0
        OUTPUT "Traces     true.trace\n.*\ntrue.gantry\ntrue.trace\n.*> main.*< main.*Totals     equal to the profile"
        COMMAND sh -c "${exec} --trace drain -- true 2>&1 && ls true* && ${gantry} trace true.gantry && ls segments | wc -l | grep -q '^0$' || exit 9")
    add_command_test(NAME "each rank drains into a file of its own" STATUS 0
        OUTPUT "Traces     sh.rank0.trace and 1 more.*\nsh.gantry\nsh.rank0.trace\nsh.rank1.trace\n.*> main.*< main"
        COMMAND sh -c "${exec} --trace drain:64KiB -- sh -c 'for r in 1 0; do PMI_RANK=$r PMI_SIZE=2 /bin/true & done; wait' 2>&1 && ls sh* && ${gantry} trace sh.rank1.trace")
    add_command_test(NAME "under a launcher each rank drains beside its own archive" STATUS 0
        OUTPUT "^true.rank2.gantry\ntrue.rank2.trace\n.*Totals     equal to the profile"
        COMMAND sh -c "export PMI_RANK=2 PMI_SIZE=4 && ${exec} --quiet --trace drain -- true && ls true* && ${gantry} trace true.rank2.gantry")
    add_command_test(NAME "a drained trace is next to the archive that was asked for, and those of further programs beside theirs" STATUS 0
        OUTPUT "^sh.[0-9]+.gantry\nsh.[0-9]+.trace\nx.gantry\nx.trace\n$"
        COMMAND sh -c "mkdir out && ${exec} --quiet --all-processes --trace drain --output out/x.gantry -- sh -c '/bin/true; :' && mv sh.* out && ls out")
    add_command_test(NAME "drained traces of programs that are dropped are dropped" STATUS 0 OUTPUT "^sh.gantry\nsh.trace\n$"
        COMMAND sh -c "${exec} --quiet --trace drain -- sh -c '/bin/true; /bin/true; :' 2>/dev/null && ls *.gantry *.trace")
    add_command_test(NAME "where neither the archive nor its trace can be written nothing is run" STATUS 2
        MESSAGE "none/x.gantry" COMMAND ${measured} --quiet --trace drain --output none/x.gantry -- true)
    add_command_test(NAME "an archive whose drained trace was removed reports where it was" STATUS 1
        MESSAGE "true.trace: the trace can ?not be read: No such file or directory"
        COMMAND sh -c "${exec} --quiet --trace drain -- true && rm true.trace && ${gantry} trace true.gantry")
    add_command_test(NAME "a trace that is neither latest nor drain is wrong usage" STATUS 2
        MESSAGE "--trace: a trace is latest, drain or full.*not 'all'" COMMAND ${measured} --trace all -- true)
    add_command_test(NAME "exec without a program is wrong usage" STATUS 2 MESSAGE "usage: gantry exec" COMMAND ${measured})
    add_command_test(NAME "an invalid memory limit is a usage error" STATUS 2 MESSAGE "--memory-limit: 'much' is not a size between 256K and 262143M"
        COMMAND ${measured} --memory-limit much -- true)
    add_command_test(NAME "a measured program is seen while it runs and kept when it is killed from outside" STATUS 0
        OUTPUT "live .* s[0-9a-f]+ .*sleep 1000.*measurement overhead [0-9.]+ ns.*main .running. +1 .*sleep was ended by signal 9.*status 137\n.*program +main +yes +1 .* 0 +sleep +- +1 .*no program is being measured"
        COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/kill_executed ${gantry})
    add_command_test(NAME "where the supervisor itself is killed its session is recovered as one" STATUS 0
        OUTPUT "ended .* s[0-9a-f]+ +0 .*cat go.*recovered-s[0-9a-f]+.gantry: [0-9]+ timers, 2 threads, 2 ranks.*recovered-SESSION.gantry\n.*no program is being measured"
        COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/kill_supervisor ${gantry})
    add_command_test(NAME "what was left less than a day ago is not removed" STATUS 0
        OUTPUT "^no segment here belongs to a process that ended more than a day ago\n1\n$"
        COMMAND sh -c "mkdir none; ${exec} --output none/x.gantry -- /bin/rmdir none 2>messages; GANTRY_SEGMENT_DIR=segments ${gantry} ps --clean && ls segments | wc -l")
endif()

add_command_test(NAME "ps either cleans or prints a document" STATUS 2 MESSAGE "--clean reports what it removes as text"
    COMMAND ${gantry} ps --clean --json)
add_command_test(NAME "a supervised run that is killed is kept under the name the run would have used" STATUS 0
    OUTPUT "status 137\nlong.gantry\nrun.txt\nsegments\n.*evaluate.*this profile is partial: the program was ended by signal 9 .Killed."
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/kill_supervised ${gantry} ${files}/long.rc)
add_command_test(NAME "a supervised run that is killed is kept in the archive that was asked for" STATUS 0
    OUTPUT "status 137\nrun.txt\nsegments\nx.gantry\n.*evaluate.*this profile is partial"
    COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/kill_supervised ${gantry} ${files}/long.rc --archive x.gantry)
add_command_test(NAME "a supervised run that ends by itself is as any other" STATUS 0
    OUTPUT "Value = 3.141593.*Written +p.json" COMMAND ${gantry} run --supervise --profile p.json ${tutorial})
add_command_test(NAME "a supervised run that fails is reported once" STATUS 1 MESSAGE "^gantry: [^\n]*unknown command[^\n]*\n$"
    COMMAND ${gantry} run --supervise ${files}/wrong.rc)
