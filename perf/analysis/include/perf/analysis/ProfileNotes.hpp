#pragma once

#include <perf/model/Profile.hpp>

#include <string>
#include <vector>

namespace gantry::perf {

/// Measurement overhead, for a call and in all, by the first metric; empty where it is not known.
/// A phrase, such as "21 ns a start and stop, 3 us in all".
std::string overheadText(const Profile& profile);

/// What the values are: compensated or as measured, and the measurement overhead that is not or
/// still in them by the first metric, with its error bound.
std::string valuesText(const Profile& profile);

/// One sentence for each metric that was asked for and not measured, or not on all threads, for
/// what a trace lacks, and for the programs of the run that were not measured.
std::vector<std::string> metricWarnings(const Profile& profile);

/// How timers and events were used wrongly: of each kind of misuse at most three sentences, for the
/// first timers and events, and one with the number of the others. So the text stays short if
/// every timer of a large program is used wrongly.
std::vector<std::string> misuseWarnings(const Profile& profile);

}  // namespace gantry::perf
