# Source files in archives. Where the kernel does not allow sampling, the tests are skipped.
if(NOT GANTRY_SANITIZE)
    # add_sources_test(case sentence output)
    function(add_sources_test case sentence output)
        add_command_test(NAME "${sentence}" STATUS 0 OUTPUT "${output}"
            COMMAND ${CMAKE_CURRENT_SOURCE_DIR}/scripts/keep_sources ${gantry} ${CMAKE_C_COMPILER} ${files}/sources.c ${case})
        set_tests_properties("system.commandline: ${sentence}" PROPERTIES
            SKIP_REGULAR_EXPRESSION "the kernel does not allow sampling|sampling needs libdw|sampling cannot begin")
    endfunction()
    add_sources_test(changed "a report shows the source of the run after the file was changed and removed"
        "Sources +1 source file, [0-9]+ bytes.*note: none\nhot line: 1\nnote: .the file has changed since the run.\nhot line: 1\nnote: .the file is gone.\nhot line: 1\n$")
    add_sources_test(left-out "a source file that is left out is named with the reason"
        "Sources +0 source files, 0 bytes. [0-9]+ left out.*hot.c .*it is larger than the limit for a file, 10 bytes")
    add_sources_test(without "without --sources the lines of a file that is gone have numbers alone" "its text is gone")
    add_sources_test(page "a page shows the source of the run after the file was removed" "^text in page: 1 note: 1\n$")
    add_sources_test(recovered "a recovered archive has the source of timers, but of none that only the program names"
        "timed.c .the file is gone.\n.* 1 +[0-9.]+ .?s +4 +gantry_timer_t step = GANTRY_TIMER_HERE.*\nkept: timed.c\nleft out: /etc/passwd: no debugging information of the program names it\n$")
    add_sources_test(damaged "an archive whose source files were changed by hand is refused" "source_file. is not as it was written")
endif()
add_command_test(NAME "limits of source files that cannot be read are wrong usage" STATUS 2 MESSAGE "--source-limits: takes the largest size"
    COMMAND ${gantry} exec --sources --source-limits 1X,2M -- true)
add_command_test(NAME "limits of source files without source files are wrong usage" STATUS 2 MESSAGE "--source-limits goes with --sources"
    COMMAND ${gantry} exec --source-limits 1M,2M -- true)
add_command_test(NAME "a JSON profile cannot keep source files" STATUS 2 MESSAGE "x.json is a JSON profile; name another file"
    COMMAND ${gantry} exec --sources --output x.json -- true)
add_command_test(NAME "a run without an archive cannot keep source files" STATUS 2 MESSAGE "this run writes none"
    COMMAND ${gantry} run --sources --no-archive ${tutorial})
add_command_test(NAME "the fields of no module are wrong usage" STATUS 2 MESSAGE "--fields goes with --module"
    COMMAND ${gantry} report --fields ${files}/small.json)
