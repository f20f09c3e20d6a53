# What `gantry report` promises. files/small.json has two metrics, two threads, an event, a misuse, and a name with
# control characters.
set(small ${files}/small.json)

add_command_test(NAME "a report begins with facts and ends with warnings" STATUS 0
    OUTPUT "^Profile of 2026-01-31T12:00:00Z on node1: 20.0 us measured, 1 component, 2 threads\n.*\nwarning: this profile is partial: the run was stopped\nwarning: [^\n]*'driver::go'[^\n]*\n$"
    COMMAND ${gantry} report ${small})
add_command_test(NAME "a report has timers, events and threads" STATUS 0
    OUTPUT "component +class +method +running +calls +wall incl. +wall excl. +cpu incl. +cpu excl. +share\nwork +demo.Solver +solve +9 +7.00 us +7.00 us +1.50 us +1.50 us +53.8 %\n.*\ndriver +demo.Driver +go +yes +1 .*event +count.*\nbytes +2 +8 .*thread +name +ended +CPU time"
    COMMAND ${gantry} report ${small})
add_command_test(NAME "call paths are reported below their callers" STATUS 0
    OUTPUT "\ndriver::go demo.Driver +driver +yes +1 +1 [^\n]*\n  work::[^\n]*\n  work::solve demo.Solver +work +1 +2 [^\n]*\nwork::solve demo.Solver +work +1 +7 "
    COMMAND ${gantry} report --tree ${small})
add_command_test(NAME "siblings in a tree are sorted" STATUS 0
    OUTPUT "driver::go [^\n]*\n  work::solve [^\n]*\n  work::.x1b" COMMAND ${gantry} report --tree --sort calls ${small})
add_command_test(NAME "a report of groups counts what runs in a group once" STATUS 0
    OUTPUT "group +timers +calls +wall incl. +wall excl. .*\nwork +2 +10 +12.0 us +12.0 us .*\ndriver +1 +1 +10.0 us +1.00 us "
    COMMAND ${gantry} report --groups ${small})
add_command_test(NAME "a report of threads reports what was measured on each" STATUS 0
    OUTPUT "\n +0 +first +9.00 us +3 +10.0 us +900 ns\n +1 +second +yes +5.00 us +1 +3.00 us +700 ns\n"
    COMMAND ${gantry} report --threads ${small})
add_command_test(NAME "a report of one metric sorts and shares by it" STATUS 0
    OUTPUT "calls +cpu incl. +cpu excl. +share\nwork +demo.Solver +solve +9 +1.50 us +1.50 us +93.8 %"
    COMMAND ${gantry} report --flat --metric cpu ${small})
add_command_test(NAME "control characters and directions of writing are shown, not sent" STATUS 0
    OUTPUT "work +a,b +.x1b.2Jclear.[xX]?.*xe2.x80.xae" COMMAND ${gantry} report --flat ${small})
add_command_test(NAME "no format sends a control character" STATUS 0 OUTPUT "^clean\n$"
    COMMAND sh -c "for f in text md csv json$<SEMICOLON> do ${gantry} report --flat --tree --format $f ${small} | grep -q \"$(printf '\\033')\" && echo dirty $f$<SEMICOLON> done$<SEMICOLON> echo clean")
add_command_test(NAME "a report in CSV has keys, units and exact numbers" STATUS 0
    OUTPUT "^component,class,method,kind,running,calls,childCalls,wall.inclusive .ns.,wall.exclusive .ns.,cpu.inclusive .ns.,cpu.exclusive .ns.,share .%.\nwork,demo.Solver,solve,timer,0,9,0,7000,7000,1500,1500,53.8461.*\nwork,\"a,b\",.*\ndriver,demo.Driver,go,timer,1,1,3,10000,1000,900,50,7.69.*\n$"
    COMMAND ${gantry} report --format csv ${small})
add_command_test(NAME "a report in Markdown escapes what has a meaning there" STATUS 0
    OUTPUT "^# Profile of.*\n## flat\n\n. component . class .*\n.---.---.---.---:.*clear...x?.*\n.*Warning:.. this profile is partial"
    COMMAND ${gantry} report --flat --format md ${small})
add_command_test(NAME "a report in JSON has the views and no more rows than asked for" STATUS 0
    OUTPUT "\"format\": \"gantry-report\",.*\"partial\": \"the run was stopped\",.*\"view\": \"flat\",.*\"solve\",.*\"leftOut\": 2.*\"view\": \"threads\",.*\"leftOut\": 1"
    COMMAND ${gantry} report --json --flat --threads --top 1 ${small})
add_command_test(NAME "the complete profile is available as a document" STATUS 0
    OUTPUT "\"format\": \"gantry-profile\".*\"partial\": \"the run was stopped\"" COMMAND ${gantry} report --document ${small})
add_command_test(NAME "a view without rows is reported as empty" STATUS 0 OUTPUT "\nno timers\n" COMMAND ${gantry} report --ranks ${small})
add_command_test(NAME "an unknown order of a report is wrong usage" STATUS 2
    MESSAGE "--sort: 'colour' is not a column of 'flat'. choose one of name, component, .*wall.exclusive"
    COMMAND ${gantry} report --sort colour ${small})
add_command_test(NAME "an unknown metric is wrong usage" STATUS 2
    MESSAGE "--metric: 'heat' is not a measured metric; measured: wall, cpu" COMMAND ${gantry} report --metric heat ${small})
add_command_test(NAME "an unknown format is wrong usage" STATUS 2 MESSAGE "--format takes text, json, csv or md, not 'xml'"
    COMMAND ${gantry} report --format xml ${small})
add_command_test(NAME "an invalid number of rows is a usage error" STATUS 2 MESSAGE "--top takes a whole number, not '-1'"
    COMMAND ${gantry} report --top=-1 ${small})
add_command_test(NAME "formats that contradict each other are wrong usage" STATUS 2 MESSAGE "contradict"
    COMMAND ${gantry} report --json --format csv ${small})
add_command_test(NAME "a profile without a known measurement overhead is shown as measured, with a note" STATUS 0
    OUTPUT "\nvalues are as measured: the measurement overhead is not known\n" COMMAND ${gantry} report ${small})
add_command_test(NAME "an archive keeps the measurement overhead" STATUS 0
    OUTPUT "\nvalues are compensated: .*share [^\n]*overhead.*measurement overhead [0-9.]+ ns a start and stop.*\nprobe_overhead > 0\n1\n$"
    COMMAND sh -c "${gantry} run --exact --archive a.gantry ${tutorial} > run.txt && ${gantry} report a.gantry && ${gantry} query --csv a.gantry 'SELECT probe_overhead > 0 FROM metric'")
add_command_test(NAME "the complete profile and a choice of views contradict each other" STATUS 2 MESSAGE "--top has no meaning with it"
    COMMAND ${gantry} report --document --top 3 ${small})
add_command_test(NAME "a run becomes one HTML file with its data" STATUS 0 OUTPUT "^<!DOCTYPE html>.*\"format\":\"gantry-page\".*</html>\n$"
    COMMAND sh -c "${gantry} report --html ${small} -o page.html && cat page.html")
add_command_test(NAME "an HTML file has everything and contradicts a choice of views" STATUS 2 MESSAGE "--html prints all of the profile; choose it or views"
    COMMAND ${gantry} report --html --tree ${small})
add_command_test(NAME "an HTML file that cannot be written is a failure" STATUS 1 MESSAGE "cannot write|No such file"
    COMMAND ${gantry} report --html --output /nowhere/page.html ${small})
add_command_test(NAME "a file for a report of another kind is wrong usage" STATUS 2 MESSAGE "--output belongs to --html"
    COMMAND ${gantry} report --output page.html ${small})
