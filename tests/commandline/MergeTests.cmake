# What the command line promises of merging. What a launcher of ranks sets in their environment is set here, without MPI.
if(GANTRY_SANITIZE)
    return()
endif()
set(rank "GANTRY_SEGMENT_DIR=segments PMIX_NAMESPACE=job7 OMPI_COMM_WORLD_SIZE=3 OMPI_COMM_WORLD_RANK")
set(run "exec --quiet --modules mpi-if-used --sample none --output r.gantry -- sh -c true")
set(ranks "for r in 0 1 2$<SEMICOLON> do ${rank}=$r ${gantry} ${run}$<SEMICOLON> done")

add_command_test(NAME "archives of ranks become one with every rank, and stay" STATUS 0
    OUTPUT "^all.gantry: 3 ranks on [^\n]*, 3 threads, 1 timer\nClock +one for all [0-9] processes$<SEMICOLON> nothing is corrected\nrun,rank,size,threads\njob7,0,3,1\njob7,1,3,1\njob7,2,3,1\nall.gantry\nr.rank0.gantry\nr.rank1.gantry\nr.rank2.gantry\n$"
    COMMAND sh -c "${ranks} && ${gantry} merge r.rank2.gantry r.rank0.gantry r.rank1.gantry -o all.gantry && ${gantry} query --csv all.gantry \"SELECT run, rank, size, (SELECT count(*) FROM thread WHERE process_id = process.id AND role = 'main') AS threads FROM process ORDER BY id\" && ls *.gantry")
add_command_test(NAME "a rank that is missing is named, and can be added" STATUS 0
    OUTPUT "^some.gantry: 2 ranks on [^\n]*\nmissing: rank 1 of 3\nClock +one for all [0-9] processes$<SEMICOLON> nothing is corrected\nall.gantry: 3 ranks on [^\n]*\nClock +one for all [0-9] processes$<SEMICOLON> nothing is corrected\nsome.gantry says: of 3 ranks these reported nothing: 1\nall.gantry says:\n$"
    COMMAND sh -c "${ranks} && ${gantry} merge r.rank0.gantry r.rank2.gantry --output some.gantry && ${gantry} merge some.gantry r.rank1.gantry --output all.gantry && for f in some all$<SEMICOLON> do echo $f.gantry says: $(${gantry} query --csv $f.gantry 'SELECT partial FROM run' | tail -n +2 | tr -d '\"')$<SEMICOLON> done")
add_command_test(NAME "several archives are reported as one" STATUS 0 OUTPUT "rank +host +process +threads .*0 .*1 .*2 "
    COMMAND sh -c "${ranks} && ${gantry} report --by rank r.rank*.gantry && test ! -e merged.gantry")
add_command_test(NAME "a timer is reported over all threads of all ranks" STATUS 0 OUTPUT "method +threads +wall excl. +min +mean +max +deviation +imbalance +max at\n.*main +3 .* rank [012], thread [012]\n"
    COMMAND sh -c "${ranks} && ${gantry} report --by function r.rank*.gantry")
add_command_test(NAME "archives of different runs are not merged" STATUS 1
    MESSAGE "^gantry: r.rank0.gantry and r.rank1.gantry are of different runs .run job7 of 3 ranks, run job8 of 3 ranks.$<SEMICOLON> name archives of one run only\n$"
    COMMAND sh -c "${ranks} && ${rank}=1 PMIX_NAMESPACE=job8 ${gantry} ${run} && ${gantry} merge r.rank0.gantry r.rank1.gantry")
add_command_test(NAME "an archive that is named twice is wrong usage" STATUS 2 MESSAGE "^gantry: ./r.rank0.gantry is named twice"
    COMMAND sh -c "${ranks} && ${gantry} merge r.rank0.gantry ./r.rank0.gantry")
add_command_test(NAME "a copy of an archive is refused" STATUS 1 MESSAGE "r.rank0.gantry and copy.gantry are of the same process .rank 0, process [0-9]+ on "
    COMMAND sh -c "${ranks} && cp r.rank0.gantry copy.gantry && ${gantry} merge r.rank0.gantry copy.gantry")
add_command_test(NAME "a damaged archive among good ones is named and left out" STATUS 4
    OUTPUT "^merged.gantry: 2 ranks on [^\n]*\nmissing: rank 1 of 3\nClock +one for all [0-9] processes$<SEMICOLON> nothing is corrected\n$" MESSAGE "^gantry: left out: r.rank1.gantry: the file is damaged"
    COMMAND sh -c "${ranks} && head -c 9000 r.rank1.gantry > cut && mv cut r.rank1.gantry && ${gantry} merge r.rank*.gantry")
add_command_test(NAME "an output that exists is not replaced unasked" STATUS 2 OUTPUT "^mine\n$" MESSAGE "^gantry: --output: all.gantry exists$<SEMICOLON> name another file, or replace it with --force\n$"
    COMMAND sh -c "${ranks} && echo mine > all.gantry && { ${gantry} merge r.rank*.gantry -o all.gantry || { s=$? && cat all.gantry && exit $s$<SEMICOLON> }$<SEMICOLON> }")
add_command_test(NAME "an archive is not merged into itself" STATUS 2 MESSAGE "r.rank0.gantry is one of the archives to merge"
    COMMAND sh -c "${ranks} && ${gantry} merge --force r.rank*.gantry -o r.rank0.gantry")
add_command_test(NAME "what is not an archive is not merged" STATUS 4 MESSAGE "small.json: this is not a Gantry archive"
    COMMAND ${gantry} merge ${files}/small.json)
add_command_test(NAME "a merge of nothing is wrong usage" STATUS 2 MESSAGE "ARCHIVE is missing" COMMAND ${gantry} merge)
