#include <perf/engine/detail/ThreadAnchor.hpp>
#include <perf/engine/detail/ThreadArea.hpp>

#include <algorithm>
#include <cmath>

// The part of ThreadArea that decides which calls are timed, and keeps what is known of those that
// are. None of it is on the way of a call that is not timed.

namespace gantry::perf {

// All timers together keep the budget when each keeps it of its own exclusive time. One that costs
// next to nothing of its inclusive time is worth its exact values all the same.
std::uint32_t SamplingPolicy::blockFor(double inclusive, double exclusive) const noexcept {
    constexpr double kSmallPart = 1.0 / 16;
    const double allowed = std::max(budget * exclusive, budget * kSmallPart * inclusive);
    if (pair <= allowed) {
        return 1;
    }
    // Keeping a sample costs about as much again as reading the clock. Where that is little beside
    // counting the call, larger blocks would only lose accuracy.
    const double sample = 2 * pair;
    constexpr double kLittle = 1.0 / 8;
    std::uint32_t block = kSmallestBlock;
    while (block < kLargestBlock && sample / block + untimed > allowed &&
           sample / block > kLittle * untimed) {
        block *= 2;
    }
    return block;
}

std::uint64_t ThreadArea::nextRandom() noexcept {
    // Marsaglia's xorshift: no call depends on it but which one is timed.
    random_ ^= random_ << 13U;
    random_ ^= random_ >> 7U;
    random_ ^= random_ << 17U;
    return random_ >> 32U;
}

SampleRecord& ThreadArea::samplesOf(const SampledNode& path) const noexcept {
    return *reinterpret_cast<SampleRecord*>(segment_->at(path.tail.place()));
}

bool ThreadArea::isKeptExact(const SampledNode& path) const noexcept {
    return path.tail.isKeptExact() || path.node.id == kOtherTimer || timers_.listed(path.node.id);
}

// Ends the timed call at the top of the stack.
void ThreadArea::endTimed(SampledNode& path, const std::uint64_t* now) noexcept {
    const std::uint64_t elapsed =
        now[0] + loadRelaxed(path.node.value[1]) - loadRelaxed(path.node.value[0]);
    path.node.end(now, 1);
    storeRelease(record_->lastTicks, checksummedTicks(now[0]));
    // A clock that went back has measured nothing.
    noteTimed(path, pathOf(**(top_ - 1)), static_cast<std::int64_t>(elapsed) > 0 ? elapsed : 0);
}

// A timed call has ended; `above` is the node it was made from. What ran inside a timed call is
// taken off its inclusive time, weighted by the calls that the sample stands for.
void ThreadArea::noteTimed(SampledNode& path, SampledNode& above, std::uint64_t elapsed) noexcept {
    std::uint64_t block = 1;
    std::uint32_t window = sampling_->exactCalls;
    if (path.tail.place() != 0) {
        block = takeSample(path, above, elapsed);
        window = SamplingPolicy::kWindow;
    }
    if (!above.tail.runsUntimed()) {
        above.tail.inside += elapsed * block;
    }
    if (++path.tail.windowCalls >= window) {
        chooseBlock(path);
    }
}

// The calls of the block that the sample stands for.
std::uint32_t ThreadArea::takeSample(SampledNode& path, SampledNode& above,
                                     std::uint64_t elapsed) noexcept {
    SampleRecord& samples = samplesOf(path);
    const std::uint32_t block = samples.block;
    samples.take(elapsed, loadRelaxed(path.node.value[0]), sampling_->inside);
    if (timers_.listed(path.node.id)) {
        samples.nextBlock = 1;
    }
    // Any call of the next block may be the timed one, so that no loop of the program can agree
    // with them. Blocks are powers of two.
    const auto next = static_cast<std::uint32_t>(nextRandom()) & (samples.nextBlock - 1);
    path.countOnly(static_cast<std::uint16_t>(block - 1 - samples.position + next));
    samples.position = next;
    samples.block = samples.nextBlock;
    offerPlace(path, above, samples.block > 1);
    return block;
}

void ThreadArea::offer(CountedPlace& place, NodeRecord& node, NodeRecord& around,
                       const volatile std::uint32_t& inside) noexcept {
    SampledNode& path = pathOf(node);
    place.node = &node;
    place.around = &around;
    place.top = &top_;
    place.leaf = &leaf_;
    place.rest = &path.tail.rest;
    place.mark = &path.tail.mark;
    place.inside = &inside;
    storeRelease(place.thread, threadMark());
}

// To the thread that has it, or to the first one that asks while nobody does: several at once could
// not have it.
void ThreadArea::offerPlace(SampledNode& path, SampledNode& above, bool counts) noexcept {
    CountedPlace* const place = timers_.madePlace(path.node.id);
    if (place == nullptr || threadMark() == nullptr) {
        return;
    }
    const void* owner = nullptr;
    std::atomic_ref<const void*> thread(place->thread);
    // No thread has that mark, so that nobody looks at the rest before it is written.
    if (thread.load(std::memory_order_relaxed) != threadMark() &&
        (!counts || !thread.compare_exchange_strong(owner, place))) {
        return;
    }
    if (counts) {
        offer(*place, path.node, above.node, anchorOfThread().inside);
    } else {
        thread.store(nullptr, std::memory_order_release);
    }
}

// Averages over the last window only, so that a change of the calls' length is followed.
void ThreadArea::chooseBlock(SampledNode& path) noexcept {
    SampleTail& tail = path.tail;
    const std::uint64_t sum = loadRelaxed(path.node.value[0]);
    const double calls = tail.windowCalls;
    const double inclusive =
        std::max(static_cast<double>(sum - tail.windowSum) / calls - sampling_->inside, 0.0);
    const double exclusive = std::max(inclusive - static_cast<double>(tail.inside) / calls, 0.0);
    tail.windowSum = sum;
    tail.inside = 0;
    tail.windowCalls = 0;
    const std::uint32_t block = isKeptExact(path) ? 1 : sampling_->blockFor(inclusive, exclusive);
    if (tail.place() != 0) {
        samplesOf(path).nextBlock = block;
    } else if (block > 1) {
        beginSamples(path, sum, inclusive);
    }
}

// The first window of samples is of blocks of one call, from which the spread of the calls is
// known.
void ThreadArea::beginSamples(SampledNode& path, std::uint64_t sum, double mean) noexcept {
    void* const memory = segment_->allocate(sizeof(SampleRecord));
    if (memory == nullptr) {
        // Then its calls go on being timed.
        path.setSamples(0, true);
        return;
    }
    auto& samples = *static_cast<SampleRecord*>(memory);
    samples.begin(NodeRecord::countOf(loadRelaxed(path.node.version)) / 2, sum, mean);
    path.setSamples(segment_->placeOf(memory), false);
}

// What was recorded under a parameter is part of its timer's values: neither is an estimate.
void ThreadArea::keepExact(SampledNode& path) noexcept {
    if (path.tail.place() != 0) {
        samplesOf(path).nextBlock = 1;
    }
    path.setSamples(path.tail.place(), true);
}

}  // namespace gantry::perf
