#include <perf/analysis/QueryText.hpp>

#include <iostream>

#include "Command.hpp"
#include "OptionValues.hpp"

namespace gantry::tools {

namespace {

OptionParser queryParser() {
    OptionParser parser(
        "gantry query [options] FILE SQL",
        "Runs an SQL query on an archive and prints the rows. The archive is opened read-only. "
        "Useful views: flat, tree, by_group, by_thread, events, over_ranks, misuses. All tables "
        "and their units are described in docs/formats/archive.md.",
        {"gantry query run.gantry 'SELECT * FROM flat LIMIT 10'",
         "gantry query run.gantry 'SELECT name, calls FROM tree WHERE depth < 3'",
         "gantry query run.gantry \"SELECT inclusive / calls AS ns FROM flat WHERE name LIKE "
         "'%integrate%'\"",
         "gantry query --csv run.gantry 'SELECT * FROM by_group' > groups.csv",
         "gantry query --json run.gantry 'SELECT * FROM run'"});
    parser.flag("csv", "Print comma-separated values with a header line; NULL is empty.")
        .flag("raw",
              "Return values as measured. Without this option, the measurement overhead is "
              "subtracted from all values where it is known; main.value has the measured ones.")
        .flag("json", "Print one JSON document (docs/formats/report.md).")
        .positional("FILE SQL");
    return parser;
}

int execute(const Words& words) {
    OptionParser parser = queryParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    refuseBoth(parser, "json", "csv");
    using Values = perf::ArchiveQuery::Values;
    perf::ArchiveQuery query(parser.positionalWords()[0], parser.positionalWords()[1],
                             parser.has("raw") ? Values::Raw : Values::Compensated);
    if (parser.has("json")) {
        perf::writeQueryJson(query, std::cout);
    } else if (parser.has("csv")) {
        perf::writeQueryCsv(query, std::cout);
    } else {
        std::cout << perf::queryText(query);
    }
    return kDone;
}

}  // namespace

Command queryCommand() {
    return {"query the archive of a run with SQL",
            {"gantry query run.gantry 'SELECT * FROM flat'"},
            execute};
}

}  // namespace gantry::tools
