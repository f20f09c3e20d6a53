#include <perf/model/Merge.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/recording/ChildPrograms.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <algorithm>
#include <numeric>
#include <stdexcept>

namespace gantry::perf {

namespace {

// Records are reduced when so many have come, so that memory follows the names, not the processes.
constexpr std::size_t kMostUnreduced = 4096;
constexpr std::size_t kMostMisuse = 256;

std::uint64_t keyOf(std::int32_t parent, std::uint32_t timer) {
    return std::uint64_t{static_cast<std::uint32_t>(parent)} << 32U | timer;
}

std::string keyOf(const TimerInfo& timer, const std::string& type) {
    return std::to_string(timer.name.size()) + ' ' + std::to_string(type.size()) + ' ' +
           std::to_string(timer.group.size()) + ' ' + timer.name + type + timer.group +
           std::string(kindName(timer.kind));
}

std::string programIn(const Profile& profile) {
    for (const auto& [key, value] : profile.context) {
        if (key == kCommandFact && !value.empty()) {
            const std::string word = value.substr(0, value.find(' '));
            return word.substr(word.rfind('/') + 1);
        }
    }
    return "?";
}

bool isMoment(const ModuleField& field) {
    return field.reduction == Reduction::First || field.reduction == Reduction::Last;
}

// Moments as times of the system clock, or back.
void shiftMoments(ModuleRecords& module, std::int64_t by) {
    for (ModuleRecord& record : module.records) {
        record.process = -1;
        for (std::size_t f = 0; f < module.fields.size(); ++f) {
            if (isMoment(module.fields[f]) && record.values[f] != 0) {
                record.values[f] = std::max<std::int64_t>(1, record.values[f] + by);
            }
        }
    }
}

// Whether the metrics of `part` are the first ones of `whole`: samples are added to a profile
// behind those that the program measured itself.
bool beginWith(const std::vector<Metric>& whole, const std::vector<Metric>& part) {
    return whole.size() >= part.size() && std::equal(part.begin(), part.end(), whole.begin(),
                                                     [](const Metric& x, const Metric& y) {
                                                         return x.name == y.name &&
                                                                x.unit == y.unit;
                                                     });
}

}  // namespace

ChildPrograms::Program& ChildPrograms::programOf(const Profile& profile) {
    const std::string name = programIn(profile);
    const auto known = programs_.find(name);
    if (known != programs_.end()) {
        return known->second;
    }
    Program program;
    program.sums.name = name;
    program.thread = sum_.threads.size();
    ThreadProfile thread;
    thread.id = static_cast<std::uint32_t>(program.thread);
    thread.name = name;
    thread.ended = true;
    thread.role = ThreadRole::Worker;
    sum_.threads.push_back(std::move(thread));
    return programs_.emplace(name, std::move(program)).first->second;
}

std::uint32_t ChildPrograms::timerOf(const TimerInfo& timer, const Profile& from,
                                     const std::string& program) {
    // `main` of different programs is not the same.
    const std::string type = timer.name == "main" && timer.type.empty() ? program : timer.type;
    const auto next = static_cast<std::uint32_t>(sum_.timers.size());
    const auto [known, isNew] = timers_.try_emplace(keyOf(timer, type), next);
    if (isNew) {
        TimerInfo made = timer;
        made.id = next;
        made.type = type;
        sum_.timers.push_back(made);
        if (timer.base >= 0) {
            const auto base =
                timerOf(from.timers[static_cast<std::size_t>(timer.base)], from, program);
            // A base must come before its parameters; it does where it is known already.
            sum_.timers[next].kind = base < next ? timer.kind : TimerKind::Timer;
            sum_.timers[next].base = base < next ? static_cast<std::int32_t>(base) : -1;
        }
    }
    return known->second;
}

void ChildPrograms::addThread(const Profile& from, const ThreadProfile& thread, Program& program) {
    ThreadProfile& sum = sum_.threads[program.thread];
    sum.cpuNs += thread.cpuNs;
    std::vector<std::int32_t> placeOf(thread.nodes.size());
    for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
        const CallPathNode& node = thread.nodes[i];
        const std::int32_t parent =
            node.parent < 0 ? -1 : placeOf[static_cast<std::size_t>(node.parent)];
        const std::uint32_t timer = timerOf(from.timers[node.timer], from, program.sums.name);
        const auto [known, isNew] = program.children.try_emplace(
            keyOf(parent, timer), static_cast<std::int32_t>(sum.nodes.size()));
        if (isNew) {
            sum.nodes.emplace_back();
            sum.nodes.back().timer = timer;
            sum.nodes.back().parent = parent;
        }
        CallPathNode& into = sum.nodes[static_cast<std::size_t>(known->second)];
        into.calls += node.calls;
        into.childCalls += node.childCalls;
        into.untimed += node.untimed;
        into.inclusive += node.inclusive;
        into.error += node.error;
        placeOf[i] = known->second;
    }
}

void ChildPrograms::addEvents(const Profile& from) {
    for (const EventStats& event : from.events) {
        const auto [known, isNew] =
            events_.try_emplace({event.name, event.path}, sum_.events.size());
        if (isNew) {
            sum_.events.push_back(event);
        } else {
            sum_.events[known->second].merge(event);
        }
    }
}

void ChildPrograms::addMisuse(const Profile& from) {
    for (Misuse misuse : from.misuse) {
        misuse.thread = -1;
        const auto known =
            std::find_if(sum_.misuse.begin(), sum_.misuse.end(), [&misuse](const Misuse& each) {
                return each.kind == misuse.kind && each.name == misuse.name &&
                       each.other == misuse.other;
            });
        if (known != sum_.misuse.end()) {
            known->count += misuse.count;
        } else if (sum_.misuse.size() < kMostMisuse) {
            sum_.misuse.push_back(std::move(misuse));
        }
    }
}

void ChildPrograms::addRecords(const Profile& from, std::int64_t createdNs) {
    std::vector<ModuleRecords> modules = from.modules;
    for (ModuleRecords& module : modules) {
        shiftMoments(module, createdNs);
        unreduced_ += module.records.size();
    }
    addModules(sum_.modules, std::move(modules), 0);
    if (unreduced_ > kMostUnreduced) {
        for (ModuleRecords& module : sum_.modules) {
            module.records = reducedByName(module);
        }
        unreduced_ = 0;
    }
}

void ChildPrograms::add(const Profile& profile, std::int64_t createdNs) {
    if (programs_.empty()) {
        sum_.metrics = profile.metrics;
    }
    Program& program = programOf(profile);
    ++program.sums.processes;
    program.sums.timeNs += profile.timeNs;
    for (const ThreadProfile& thread : profile.threads) {
        program.sums.cpuNs += thread.cpuNs;
    }
    if (!beginWith(sum_.metrics, profile.metrics) || !beginWith(profile.metrics, sum_.metrics)) {
        problem_ = "processes that were measured with other metrics were omitted";
        return;
    }
    for (const ThreadProfile& thread : profile.threads) {
        addThread(profile, thread, program);
    }
    addEvents(profile);
    addMisuse(profile);
    addRecords(profile, createdNs);
}

std::vector<ChildProgram> ChildPrograms::programs() const {
    std::vector<ChildProgram> all;
    for (const auto& [name, program] : programs_) {
        all.push_back(program.sums);
    }
    std::stable_sort(all.begin(), all.end(), [](const ChildProgram& a, const ChildProgram& b) {
        return a.cpuNs > b.cpuNs;
    });
    return all;
}

std::uint64_t ChildPrograms::processes() const noexcept {
    return std::accumulate(
        programs_.begin(), programs_.end(), std::uint64_t{0},
        [](std::uint64_t sum, const auto& entry) { return sum + entry.second.sums.processes; });
}

void ChildPrograms::moveTo(Profile& profile, std::int64_t createdNs) {
    Profile sum = std::move(sum_);
    sum_ = {};
    if (programs_.empty()) {
        return;
    }
    if (!beginWith(profile.metrics, sum.metrics)) {
        problem_ = "processes that were measured with other metrics were omitted";
        return;
    }
    sum.metrics = profile.metrics;
    for (ModuleRecords& module : sum.modules) {
        module.records = reducedByName(module);
        shiftMoments(module, -createdNs);
    }
    // What a start and stop costs, the first process says for all of them.
    sum.probeOverhead = profile.probeOverhead;
    for (const auto& fact : profile.context) {
        if (fact.first == kOverheadError) {
            sum.context.push_back(fact);
        }
    }
    for (const auto& [name, program] : programs_) {
        sum.context.emplace_back("program " + name,
                                 std::to_string(program.sums.processes) + " processes");
    }
    mergeInto(profile, std::move(sum));
}

}  // namespace gantry::perf
