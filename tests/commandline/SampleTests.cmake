# Programs without timers whose functions are sampled. Where the kernel does not allow that, the tests are skipped.
if(NOT GANTRY_SANITIZE)
    add_executable(commandline_sampled files/sampled.cpp)
    find_package(Threads REQUIRED)
    target_link_libraries(commandline_sampled PRIVATE Threads::Threads)
    target_compile_options(commandline_sampled PRIVATE -O1 -fno-optimize-sibling-calls)
    set_target_properties(commandline_sampled PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${PROJECT_BINARY_DIR}/tests/bin")
    set(sampled "GANTRY_SEGMENT_DIR=segments ${gantry} exec --sample 1000")
    add_command_test(NAME "functions of all threads are found by samples, with their callers" STATUS 0
        OUTPUT "^once 1\nthrice 1\n95 of 100 reach their root: 1\nthreads: 2\n$"
        COMMAND sh -c "${CMAKE_CURRENT_SOURCE_DIR}/scripts/sample_tree ${gantry} $<TARGET_FILE:commandline_sampled>")
    add_command_test(NAME "samples are in the archive, and the first screen names the functions" STATUS 0
        OUTPUT "Measured +main and threads, files .posix, stdio.*Time .*computing.*Functions .*inner.*Limit .*\nx.gantry\n$"
        COMMAND sh -c "${sampled} --output x.gantry -- $<TARGET_FILE:commandline_sampled> 2>&1 && ls *.gantry")
    add_command_test(NAME "functions are below the timer of main, and tables of timers do not list them" STATUS 0
        OUTPUT "\nmain +.*\n  +(once|thrice).*\n +inner .*--\n.*main"
        COMMAND sh -c "${sampled} --quiet --output x.gantry -- $<TARGET_FILE:commandline_sampled> && ${gantry} report --tree --metric sampled x.gantry && echo -- && ${gantry} report --flat x.gantry > flat && ! grep inner flat && cat flat")
    add_command_test(NAME "sampling can be left out" STATUS 0 OUTPUT "^wall\n$"
        COMMAND sh -c "GANTRY_SEGMENT_DIR=segments ${gantry} exec --sample none --quiet --output x.gantry -- $<TARGET_FILE:commandline_sampled> && ${gantry} query --csv x.gantry 'SELECT name FROM metric' | tail -n +2")
    add_command_test(NAME "children are sampled as well, under the names of their programs" STATUS 0
        OUTPUT "inner +.*commandline_sam"
        COMMAND sh -c "${sampled} --quiet --output x.gantry -- sh -c '$<TARGET_FILE:commandline_sampled>; :' 2>/dev/null && ${gantry} report --functions x.gantry")
    foreach(name IN ITEMS "functions of all threads are found by samples, with their callers"
            "samples are in the archive, and the first screen names the functions"
            "functions are below the timer of main, and tables of timers do not list them"
            "children are sampled as well, under the names of their programs")
        set_tests_properties("system.commandline: ${name}" PROPERTIES
            SKIP_REGULAR_EXPRESSION "the kernel does not allow sampling|sampling needs libdw|sampling cannot begin")
    endforeach()
endif()
foreach(rate IN ITEMS 0 4001 -1 often)
    add_command_test(NAME "a sampling rate of ${rate} is wrong usage" STATUS 2 MESSAGE "--sample"
        COMMAND ${gantry} exec --sample ${rate} -- true)
endforeach()
