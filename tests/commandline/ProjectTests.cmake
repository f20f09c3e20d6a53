# What `gantry project` promises, and the commands that take a project for its runs.
set(project_of_two "cp ${files}/small.json first.gantry.json && cp ${files}/small.json second.gantry.json && ${gantry} project new heat.json --title 'Heat equation' --program './heat 1000' --set n=1000 first.gantry.json > /dev/null")

add_command_test(NAME "a project is made of runs" STATUS 0 OUTPUT "^heat.json: 2 runs .2 added, 0 updated.\n$"
    COMMAND sh -c "cp ${files}/small.json a.json && cp a.json b.json && ${gantry} project new heat.json a.json b.json")
add_command_test(NAME "a project shows texts and runs" STATUS 0
    OUTPUT "^Project +Heat equation\nProgram +./heat 1000\nConfiguration +n=1000\n\nrun +file +created +measured +revision +note\n +1 +first.gantry.json +20[^ ]+Z +[0-9.]+ [a-z]+\n +2 +second.gantry.json +20[^ ]+Z +[0-9.]+ [a-z]+ +v2 +blocked\n$"
    COMMAND sh -c "${project_of_two} && ${gantry} project add heat.json second.gantry.json --revision v2 --note blocked > /dev/null && ${gantry} project show heat.json")
add_command_test(NAME "a run that is added again is updated" STATUS 0 OUTPUT "1 run .0 added, 1 updated.\n.*again"
    COMMAND sh -c "${project_of_two} && ${gantry} project add heat.json first.gantry.json --note again && ${gantry} project show heat.json")
add_command_test(NAME "a project in another folder finds its runs" STATUS 0 OUTPUT "../first.gantry.json"
    COMMAND sh -c "${project_of_two} && mkdir studies && ${gantry} project new studies/heat.json first.gantry.json > /dev/null && cd / && ${gantry} project show \"$OLDPWD/studies/heat.json\"")
add_command_test(NAME "a project prints its document" STATUS 0 OUTPUT "\"format\": \"gantry-project\".*\"program\": \"./heat 1000\".*\"runs\""
    COMMAND sh -c "${project_of_two} && ${gantry} project show heat.json --json")
add_command_test(NAME "a removed run is shown as missing" STATUS 0 OUTPUT "first.gantry.json +20[^ ]+Z +missing"
    COMMAND sh -c "${project_of_two} && rm first.gantry.json && ${gantry} project show heat.json")
add_command_test(NAME "a project without runs says how to add one" STATUS 0 OUTPUT "No runs yet: gantry project add empty.json RUN.gantry"
    COMMAND sh -c "${gantry} project new empty.json > /dev/null && ${gantry} project show empty.json")
add_command_test(NAME "the runs of a project are compared" STATUS 0 OUTPUT "A = Heat equation .1 run."
    COMMAND sh -c "${project_of_two} && ${gantry} compare heat.json heat.json")

add_command_test(NAME "a project that exists is not overwritten" STATUS 2 MESSAGE "heat.json exists; `gantry project add` changes it"
    COMMAND sh -c "${project_of_two} && ${gantry} project new heat.json")
add_command_test(NAME "what is not a run does not become one of a project" STATUS 4 MESSAGE "wrong.rc: is neither an archive"
    COMMAND sh -c "${gantry} project new heat.json ${files}/wrong.rc")
add_command_test(NAME "a project is not made where a run cannot be read" STATUS 1 OUTPUT "^gone\n$" MESSAGE "nowhere"
    COMMAND sh -c "${gantry} project new heat.json nowhere.gantry; status=$?; test -e heat.json || echo gone; exit $status")
add_command_test(NAME "a note needs a run" STATUS 2 MESSAGE "--revision and --note describe a RUN; name one"
    COMMAND sh -c "${gantry} project new heat.json --note x")
add_command_test(NAME "an entry of the configuration needs a name" STATUS 2 MESSAGE "--set: '=1' is not NAME=TEXT"
    COMMAND sh -c "${gantry} project new heat.json --set =1")
add_command_test(NAME "a source file must exist" STATUS 2 MESSAGE "--source: nowhere.c does not exist"
    COMMAND sh -c "${gantry} project new heat.json --source nowhere.c")
add_command_test(NAME "a damaged project is named" STATUS 4 MESSAGE "heat.json: is not a project"
    COMMAND sh -c "echo '{' > heat.json && ${gantry} project show heat.json")
add_command_test(NAME "another verb of a project is wrong usage" STATUS 2 MESSAGE "'edit' is not new, add or show"
    COMMAND sh -c "${gantry} project edit heat.json")
