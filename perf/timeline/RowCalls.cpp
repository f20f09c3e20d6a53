#include "RowCalls.hpp"

#include <algorithm>

namespace gantry::perf::timeline {

RowCalls::RowCalls(const TimelineImage& image, std::uint32_t row)
    : reader_(image, row), ahead_(image, row), info_(image.infos[row]), row_(row) {}

// Walks back from the moment. `needed` is the number of calls around the moment that are not found
// yet; the start that leads from depth needed - 1 to needed is the begin of the next one. Starts of
// calls that have ended are at `needed` or deeper and are passed by.
std::vector<TimelineCall> RowCalls::stackAt(std::uint64_t ticks) {
    std::vector<TimelineCall> stack;
    if (ticks >= info_.lastTicks || reader_.blockCount() == 0) {
        return stack;
    }
    reader_.seek(ticks + 1);
    std::uint32_t needed = reader_.depth();
    stack.reserve(needed);
    while (needed > 0) {
        if (reader_.atBlockBegin()) {
            // Blocks in which no call of that depth begins or ends are skipped.
            std::uint64_t block = reader_.block();
            while (block > 0 && reader_.blockAt(block - 1).leastDepth >= needed) {
                --block;
            }
            if (block != reader_.block()) {
                reader_.seekBlock(block);
            }
        }
        if (!reader_.back()) {
            break;
        }
        if (!isStop(reader_.tag()) && reader_.depth() < needed) {
            needed = reader_.depth();
            stack.push_back(call(here()));
        }
    }
    std::reverse(stack.begin(), stack.end());
    return stack;
}

std::uint64_t RowCalls::recordAt(std::uint64_t ticks) {
    reader_.seek(ticks);
    return reader_.number();
}

std::optional<TimelineCall> RowCalls::nextStart(std::uint64_t& record, std::uint64_t before,
                                                std::uint64_t least) {
    reader_.seekRecord(record);
    std::optional<TimelineCall> found;
    while (!found && !reader_.atEnd() && reader_.time() < before) {
        // The longest call of a block is rounded up when it is written, so a block is never skipped
        // because of the few digits of a float.
        if (least > 0 && static_cast<float>(least) > reader_.blockAt(reader_.block()).longestCall) {
            reader_.seekBlock(reader_.block() + 1);
            continue;
        }
        if (!isStop(reader_.tag())) {
            found = call(here());
        }
        reader_.advance();
    }
    record = reader_.number();
    return found;
}

std::optional<TimelineCall> RowCalls::lastStart(std::uint64_t before) {
    reader_.seek(before);
    while (reader_.back()) {
        if (!isStop(reader_.tag())) {
            return call(here());
        }
    }
    return std::nullopt;
}

RowCalls::Start RowCalls::here() const {
    return {reader_.number(), reader_.time(), reader_.tag(), reader_.depth()};
}

TimelineCall RowCalls::call(const Start& start) {
    // A call without an end in the trace is shown up to the last record of its row, and marked.
    const std::optional<std::uint64_t> end = endOf(start);
    TimelineCall call;
    call.row = row_;
    call.name = nameIn(start.tag);
    call.depth = start.depth;
    call.activity = static_cast<Activity>(activityIn(start.tag));
    call.start = info_.clock.ns(start.ticks);
    call.end = info_.clock.ns(end.value_or(info_.lastTicks));
    call.isOpen = !end;
    return call;
}

// The end is the first stop at which the number of calls returns to that around the start. A block
// whose smallest number of calls is larger cannot have it and is not decoded.
std::optional<std::uint64_t> RowCalls::endOf(const Start& start) {
    ahead_.seekRecord(start.record + 1);
    while (!ahead_.atEnd()) {
        if (ahead_.atBlockBegin()) {
            std::uint64_t block = ahead_.block();
            while (block < ahead_.blockCount() && ahead_.blockAt(block).leastDepth > start.depth) {
                ++block;
            }
            if (block != ahead_.block()) {
                ahead_.seekBlock(block);
                continue;
            }
        }
        if (isStop(ahead_.tag()) && ahead_.depth() == start.depth + 1) {
            return ahead_.time();
        }
        ahead_.advance();
    }
    return std::nullopt;
}

}  // namespace gantry::perf::timeline
