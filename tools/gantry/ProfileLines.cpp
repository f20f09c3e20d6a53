#include "ProfileLines.hpp"

#include <perf/model/Flat.hpp>

#include <algorithm>

namespace gantry::tools {

ProfileLine lineOf(const perf::TimerInfo& timer) {
    ProfileLine line;
    line.component = timer.group;
    line.type = timer.type;
    line.kind = perf::kindName(timer.kind);
    const std::string prefix = timer.group + "::";
    perf::TimerInfo method = timer;
    method.type.clear();
    if (method.name.rfind(prefix, 0) == 0) {
        method.name.erase(0, prefix.size());
    }
    line.method = perf::shownName(method);
    return line;
}

std::vector<ProfileLine> profileLines(const perf::Profile& profile) {
    std::vector<ProfileLine> lines;
    for (const perf::TimerRecord& record : perf::flat(profile)) {
        ProfileLine line = lineOf(record.info);
        line.calls = record.calls;
        line.childCalls = record.childCalls;
        line.running = record.running;
        line.inclusive = record.inclusive;
        line.exclusive = record.exclusive;
        lines.push_back(std::move(line));
    }
    std::stable_sort(lines.begin(), lines.end(), [](const ProfileLine& a, const ProfileLine& b) {
        return a.exclusive.front() > b.exclusive.front();
    });
    return lines;
}

}  // namespace gantry::tools
