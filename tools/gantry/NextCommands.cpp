#include "NextCommands.hpp"

namespace gantry::tools {

std::string nextCommand(perf::LookNext next, const ShownRun& run) {
    const std::string file = run.file.empty() ? "FILE" : run.file;
    switch (next) {
        case perf::LookNext::SampledTree:
            return "gantry report --tree --metric sampled " + file;
        case perf::LookNext::FileAccess:
            return "gantry report --io " + file;
        case perf::LookNext::Threads:
            return "gantry report --threads " + file;
        case perf::LookNext::Children:
            return "gantry exec --children -- " + run.program;
        case perf::LookNext::Analysis:
            return "gantry analyze " + file;
        case perf::LookNext::Selection:
            return "gantry select --output new.selection " + file;
        case perf::LookNext::CallTree:
            break;
    }
    return "gantry report --tree " + file;
}

std::string nextText(const std::vector<perf::TimeLimit>& limits, const ShownRun& run) {
    std::string text;
    for (const perf::TimeLimit& limit : limits) {
        text += "Next       " + nextCommand(limit.next, run) + '\n';
    }
    return text;
}

}  // namespace gantry::tools
