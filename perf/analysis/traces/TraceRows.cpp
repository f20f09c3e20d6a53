#include <base/text/GlobPattern.hpp>
#include <perf/analysis/TraceRows.hpp>
#include <perf/segment/SegmentReader.hpp>

#include <bit>
#include <deque>

namespace gantry::perf {

TraceRows::TraceRows(const Trace& trace, std::optional<std::uint32_t> thread)
    : clock_(trace.tables().clock.value_or(TraceClock{})) {
    for (const auto& [number, chunks] : trace.threads()) {
        if (!thread || *thread == number) {
            threads_.push_back({number, TraceCursor(trace, number), {}, false, {}});
            toNextRow(threads_.back());
        }
    }
}

// Leaves out the value of an event whose record was overwritten: what is in it is not a time.
void TraceRows::toNextRow(Thread& thread) {
    do {
        thread.there = thread.cursor.next(thread.record);
    } while (thread.there && thread.record.kind() == TraceKind::Value);
}

// Linear in the threads: traces have few, and a heap would have to follow each change of its first
// element.
bool TraceRows::next(TraceRow& row) {
    Thread* first = nullptr;
    for (Thread& thread : threads_) {
        if (thread.there && (first == nullptr || thread.record.time < first->record.time)) {
            first = &thread;
        }
    }
    if (first == nullptr) {
        return false;
    }
    describe(*first, row);
    return true;
}

// Turns the thread's record into a row, with what follows it where they belong together.
void TraceRows::describe(Thread& thread, TraceRow& row) const {
    const TraceRecord record = thread.record;
    row = {clock_.since(record.time),
           thread.number,
           record.kind(),
           record.id(),
           thread.open.size(),
           {},
           {}};
    thread.there = thread.cursor.next(thread.record);
    if (record.kind() == TraceKind::Event && thread.there &&
        thread.record.kind() == TraceKind::Value) {
        row.value = std::bit_cast<double>(thread.record.time);
        thread.there = thread.cursor.next(thread.record);
    } else if (record.kind() == TraceKind::Start) {
        thread.open.push_back({record.id(), record.time});
    } else if (record.kind() == TraceKind::Stop && !thread.open.empty() &&
               thread.open.back().timer == record.id()) {
        row.duration = unitsOf(record.time - thread.open.back().since, clock_.unitsPerTick);
        thread.open.pop_back();
        row.depth = thread.open.size();
    } else if (record.kind() == TraceKind::Lost) {
        // What was open before may have ended in between.
        thread.open.clear();
    }
    while (thread.there && thread.record.kind() == TraceKind::Value) {
        toNextRow(thread);
    }
}

namespace {

bool isSelected(const TraceSelection& selection, const TraceRow& row, const Trace& trace) {
    if ((selection.from && row.time < *selection.from) ||
        (selection.to && row.time > *selection.to)) {
        return false;
    }
    if (!selection.timer) {
        return true;
    }
    switch (row.kind) {
        case TraceKind::Start:
        case TraceKind::Stop:
            return base::matchesPattern(*selection.timer, trace.timerName(row.id));
        case TraceKind::Event:
            return base::matchesPattern(*selection.timer, trace.eventName(row.id));
        default:
            return false;
    }
}

}  // namespace

void forEachRow(const Trace& trace, const TraceSelection& selection,
                const std::function<void(const TraceRow&)>& each) {
    TraceRows rows(trace, selection.thread);
    std::deque<TraceRow> kept;
    for (TraceRow row; rows.next(row);) {
        if (!isSelected(selection, row, trace)) {
            continue;
        }
        if (!selection.last) {
            each(row);
            continue;
        }
        kept.push_back(row);
        if (kept.size() > *selection.last) {
            kept.pop_front();
        }
    }
    for (const TraceRow& row : kept) {
        each(row);
    }
}

}  // namespace gantry::perf
