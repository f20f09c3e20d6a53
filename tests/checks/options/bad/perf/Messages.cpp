// A comment may say `gantry report --io`.
#include "gantry report/Path.hpp"
const char* kSplit =
    "there is no trace; measure with --tra"  // what is said
    "ce drain";
const char* kCommand = "`gantry "
                       "report` lists them";
const char* kRaw = R"(set --limit, not "this")";
const char kQuote = '"';  // not the beginning of --a-string
const char* kFormat = "gantry reporter, gantry trace; a--b -- ---";
