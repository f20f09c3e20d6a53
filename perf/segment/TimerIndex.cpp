#include <perf/segment/NameView.hpp>
#include <perf/segment/NodeCapture.hpp>
#include <perf/segment/SegmentReader.hpp>
#include <perf/segment/TimerIndex.hpp>

#include <algorithm>
#include <utility>

namespace gantry::perf {

namespace {

const SegmentHeader& headerOf(SegmentBytes bytes) noexcept {
    return *reinterpret_cast<const SegmentHeader*>(bytes.data());
}

const StoreHeader& tableOf(SegmentBytes bytes, Table table) noexcept {
    return headerOf(bytes).tables[static_cast<std::size_t>(table)];
}

// The nodes of the view from that index on, in their order.
template <class Use>
void eachFrom(const StoreView& view, std::uint32_t index, const Use& use) {
    for (const StoreView::Chunk& chunk : view.chunks()) {
        for (std::uint32_t i = std::max(index, chunk.first); i < chunk.first + chunk.count; ++i) {
            use(*reinterpret_cast<const NodeRecord*>(chunk.records + std::size_t{i - chunk.first} *
                                                                         view.recordBytes()));
        }
    }
}

}  // namespace

TimerValues& TimerValues::operator+=(const TimerValues& other) {
    calls += other.calls;
    childCalls += other.childCalls;
    inclusive += other.inclusive;
    exclusive += other.exclusive;
    timed += other.timed;
    timedBelow += other.timedBelow;
    untimedBelow += other.untimedBelow;
    return *this;
}

void TimerIndex::clear() {
    timers_.clear();
    threads_.clear();
    children_.clear();
    byFullName_.clear();
    fullNamesOf_.clear();
    folded_ = {};
    byFullName_[kOtherName] = {kOtherTimer};
    base_ = nullptr;
    sampled_ = {};
}

void TimerIndex::update(SegmentBytes bytes, std::size_t metrics) {
    // A forked child has the segment at the same address, with no nodes in it yet.
    if (bytes.data() != base_ || headerOf(bytes).pid != pid_ || metrics != metrics_) {
        clear();
    }
    const bool newTimers = tableOf(bytes, Table::Timers).size() > timers_.size();
    const bool newThreads = tableOf(bytes, Table::Threads).size() > threads_.size();
    const auto hasNewNodes = [](const Thread& thread) {
        return thread.record->nodes.size() > thread.numNodes ||
               thread.record->others.size() > thread.numOthers;
    };
    if (!newTimers && !newThreads && std::none_of(threads_.begin(), threads_.end(), hasNewNodes)) {
        return;
    }
    // Only what came to its end is kept.
    base_ = nullptr;
    if (newThreads) {
        addThreads(bytes);
    }
    addTimers(bytes);
    for (Thread& thread : threads_) {
        if (hasNewNodes(thread)) {
            addNodes(bytes, thread);
        }
    }
    base_ = bytes.data();
    pid_ = headerOf(bytes).pid;
    metrics_ = metrics;
}

void TimerIndex::addThreads(SegmentBytes bytes) {
    const StoreView threads(bytes, tableOf(bytes, Table::Threads), sizeof(ThreadRecord));
    for (auto i = static_cast<std::uint32_t>(threads_.size()); i < threads.size(); ++i) {
        threads_.push_back({&threads.at<ThreadRecord>(i), 0, 0, {}, {}});
    }
}

void TimerIndex::addTimers(SegmentBytes bytes) {
    const StoreView timers(bytes, tableOf(bytes, Table::Timers), sizeof(TimerEntry));
    if (timers.size() == timers_.size()) {
        return;
    }
    const NameView names(bytes, tableOf(bytes, Table::Names));
    for (auto id = static_cast<std::uint32_t>(timers_.size()); id < timers.size(); ++id) {
        const auto& entry = timers.at<TimerEntry>(id);
        const std::string name = names.at(entry.name);
        const std::string type = names.at(entry.type);
        std::string full = type.empty() ? name : name + ' ' + type;
        Timer& timer = timers_.emplace_back();
        timer.isParameter = entry.base != kNone;
        if (timer.isParameter && entry.base < id) {
            timers_[entry.base].parameters.push_back(id);
        }
        std::vector<std::uint32_t>& ids = byFullName_[full];
        ids.push_back(id);
        if (ids.size() == 1 && !type.empty()) {
            fullNamesOf_[name].push_back(std::move(full));
        }
    }
}

void TimerIndex::addNodes(SegmentBytes bytes, Thread& thread) {
    const std::size_t recordBytes = NodeRecord::size(std::max<std::size_t>(metrics_, 1));
    // In this order, so that every node that one of the others is below is among the nodes.
    const StoreView others(bytes, thread.record->others, recordBytes);
    const StoreView nodes(bytes, thread.record->nodes, recordBytes);
    if (nodes.size() > 0) {
        sampled_ = sampledBytes(bytes, nodes.recordBytes());
    }
    // After the nodes, so that every timer they name is in the list.
    addTimers(bytes);
    eachFrom(nodes, thread.numNodes, [&](const NodeRecord& node) { addNode(thread, node, false); });
    eachFrom(others, thread.numOthers,
             [&](const NodeRecord& node) { addNode(thread, node, true); });
    thread.numNodes = nodes.size();
    thread.numOthers = others.size();
}

TimerIndex::Timer& TimerIndex::timerOf(std::uint32_t id) noexcept {
    return id < timers_.size() ? timers_[id] : folded_;
}

// Nodes come in the order of their creation, so the parent of a node is known when the node is
// added.
void TimerIndex::addNode(Thread& thread, const NodeRecord& node, bool isOther) {
    Timer& timer = timerOf(node.id);
    if (!isOther) {
        thread.placeOf.push_back(static_cast<std::uint32_t>(timer.paths.size()));
        thread.nodes.push_back(&node);
    }
    timer.paths.push_back({&node, thread.record, kNone, !isInsideItself(thread, node)});
    if (node.parent < thread.nodes.size()) {
        Path& parent = timerOf(thread.nodes[node.parent]->id).paths[thread.placeOf[node.parent]];
        children_.push_back({&node, parent.firstChild,
                             static_cast<std::uint32_t>(timer.paths.size() - 1),
                             timer.isParameter});
        parent.firstChild = static_cast<std::uint32_t>(children_.size() - 1);
    }
}

// Walks up to the root, once for each node in its life.
bool TimerIndex::isInsideItself(const Thread& thread, const NodeRecord& node) const {
    for (std::uint32_t above = node.parent; above < thread.nodes.size();) {
        const NodeRecord& ancestor = *thread.nodes[above];
        if (ancestor.id == node.id) {
            return true;
        }
        above = ancestor.parent;
    }
    return false;
}

// A full name is unique; a plain name counts only where a single type of it was started.
std::span<const std::uint32_t> TimerIndex::find(std::string_view name) const {
    if (const auto found = byFullName_.find(name); found != byFullName_.end()) {
        return found->second;
    }
    const auto named = fullNamesOf_.find(name);
    std::span<const std::uint32_t> ids;
    for (std::size_t i = 0; named != fullNamesOf_.end() && i < named->second.size(); ++i) {
        const std::vector<std::uint32_t>& some = byFullName_.find(named->second[i])->second;
        const auto wasStarted = [this](std::uint32_t id) { return !timers_[id].paths.empty(); };
        if (std::none_of(some.begin(), some.end(), wasStarted)) {
            continue;
        }
        if (!ids.empty()) {
            return {};
        }
        ids = some;
    }
    return ids;
}

TimerValues TimerIndex::read(std::uint32_t timer, const MetricReadings& readings,
                             const Scales& unitsPerTick, LiveFloors* floors, bool withBelow) const {
    TimerValues sum;
    const Timer& wanted = timer < timers_.size() ? timers_[timer] : folded_;
    // The records are all over the segment: waiting for one of them is waiting for all.
    for (const Path& path : wanted.paths) {
        __builtin_prefetch(path.node);
    }
    for (const Path& path : wanted.paths) {
        TimerValues values = readPath(path, readings, unitsPerTick, floors);
        if (!path.isOutermost) {
            values.inclusive = {};
        } else if (withBelow) {
            addBelow(path, readings, values);
        }
        sum += values;
    }
    for (const std::uint32_t parameter : wanted.parameters) {
        TimerValues values = read(parameter, readings, unitsPerTick, floors, false);
        values.calls = 0;
        values.timed = 0;
        values.inclusive = {};
        sum += values;
    }
    return sum;
}

// Calls of parameters cost a start and stop, too.
void TimerIndex::addBelow(const Path& path, const MetricReadings& readings,
                          TimerValues& values) const {
    if (path.firstChild == kNone) {
        return;
    }
    std::array<std::uint64_t, ThreadCapture::kSums + kMaxMetrics> row{};
    std::uint64_t untimed = 0;
    const NodeSource source{*path.thread, metrics_, readings, sampled_, nullptr, &untimed};
    std::vector<const Path*> open{&path};
    while (!open.empty()) {
        const Path& above = *open.back();
        open.pop_back();
        for (std::uint32_t at = above.firstChild; at != kNone; at = children_[at].next) {
            const Child& child = children_[at];
            captureNode(*child.node, source, row.data());
            values.timedBelow += (row[ThreadCapture::kVersion] + 1) / 2 - untimed;
            values.untimedBelow += untimed;
            open.push_back(&timerOf(child.node->id).paths[child.place]);
        }
    }
}

const TimerIndex::Timer& TimerIndex::timerOf(std::uint32_t id) const noexcept {
    return id < timers_.size() ? timers_[id] : folded_;
}

TimerValues TimerIndex::readPath(const Path& path, const MetricReadings& readings,
                                 const Scales& unitsPerTick, LiveFloors* floors) const {
    std::array<std::uint64_t, ThreadCapture::kSums + kMaxMetrics> row{};
    std::uint64_t untimed = 0;
    const NodeSource source{*path.thread, metrics_, readings, sampled_, floors, &untimed};
    TimerValues values;
    MetricValues inside{};
    // Children before their parent: what they show, the parent contains.
    for (std::uint32_t at = path.firstChild; at != kNone; at = children_[at].next) {
        const Child& child = children_[at];
        captureNode(*child.node, source, row.data());
        values.childCalls += child.isParameter ? 0 : (row[ThreadCapture::kVersion] + 1) / 2;
        for (std::size_t m = 0; m < metrics_; ++m) {
            inside[m] += unitsOf(row[ThreadCapture::kSums + m], unitsPerTick[m]);
        }
    }
    captureNode(*path.node, source, row.data());
    values.calls = (row[ThreadCapture::kVersion] + 1) / 2;
    values.timed = values.calls - untimed;
    for (std::size_t m = 0; m < metrics_; ++m) {
        const std::int64_t own = unitsOf(row[ThreadCapture::kSums + m], unitsPerTick[m]);
        values.inclusive[m] = std::max(own, inside[m]);
        values.exclusive[m] = values.inclusive[m] - inside[m];
    }
    return values;
}

}  // namespace gantry::perf
