// What the threads of a process do, from /proc, between two looks.

#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <base/text/TextTable.hpp>
#include <perf/analysis/ThreadActivity.hpp>
#include <perf/analysis/TopView.hpp>
#include <perf/model/TimerInfo.hpp>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <sstream>
#include <unistd.h>
#include <utility>

namespace gantry::perf {

namespace {

constexpr double kNsPerSecond = 1e9;

std::string textOf(const std::filesystem::path& file) {
    std::ifstream stream(file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

std::uint64_t nsOfTicks(std::uint64_t ticks) {
    const long perSecond = std::max(1L, ::sysconf(_SC_CLK_TCK));
    return ticks * static_cast<std::uint64_t>(kNsPerSecond) / static_cast<std::uint64_t>(perSecond);
}

// The fields behind the name, which is in brackets and may hold any character.
std::vector<std::string> fieldsOf(const std::string& stat) {
    const std::size_t end = stat.rfind(')');
    std::istringstream words(end == std::string::npos ? std::string() : stat.substr(end + 1));
    return {std::istream_iterator<std::string>(words), {}};
}

std::uint64_t numberIn(const std::vector<std::string>& fields, std::size_t place) {
    std::uint64_t number = 0;
    std::istringstream(fields[place]) >> number;
    return number;
}

std::string wordFor(char state) {
    switch (state) {
        case 'R':
            return "running";
        case 'S':
        case 'I':
            return "waiting";
        case 'D':
            return "waiting for a disk";
        case 'T':
        case 't':
            return "stopped";
        default:
            return std::string(1, state);
    }
}

std::string innermostOf(const Profile& profile, const ThreadProfile& thread) {
    // Those that run are one path, whose nodes are in order.
    std::string name;
    for (const CallPathNode& node : thread.nodes) {
        const TimerInfo& timer = profile.timers[node.timer];
        if (node.running && timer.kind != TimerKind::Parameter) {
            name = fullName(timer);
        }
    }
    return name;
}

double partOf(std::uint64_t part, std::uint64_t whole) {
    return whole == 0 ? 0 : std::min(1.0, static_cast<double>(part) / static_cast<double>(whole));
}

std::uint64_t since(std::uint64_t now, std::uint64_t before) {
    return now > before ? now - before : 0;
}

}  // namespace

// schedstat counts in ns since the thread began; some kernels are built without it.
std::optional<ThreadClock> readThreadClock(const std::filesystem::path& proc, pid_t process,
                                           pid_t thread) {
    // Places of the fields behind the name, as proc(5) has them less 3.
    constexpr std::size_t kState = 0;
    constexpr std::size_t kUser = 11;
    constexpr std::size_t kSystem = 12;
    constexpr std::size_t kStart = 19;
    const std::filesystem::path folder =
        proc / std::to_string(process) / "task" / std::to_string(thread);
    const std::vector<std::string> fields = fieldsOf(textOf(folder / "stat"));
    if (fields.size() <= kStart || fields[kState].empty()) {
        return std::nullopt;
    }
    ThreadClock clock;
    clock.state = fields[kState].front();
    std::istringstream scheduled(textOf(folder / "schedstat"));
    if (!(scheduled >> clock.runNs >> clock.readyNs) || clock.runNs == 0) {
        // A system that does not count it has the coarser figures.
        clock.runNs = nsOfTicks(numberIn(fields, kUser) + numberIn(fields, kSystem));
        clock.readyNs = 0;
    }
    clock.startNs = nsOfTicks(numberIn(fields, kStart));
    return clock;
}

std::vector<ThreadActivity> ThreadObserver::look(const Profile& profile, pid_t process,
                                                 const std::vector<LivingThread>& living,
                                                 std::uint64_t nowNs) {
    std::vector<ThreadActivity> threads;
    std::vector<Seen> seen;
    for (const LivingThread& one : living) {
        const auto thread =
            std::find_if(profile.threads.begin(), profile.threads.end(),
                         [&](const ThreadProfile& each) { return each.id == one.id; });
        const std::optional<ThreadClock> clock = readThreadClock(proc_, process, one.systemId);
        if (thread == profile.threads.end() || !clock) {
            continue;
        }
        // The system gives a number again to a later thread.
        const auto old = std::find_if(seen_.begin(), seen_.end(), [&](const Seen& each) {
            return each.thread == one.systemId && each.clock.startNs == clock->startNs;
        });
        const ThreadClock before = old == seen_.end() ? ThreadClock{} : old->clock;
        const std::uint64_t time = since(nowNs, old == seen_.end() ? clock->startNs : old->atNs);
        ThreadActivity activity;
        activity.thread = one.id;
        activity.name = thread->name;
        activity.state = wordFor(clock->state);
        activity.busy = partOf(since(clock->runNs, before.runNs), time);
        activity.ready =
            std::min(1 - activity.busy, partOf(since(clock->readyNs, before.readyNs), time));
        activity.waiting = 1 - activity.busy - activity.ready;
        activity.running = innermostOf(profile, *thread);
        threads.push_back(std::move(activity));
        seen.push_back({one.systemId, *clock, nowNs});
    }
    seen_ = std::move(seen);
    std::stable_sort(
        threads.begin(), threads.end(),
        [](const ThreadActivity& a, const ThreadActivity& b) { return a.busy > b.busy; });
    return threads;
}

std::string threadTable(const std::vector<ThreadActivity>& threads, std::size_t most,
                        std::size_t width) {
    using Align = base::TextTable::Align;
    if (threads.empty()) {
        return {};
    }
    base::TextTable table({{"thread", Align::Left},
                           {"state", Align::Left},
                           {"busy"},
                           {"ready"},
                           {"waiting"},
                           {"in", Align::Left}});
    const std::size_t shown = std::min(most, threads.size());
    for (std::size_t i = 0; i < shown; ++i) {
        const ThreadActivity& thread = threads[i];
        table.addRow(
            {std::to_string(thread.thread) + (thread.name.empty() ? "" : " ") + thread.name,
             thread.state, base::share(thread.busy, 1), base::share(thread.ready, 1),
             base::share(thread.waiting, 1), thread.running});
    }
    std::string text;
    std::istringstream lines(base::printableLines(table.text()));
    for (std::string line; std::getline(lines, line);) {
        text += (width == 0 ? line : firstOf(line, width)) + '\n';
    }
    if (threads.size() > shown) {
        text += "... " + base::plural(threads.size() - shown, "more thread") + '\n';
    }
    return text;
}

}  // namespace gantry::perf
