// From the records of a segment to a profile. The writer may run, may have been killed, and its
// file may be damaged: nothing of it is trusted, and each record that is left out is counted in
// Reading::damaged.

#include "ProfileBuilder.hpp"

#include <perf/segment/CpuClock.hpp>
#include <perf/segment/EntryChecksum.hpp>
#include <perf/segment/SketchPage.hpp>
#include <perf/segment/TraceCopy.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <tuple>
#include <utility>

#include "ParentSums.hpp"

namespace gantry::perf {

namespace {

bool hasEnded(const ThreadLife& life) noexcept {
    return life.state == static_cast<std::uint32_t>(ThreadState::Ended);
}

bool isSame(const ThreadLife& before, const ThreadLife& now) noexcept {
    return before.state == now.state && before.threads == now.threads;
}

// Of the threads that have ended here and, where there is one, of the one that runs.
std::int64_t cpuNs(const ThreadRecord& record, const ThreadLife& life) noexcept {
    std::uint64_t running = 0;
    // The system's number of a thread that ends in between may already be another one's.
    if (hasEnded(life) || !threadCpuNs(life.systemId, running) || hasEnded(record.life.value())) {
        running = 0;
    }
    return static_cast<std::int64_t>(life.cpuNs + running);
}

ThreadRole roleOf(const ThreadLife& life, const SegmentHeader& header, bool measured) noexcept {
    // The system numbers the first thread of a process as the process itself.
    if (life.systemId == header.pid) {
        return ThreadRole::Main;
    }
    return measured ? ThreadRole::Worker : ThreadRole::Library;
}

// Whether the entry is as it was written; one that is based on another comes after it.
bool isWhole(const TimerEntry& entry, std::uint32_t id, const std::vector<TimerInfo>& infos) {
    if (entryChecksum(entry) != entry.checksum || entry.kind > kLastTimerKind) {
        return false;
    }
    const bool isBased = entry.base != kNone;
    const bool isParameter = static_cast<TimerKind>(entry.kind) == TimerKind::Parameter;
    return isBased == isParameter &&
           (!isBased || (entry.base < id && infos[entry.base].kind != TimerKind::Parameter));
}

}  // namespace

ProfileBuilder::ProfileBuilder(SegmentBytes bytes, const NameView& names,
                               std::vector<MetricRecord> metrics)
    : bytes_(bytes), names_(names), metrics_(std::move(metrics)) {
    for (const MetricRecord& metric : metrics_) {
        reading_.profile.metrics.push_back(
            {name(metric.name), name(metric.unit), name(metric.source)});
    }
    readProbeOverhead();
}

void ProfileBuilder::readProbeOverhead() {
    // All metrics or none: values are compensated together, or not at all.
    const bool known =
        std::all_of(metrics_.begin(), metrics_.end(), [](const MetricRecord& metric) {
            const ProbeOverheadRecord cost = metric.probeOverhead.value();
            const auto pair = std::bit_cast<double>(cost.pair);
            const auto inside = std::bit_cast<double>(cost.inside);
            return cost.pair != 0 && pair <= static_cast<double>(kMostValue) && inside >= 0 &&
                   pair >= inside;
        });
    for (const MetricRecord& metric : metrics_) {
        reading_.damaged += metric.probeOverhead.value().pair == kDamagedPair ? 1 : 0;
    }
    if (!known || metrics_.empty()) {
        return;
    }
    ProbeOverhead& cost = reading_.profile.probeOverhead.emplace();
    for (std::size_t m = 0; m < metrics_.size(); ++m) {
        // Not the negative zero.
        const ProbeOverheadRecord noted = metrics_[m].probeOverhead.value();
        cost.pair[m] = std::bit_cast<double>(noted.pair) + 0.0;
        cost.inside[m] = std::bit_cast<double>(noted.inside) + 0.0;
        cost.untimed[m] = static_cast<double>(metrics_[m].untimedOverhead) / kUntimedParts;
    }
}

void ProfileBuilder::addTimers(const StoreView& timers) {
    std::vector<TimerInfo>& infos = reading_.profile.timers;
    infos.reserve(timers.size() + 1);
    for (const StoreView::Chunk& chunk : timers.chunks()) {
        for (std::uint32_t i = 0; i < chunk.count; ++i) {
            const auto& entry = *reinterpret_cast<const TimerEntry*>(
                chunk.records + std::size_t{i} * timers.recordBytes());
            const std::uint32_t id = chunk.first + i;
            if (!isWhole(entry, id, infos)) {
                ++reading_.damaged;
                // It keeps its number, which nodes refer to.
                infos.push_back({id, "(damaged timer " + std::to_string(id) + ")", {}, {}});
                continue;
            }
            // Flags change while the program runs, so they have a check of their own; 0 is the
            // state without any.
            const std::uint64_t flags = loadAcquire(entry.flags);
            reading_.damaged +=
                flags == 0 || checksummedCount::isWhole(flags, entry.checksum) ? 0 : 1;
            infos.push_back({id, name(entry.name), name(entry.type), name(entry.group),
                             static_cast<TimerKind>(entry.kind),
                             entry.base == kNone ? -1 : static_cast<std::int32_t>(entry.base),
                             (flags & kTimerThrottled) != 0});
            if ((flags & kTimerMayStayOpen) != 0) {
                mayStayOpen_.insert(id);
            }
            if ((flags & kTimerIsOther) != 0) {
                other_ = id;
            }
        }
    }
    numTimers_ = static_cast<std::uint32_t>(infos.size());
}

std::uint32_t ProfileBuilder::timerOf(std::uint32_t id) {
    if (id < numTimers_) {
        return id;
    }
    // kOtherTimer stands for calls that found no memory, and is not damage.
    if (id != kOtherTimer) {
        ++reading_.damaged;
    }
    if (other_ == kNone) {
        other_ = static_cast<std::uint32_t>(reading_.profile.timers.size());
        reading_.profile.timers.push_back({other_, kOtherName, {}, "default"});
    }
    return other_;
}

void ProfileBuilder::fillNode(CallPathNode& node, std::uint32_t place, const std::uint64_t* row) {
    node.timer = timerOf(static_cast<std::uint32_t>(row[ThreadCapture::kTimerAndParent]));
    const auto parent = static_cast<std::uint32_t>(row[ThreadCapture::kTimerAndParent] >> 32U);
    // Parents come before their children; all later passes rely on it. A node that contradicts it
    // becomes one at the top.
    if (parent != kNone && parent >= place) {
        ++reading_.damaged;
    } else {
        node.parent = static_cast<std::int32_t>(parent);
    }
    const std::uint64_t version = row[ThreadCapture::kVersion];
    // A start makes the version odd and a stop makes it even again, so it counts both.
    node.running = (version & 1U) != 0;
    node.calls = (version + 1) / 2;
    for (std::size_t m = 0; m < metrics_.size(); ++m) {
        const std::int64_t value = unitsOf(row[ThreadCapture::kSums + m], metrics_[m].unitsPerTick);
        node.inclusive[m] = canBe(value) ? value : 0;
        reading_.damaged += canBe(value) ? 0 : 1;
    }
}

void ProfileBuilder::addThread(const ThreadRecord& record, const ThreadCapture& capture) {
    ThreadProfile thread;
    thread.id = capture.id;
    thread.process = 0;
    if (ThreadLife life{}; record.life.read(life)) {
        thread.name = threadName(life);
        thread.ended = hasEnded(life);
        thread.role = roleOf(life, header(), capture.numNodes > 0 || record.events.size() > 0);
        thread.cpuNs = cpuNs(record, life);
        reading_.damaged += canBe(thread.cpuNs) ? 0 : 1;
        thread.cpuNs = canBe(thread.cpuNs) ? thread.cpuNs : 0;
    } else {
        ++reading_.damaged;
    }
    thread.nodes.resize(capture.numNodes);
    reading_.damaged += capture.damaged + (ticksAreWhole(loadRelaxed(record.lastTicks)) ? 0 : 1);
    const std::size_t rowWords = ThreadCapture::kSums + metrics_.size();
    for (std::uint32_t i = 0; i < capture.numNodes; ++i) {
        fillNode(thread.nodes[i], i, capture.words.get() + i * rowWords);
    }
    addSamples(thread, capture);
    const TraceCounts trace = countTrace(bytes_, record);
    if (trace.lost > 0) {
        lostRecords_ += (lostRecords_.empty() ? "" : ", ") + std::to_string(trace.lost) +
                        " of thread " + std::to_string(capture.id);
    }
    traceWaitsNs_ += trace.waitedNs;
    if (!raiseParents(thread.nodes, metrics_.size())) {
        throw SegmentError(SegmentError::Kind::Damaged,
                           "the segment is damaged: the values of thread " +
                               std::to_string(thread.id) + " exceed together the range of values");
    }
    checkSum(thread.nodes);
    countChildCalls(thread.nodes);
    reading_.profile.threads.push_back(std::move(thread));
}

void ProfileBuilder::checkSum(const Nodes& nodes) {
    for (const CallPathNode& node : nodes) {
        for (std::size_t m = 0; m < metrics_.size(); ++m) {
            sums_[m] = std::min(sums_[m] + std::min(node.inclusive[m], kMostSum), kMostSum);
            if (sums_[m] == kMostSum) {
                throw SegmentError(SegmentError::Kind::Damaged,
                                   "the segment is damaged: its values of metric " +
                                       std::to_string(m) + " exceed together the range of values");
            }
        }
    }
}

// A parameter divides the calls of its timer and is not a call itself.
void ProfileBuilder::countChildCalls(Nodes& nodes) const {
    for (const CallPathNode& node : nodes) {
        if (node.parent >= 0 && reading_.profile.timers[node.timer].kind != TimerKind::Parameter) {
            nodes[static_cast<std::size_t>(node.parent)].childCalls += node.calls;
        }
    }
}

std::string ProfileBuilder::pathOf(const Nodes& nodes, std::uint32_t node) const {
    std::string path;
    for (auto at = static_cast<std::int32_t>(node); at >= 0;) {
        const CallPathNode& step = nodes[static_cast<std::size_t>(at)];
        const TimerInfo& timer = reading_.profile.timers[step.timer];
        // A parameter is a property of the step above it.
        if (timer.kind != TimerKind::Parameter) {
            const std::string name = fullName(timer);
            path = path.empty() ? name : name + " => " + path;
        }
        at = step.parent;
    }
    return path;
}

std::string ProfileBuilder::name(std::uint32_t id) {
    reading_.damaged += names_.isWhole(id) ? 0 : 1;
    return names_.at(id);
}

std::string ProfileBuilder::eventName(const StoreView& events, std::uint32_t event) {
    if (event >= events.size()) {
        return "event #" + std::to_string(event);
    }
    const auto& entry = events.at<EventEntry>(event);
    if (entryChecksum(entry) != entry.checksum) {
        ++reading_.damaged;
        return "(damaged event " + std::to_string(event) + ")";
    }
    return name(entry.name);
}

std::string ProfileBuilder::timerName(std::uint32_t timer) const {
    return timer < reading_.profile.timers.size() ? fullName(reading_.profile.timers[timer])
                                                  : "timer #" + std::to_string(timer);
}

// The sketches of one thread, by the index of their event record.
std::map<std::uint32_t, QuantileSketch> ProfileBuilder::readSketches(const ThreadRecord& record,
                                                                     std::uint32_t events) {
    std::map<std::uint32_t, QuantileSketch> sketches;
    const StoreView pages = store(record.sketches, sizeof(SketchPage));
    for (std::uint32_t i = 0; i < pages.size(); ++i) {
        const auto& page = pages.at<SketchPage>(i);
        if (!page.isSound()) {
            ++reading_.damaged;
        } else if (page.event < events) {
            reading_.damaged += page.addTo(sketches[page.event]) ? 0 : 1;
        }
    }
    for (auto& [event, sketch] : sketches) {
        sortBuckets(sketch);
        if (!sketch.isSound()) {
            ++reading_.damaged;
            sketch = {};
        }
    }
    return sketches;
}

void ProfileBuilder::addEvents(const StoreView& events, const ThreadRecord& record,
                               std::size_t place) {
    const Nodes& nodes = reading_.profile.threads[place].nodes;
    const StoreView values = store(record.events, sizeof(EventRecord));
    // The counts are read before the sketches and the moments after them, so what a sound sketch
    // holds lies between the two.
    std::vector<std::uint64_t> counted(values.size());
    for (std::uint32_t i = 0; i < values.size(); ++i) {
        counted[i] = VersionWord::countOf(loadAcquire(values.at<EventRecord>(i).version));
    }
    const ThreadLife life = record.life.value();
    std::map<std::uint32_t, QuantileSketch> sketches = readSketches(record, values.size());
    for (std::uint32_t i = 0; i < values.size(); ++i) {
        const auto& value = values.at<EventRecord>(i);
        const auto& [whole, moments] = readEvent(value);
        reading_.damaged += whole ? 0 : 1;
        // An event or path that came after the nodes were read counts next time.
        if (moments.count == 0 || value.id >= events.size() ||
            (value.node != kNone && value.node >= nodes.size())) {
            continue;
        }
        const std::string name = eventName(events, value.id);
        EventStats part{moments, name, {}, std::move(sketches[i])};
        // A value goes to the sketch first, and then to the count.
        const std::uint64_t under = hasEnded(life) && isSame(life, record.life.value()) ? 0 : 1;
        if (const std::uint64_t sketched = part.quantiles.count();
            sketched != 0 && (sketched < counted[i] || sketched > moments.count + under)) {
            ++reading_.damaged;
            part.quantiles = {};
        }
        events_[{name, {}}].merge(part);
        if (value.node != kNone) {
            events_[{name, pathOf(nodes, value.node)}].merge(part);
        }
    }
}

void ProfileBuilder::addMisuse(const StoreView& events, const ThreadRecord& record,
                               std::uint32_t thread) {
    const StoreView records = store(record.misuse, sizeof(MisuseRecord));
    for (std::uint32_t i = 0; i < records.size(); ++i) {
        const auto& found = records.at<MisuseRecord>(i);
        const std::uint64_t count = loadAcquire(found.count);
        if (!checksummedCount::isWhole(count, found.content()) ||
            found.kind > static_cast<std::uint32_t>(kLastMisuseKind)) {
            ++reading_.damaged;
            continue;
        }
        Misuse misuse;
        misuse.kind = static_cast<MisuseKind>(found.kind);
        if (found.id == kNone) {
            misuse.name = "(others)";
        } else {
            misuse.name = found.event != 0 ? eventName(events, found.id) : timerName(found.id);
        }
        if (found.other != kNone) {
            misuse.other = timerName(found.other);
        }
        misuse.count = checksummedCount::numberIn(count);
        misuse.thread = static_cast<std::int32_t>(thread);
        reading_.profile.misuse.push_back(std::move(misuse));
    }
}

void ProfileBuilder::addOpen(const ThreadProfile& thread) {
    std::map<std::uint32_t, std::uint64_t> open;
    for (const CallPathNode& node : thread.nodes) {
        if (node.running && reading_.profile.timers[node.timer].kind != TimerKind::Parameter &&
            mayStayOpen_.count(node.timer) == 0) {
            ++open[node.timer];
        }
    }
    // A timer that is left open in several call paths is one case, with their number.
    for (const auto& [timer, count] : open) {
        reading_.profile.misuse.push_back({MisuseKind::LeftOpen,
                                           timerName(timer),
                                           {},
                                           count,
                                           static_cast<std::int32_t>(thread.id)});
    }
}

SegmentReader::Reading ProfileBuilder::take(bool countOpen) {
    for (auto& [key, event] : events_) {
        std::tie(event.name, event.path) = key;
        reading_.profile.events.push_back(std::move(event));
    }
    if (countOpen) {
        for (const ThreadProfile& thread : reading_.profile.threads) {
            addOpen(thread);
        }
    }
    widenBounds();
    addProcess();
    reading_.profile.partial = whatIsMissing();
    return std::move(reading_);
}

}  // namespace gantry::perf
