#include <perf/analysis/ProfileLines.hpp>
#include <perf/model/Flat.hpp>
#include <perf/model/PhaseValues.hpp>

#include <algorithm>

namespace gantry::perf {

ProfileLine lineOf(const TimerInfo& timer) {
    ProfileLine line;
    line.component = timer.group;
    line.type = timer.type;
    line.kind = kindName(timer.kind);
    // Timers of a component's methods are often named "component::method"; the component has a
    // column of its own.
    const std::string prefix = timer.group + "::";
    TimerInfo method = timer;
    method.type.clear();
    if (method.name.rfind(prefix, 0) == 0) {
        method.name.erase(0, prefix.size());
    }
    line.method = shownName(method);
    return line;
}

std::vector<ProfileLine> profileLines(const Profile& profile) {
    std::vector<ProfileLine> lines;
    for (const TimerRecord& record : flat(profile)) {
        // An instance is a part of its phase, which is listed.
        if (isPhaseInstance(profile, record.info)) {
            continue;
        }
        ProfileLine line = lineOf(record.info);
        line.calls = record.calls;
        line.childCalls = record.childCalls;
        line.running = record.running;
        line.inclusive = record.inclusive;
        line.exclusive = record.exclusive;
        line.method += samplingMark(record.calls, record.untimed);
        line.untimed = record.untimed;
        line.inclusiveError = record.inclusiveError;
        line.exclusiveError = record.exclusiveError;
        lines.push_back(std::move(line));
    }
    std::stable_sort(lines.begin(), lines.end(), [](const ProfileLine& a, const ProfileLine& b) {
        return a.exclusive[0] > b.exclusive[0];
    });
    return lines;
}

}  // namespace gantry::perf
