#include <perf/model/ProcessInfo.hpp>

namespace gantry::perf {

std::string describe(const ProcessInfo& process) {
    std::string text = process.rank >= 0 ? "rank " + std::to_string(process.rank) : "";
    if (process.pid > 0) {
        text += (text.empty() ? "process " : ", process ") + std::to_string(process.pid);
    }
    if (text.empty()) {
        text = "a process";
    }
    return process.host.empty() ? text : text + " on " + process.host;
}

bool canBeOfOneRun(const ProcessInfo& a, const ProcessInfo& b) {
    const bool sameRun = a.run.empty() || b.run.empty() || a.run == b.run;
    return sameRun && (a.size == 0 || b.size == 0 || a.size == b.size);
}

}  // namespace gantry::perf
