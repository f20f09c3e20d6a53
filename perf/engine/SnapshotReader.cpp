#include <perf/engine/SnapshotReader.hpp>

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>
#include <utility>

namespace gantry::perf {

namespace {

// A reading fails only when the writer finished an update in the few instructions between, so this
// many failures in a row do not happen; the bound keeps the reader's work finite all the same.
constexpr int kMaxTries = 1000;

Moments readMoments(const EventRecord& record) noexcept {
    Moments moments;
    for (int i = 0; i < kMaxTries; ++i) {
        const std::uint64_t before = loadAcquire(record.version);
        moments = record.load(before & 1U);
        if (loadRelaxed(record.version) == before) {
            break;
        }
    }
    return moments;
}

// The sketches of one thread, by the index of their event record.
std::map<std::uint32_t, QuantileSketch> readSketches(const ThreadArea& area) {
    std::map<std::uint32_t, QuantileSketch> sketches;
    const std::uint32_t count = area.sketchPages().size();
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto& page = *static_cast<const SketchPage*>(area.sketchPages().at(i));
        page.addTo(sketches[page.event]);
    }
    for (auto& [event, sketch] : sketches) {
        sortBuckets(sketch);
    }
    return sketches;
}

std::string pathOf(const std::vector<CallPathNode>& nodes, const std::vector<TimerInfo>& timers,
                   std::uint32_t node) {
    std::string path;
    for (auto at = static_cast<std::int32_t>(node); at >= 0;) {
        const CallPathNode& step = nodes[static_cast<std::size_t>(at)];
        // A parameter is a property of the step above it.
        if (timers[step.timer].kind != TimerKind::Parameter) {
            const std::string name = fullName(timers[step.timer]);
            path = path.empty() ? name : name + " => " + path;
        }
        at = step.parent;
    }
    return path;
}

// Conversion and the fallback after kMaxTries could leave a child a unit longer than its parent.
void raiseParents(std::vector<CallPathNode>& nodes) {
    std::vector<MetricValues> inside(nodes.size());
    for (std::size_t i = nodes.size(); i-- > 0;) {
        CallPathNode& node = nodes[i];
        for (std::size_t m = 0; m < kMaxMetrics; ++m) {
            node.inclusive[m] = std::max(node.inclusive[m], inside[i][m]);
            if (node.parent >= 0) {
                inside[static_cast<std::size_t>(node.parent)][m] += node.inclusive[m];
            }
        }
    }
}

std::string nameOf(const MisuseRecord& record, const Profile& profile,
                   const std::vector<std::string>& events) {
    if (record.id == kNone) {
        return "(others)";
    }
    if (record.event != 0) {
        return record.id < events.size() ? events[record.id]
                                         : "event #" + std::to_string(record.id);
    }
    return record.id < profile.timers.size() ? fullName(profile.timers[record.id])
                                             : "timer #" + std::to_string(record.id);
}

}  // namespace

void SnapshotReader::read(Profile& profile, bool countOpen) {
    profile.metrics = metrics_.describe();
    const std::vector<const ThreadArea*> areas = threads_.all();
    for (const ThreadArea* area : areas) {
        profile.threads.push_back(readThread(*area));
    }
    // After the nodes, so that every timer they name is in the list.
    profile.timers = timers_.all();
    for (ThreadProfile& thread : profile.threads) {
        for (const CallPathNode& node : thread.nodes) {
            if (node.parent >= 0 && !timers_.isParameter(node.timer)) {
                thread.nodes[static_cast<std::size_t>(node.parent)].childCalls += node.calls;
            }
        }
    }
    addEvents(profile);
    for (const ThreadArea* area : areas) {
        addMisuse(profile, *area);
    }
    if (countOpen) {
        for (const ThreadProfile& thread : profile.threads) {
            addOpen(profile, thread);
        }
    }
}

ThreadProfile SnapshotReader::readThread(const ThreadArea& area) const {
    ThreadProfile thread;
    thread.id = area.id();
    thread.name = area.name();
    const std::uint32_t count = area.nodes().size();
    thread.nodes.resize(count);
    for (std::uint32_t i = count; i-- > 0;) {
        thread.nodes[i] =
            readNode(*static_cast<const NodeRecord*>(area.nodes().at(i)), area.systemId());
    }
    raiseParents(thread.nodes);
    const ThreadRegistry::State state = threads_.state(area);
    thread.ended = state.ended;
    thread.cpuNs = state.cpuNs;
    return thread;
}

CallPathNode SnapshotReader::readNode(const NodeRecord& record, pid_t thread) const noexcept {
    const std::size_t count = metrics_.count();
    std::uint64_t version = 0;
    std::array<std::uint64_t, kMaxMetrics> ticks{};
    for (int i = 0; i < kMaxTries; ++i) {
        version = loadAcquire(record.version);
        const bool open = (version & 1U) != 0;
        for (std::size_t m = 0; m < count; ++m) {
            ticks[m] = loadAcquire(record.word(m, version & 1U));
        }
        std::array<std::uint64_t, kMaxMetrics> now{};
        const bool known = !open || metrics_.readFor(thread, now.data());
        for (std::size_t m = 0; m < count; ++m) {
            ticks[m] += now[m];
        }
        // Between the two looks at the version the node was in one state, and `now` was read.
        if (known && loadRelaxed(record.version) == version) {
            break;
        }
    }
    CallPathNode node;
    node.timer = record.id;
    node.parent = static_cast<std::int32_t>(record.parent);
    node.running = (version & 1U) != 0;
    node.calls = (version + 1) / 2;
    for (std::size_t m = 0; m < count; ++m) {
        node.inclusive[m] = metrics_.units(m, ticks[m]);
    }
    return node;
}

void SnapshotReader::addEvents(Profile& profile) {
    std::vector<EventPart> parts;
    for (const ThreadArea* area : threads_.all()) {
        const std::uint32_t count = area->events().size();
        std::map<std::uint32_t, QuantileSketch> sketches = readSketches(*area);
        for (std::uint32_t i = 0; i < count; ++i) {
            const auto& record = *static_cast<const EventRecord*>(area->events().at(i));
            // An event of a thread or path that came after the nodes were read counts next time.
            if (area->id() >= profile.threads.size()) {
                continue;
            }
            const auto& nodes = profile.threads[area->id()].nodes;
            if (record.node != kNone && record.node >= nodes.size()) {
                continue;
            }
            const Moments moments = readMoments(record);
            if (moments.count == 0) {
                continue;
            }
            parts.push_back({record.id, {}, moments, sketches[i]});
            if (record.node != kNone) {
                parts.push_back(
                    {record.id, pathOf(nodes, profile.timers, record.node), moments, sketches[i]});
            }
        }
    }
    const std::vector<std::string> names = events_.all();
    std::map<std::pair<std::string, std::string>, EventStats> merged;
    for (EventPart& part : parts) {
        const std::string& name = names[part.event];
        merged[{name, part.path}].merge({part.moments, name, part.path, std::move(part.quantiles)});
    }
    for (auto& [key, event] : merged) {
        std::tie(event.name, event.path) = key;
        profile.events.push_back(std::move(event));
    }
}

void SnapshotReader::addMisuse(Profile& profile, const ThreadArea& area) const {
    const std::vector<std::string> events = events_.all();
    const std::uint32_t count = area.misuse().size();
    for (std::uint32_t i = 0; i < count; ++i) {
        const auto& record = *static_cast<const MisuseRecord*>(area.misuse().at(i));
        Misuse misuse;
        misuse.kind = static_cast<MisuseKind>(record.kind);
        misuse.name = nameOf(record, profile, events);
        if (record.other != kNone && record.other < profile.timers.size()) {
            misuse.other = fullName(profile.timers[record.other]);
        }
        misuse.count = loadRelaxed(record.count);
        misuse.thread = static_cast<std::int32_t>(area.id());
        profile.misuse.push_back(std::move(misuse));
    }
}

void SnapshotReader::addOpen(Profile& profile, const ThreadProfile& thread) {
    std::map<std::uint32_t, std::uint64_t> open;
    for (const CallPathNode& node : thread.nodes) {
        if (node.running && profile.timers[node.timer].kind != TimerKind::Parameter) {
            ++open[node.timer];
        }
    }
    for (const auto& [timer, count] : open) {
        profile.misuse.push_back({MisuseKind::LeftOpen,
                                  fullName(profile.timers[timer]),
                                  {},
                                  count,
                                  static_cast<std::int32_t>(thread.id)});
    }
}

}  // namespace gantry::perf
