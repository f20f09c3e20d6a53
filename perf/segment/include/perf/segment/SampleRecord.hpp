#pragma once

#include <perf/segment/ChecksummedCount.hpp>
#include <perf/segment/NodeRecord.hpp>
#include <perf/segment/detail/Versioned.hpp>

#include <cstdint>

namespace gantry::perf {

/// What is known of a call path of which the clock is read for some calls only, all in ticks of the
/// one metric. Its calls come in blocks; one call of each block, drawn at random, is timed and
/// stands for the block.
struct SampleValues {
    std::uint64_t timed;    ///< calls that were timed, those before the first block included
    std::uint64_t covered;  ///< calls the estimate is of: up to the end of the last block
    std::uint64_t sum;      ///< the node's own sum at that moment: of the timed calls alone
    std::int64_t estimate;  ///< what all covered calls took; below 0 where timing adds more
    double mean;            ///< of the last timed calls, without what timing added
    double spread;          ///< half of the sum of d^2, d the difference of two successive samples
    double variance;        ///< the same with each term times b (b - 1), b the calls of its block
    double weights;         ///< the sum of these b (b - 1)
    std::uint64_t pairs;    ///< terms of these sums
};
static_assert(sizeof(SampleValues) == 72);

/// The samples of one call path. It is written when a call was timed, not for each call.
struct SampleRecord {
    Versioned<SampleValues> values;
    SampleValues own;         ///< the writer's copy
    std::uint64_t last;       ///< the writer's: ticks of the last sample
    std::uint32_t block;      ///< the writer's: calls of the present block
    std::uint32_t nextBlock;  ///< the writer's: of the blocks to come
    std::uint32_t position;   ///< the writer's: place of the timed call in its block, from 0
    std::uint32_t reserved;

    /// Begins with calls that were all timed and took `sum`. Writer only.
    void begin(std::uint64_t calls, std::uint64_t sum, double mean) noexcept;

    /// Takes in the timed call of the present block. sum: of the node, that call included; inside:
    /// what timing adds to a call that is timed. Writer only.
    void take(std::uint64_t elapsed, std::uint64_t sum, double inside) noexcept;
};

/// How the calls of a node are timed; behind the node in a segment of version 3. A call goes one of
/// two ways: while `rest` is above 0 it is counted only and takes one off; at 0 it is timed, and a
/// new block is chosen.
struct SampleTail {
    /// Lower 16 bits: calls that are only counted before one is timed. Upper: the complement of
    /// these, so that one that is not as it was written is noticed.
    std::uint32_t rest;
    std::uint16_t windowCalls;  ///< timed calls since a block was chosen
    std::uint8_t reserved;      ///< 0
    std::uint8_t mark;          ///< kUntimedCall while such a call runs, else 0
    /// A checksummedCount that belongs to timer and parent of the node: place of the SampleRecord,
    /// 0 where all calls up to now were timed, and kKeptExact. 0 at the beginning.
    std::uint64_t samples;
    std::uint64_t windowSum;  ///< the sum when a block was chosen
    std::uint64_t inside;     ///< ticks of calls inside timed calls since then

    /// Several bits, so that one that is not as it was written is noticed.
    static constexpr std::uint8_t kUntimedCall = 0xa5;
    /// Every call is timed, whatever it costs.
    static constexpr std::uint64_t kKeptExact = std::uint64_t{1} << 32U;
    /// What a counted call adds to `rest`: -1 to the lower half, 1 to the upper one.
    static constexpr std::uint32_t kOneLess = 0xffff;

    /// `rest` for that many calls; callsIn() is the inverse, and does not verify the complement.
    static constexpr std::uint32_t restOf(std::uint16_t calls) noexcept {
        return (std::uint32_t{0xffff} - calls) << 16U | calls;
    }
    static constexpr std::uint32_t callsIn(std::uint32_t rest) noexcept { return rest & 0xffffU; }

    /// The calls that are only counted before one is timed.
    [[nodiscard]] std::uint32_t left() const noexcept { return callsIn(loadRelaxed(rest)); }
    /// Whether the call that runs is not timed.
    [[nodiscard]] bool runsUntimed() const noexcept { return loadRelaxed(mark) == kUntimedCall; }
    [[nodiscard]] std::uint32_t place() const noexcept {
        return static_cast<std::uint32_t>(checksummedCount::numberIn(loadAcquire(samples)));
    }
    [[nodiscard]] bool isKeptExact() const noexcept {
        return (checksummedCount::numberIn(samples) & kKeptExact) != 0;
    }
};

/// A node of a segment of version 3, which measures one metric.
///
/// While its calls are counted only, the bit kCounting is set in the version, whose count stays as
/// it was after the last timed call: the second word of the metric is the count at the end of the
/// block, and the present one is that less 2 for each call that `rest` has left. The checksum is
/// then also of that word. So a counted call writes `rest` and `mark`, and nothing else.
///
///     if (path.tail.left() != 0) {
///         path.beginUntimed();
///         ...
///         path.endUntimed();
///     }
struct SampledNode {
    NodeRecord node;
    SampleTail tail;

    static constexpr std::uint64_t kCounting = std::uint64_t{1} << 47U;

    /// So many calls are counted only before one is timed. Writer only, where no call runs and none
    /// is left to be counted.
    void countOnly(std::uint16_t calls) noexcept {
        // Counting none, and ending that, would lead back to the present version: a reader that saw
        // it before and after, and another one in between, would take the path for damaged.
        if (calls == 0) {
            return;
        }
        const std::uint64_t count = countNow();
        const std::uint64_t last = count + 2 * std::uint64_t{calls};
        storeRelease(node.value[1], last);
        storeRelease(tail.rest, SampleTail::restOf(calls));
        storeRelease(node.version, countingVersion(count, loadRelaxed(node.value[0]), last));
    }
    /// Begins a call that is counted and not timed. Writer only, where tail.left() is above 0.
    void beginUntimed() noexcept {
        storeRelease(tail.rest, loadRelaxed(tail.rest) + SampleTail::kOneLess);
        storeRelease(tail.mark, SampleTail::kUntimedCall);
    }
    /// Ends it. Writer only.
    void endUntimed() noexcept { storeRelease(tail.mark, std::uint8_t{0}); }
    /// Calls are timed from here on. Writer only, where no call runs.
    void endCounting() noexcept {
        if ((loadRelaxed(node.version) & kCounting) != 0) {
            storeRelease(node.version,
                         node.checksummedVersion(countNow(), loadRelaxed(node.value[0])));
        }
    }

    /// The version of a node whose calls are counted. last: the count at the end of the block.
    [[nodiscard]] std::uint64_t countingVersion(std::uint64_t count, std::uint64_t sum,
                                                std::uint64_t last) const noexcept {
        return node.checksummedVersion(count | kCounting,
                                       NodeRecord::mix(NodeRecord::mix(0, sum), last));
    }

    /// Writer only.
    void setSamples(std::uint32_t place, bool keptExact) noexcept {
        const std::uint64_t number = place | (keptExact ? SampleTail::kKeptExact : 0);
        storeRelease(tail.samples, checksummedCount::of(number, key()));
    }
    /// Whether what readers look at in the tail is as it was written. Any thread or process.
    [[nodiscard]] bool tailIsWhole() const noexcept {
        const std::uint8_t mark = loadRelaxed(tail.mark);
        const std::uint64_t samples = loadAcquire(tail.samples);
        return (mark == 0 || mark == SampleTail::kUntimedCall) &&
               (samples == 0 || checksummedCount::isWhole(samples, key()));
    }

private:
    // Of starts and stops. Writer only.
    [[nodiscard]] std::uint64_t countNow() const noexcept {
        const std::uint64_t version = loadRelaxed(node.version);
        return (version & kCounting) != 0
                   ? loadRelaxed(node.value[1]) - 2 * std::uint64_t{tail.left()}
                   : NodeRecord::countOf(version);
    }
    [[nodiscard]] std::uint64_t key() const noexcept {
        return std::uint64_t{node.parent} << 32U | node.id;
    }
};
static_assert(sizeof(SampledNode) == 64);

/// What a reader makes of a node and its samples. Times are in ticks; a reader converts them to
/// units as it does sums.
struct SampleEstimate {
    std::uint64_t inclusive;  ///< ticks of all calls, the running one included
    std::uint64_t untimed;    ///< calls that were counted only
    /// Ticks by which the estimate is off at most, with a probability of 99 % where the samples are
    /// many and their differences show how much calls differ.
    std::uint64_t bound;
};

/// calls, sum and isRunning are those of the node, read while `values` stood; sum contains the
/// timed call that runs. It looks at nothing but its arguments, so a reader may take its time after
/// copying them.
SampleEstimate estimateOf(const SampleValues& values, std::uint64_t calls, std::uint64_t sum,
                          bool isRunning) noexcept;

}  // namespace gantry::perf
