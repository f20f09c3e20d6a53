#pragma once

#include <perf/segment/ChecksummedCount.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

namespace gantry::perf {

/// A value of several words that one thread writes and any process reads. The last bit of the
/// version says which half counts; an update writes the other half, then the version. So the value
/// is whole at every instant, also when its writer is killed in between. The version is a
/// checksummedCount of updates that belongs to the words of that half. All zeros is the value of
/// zeros.
///
///     record.life.write(life);                             // the writer
///     ThreadLife seen{};
///     if (record.life.read(seen)) { show(seen.name); }     // any reader
template <class Value>
class Versioned final {
    static_assert(std::is_trivially_copyable_v<Value> &&
                  sizeof(Value) % sizeof(std::uint64_t) == 0);
    /// Readers load word by word, so the value must consist of whole words.
    // NOLINTNEXTLINE(bugprone-sizeof-expression): the value may be one word
    static constexpr std::size_t kWords = sizeof(Value) / sizeof(std::uint64_t);
    using Words = std::array<std::uint64_t, kWords>;

public:
    /// One writer at a time. The writer may change: what counts is that no two write at a time, as
    /// by a mutex or by who uses the part. Costs a store for each word and one for the version; no
    /// lock, no fence.
    void write(const Value& value) noexcept {
        const auto words = std::bit_cast<Words>(value);
        // Parity of the count alternates, so `next & 1` is the half that does not count now.
        const std::uint64_t next = checksummedCount::numberIn(loadRelaxed(version_)) + 1;
        std::uint64_t mixed = 0;
        for (std::size_t i = 0; i < kWords; ++i) {
            storeRelease(half_[next & 1U][i], words[i]);
            mixed = checksummedCount::mix(mixed, words[i]);
        }
        storeRelease(version_, checksummedCount::of(next, mixed));
    }

    /// The value, and false where it is not as it was written. value is set in any case: where this
    /// returns false, it holds what was found. Any thread; never waits for the writer. Returns
    /// false also where the writer was faster than each of 1000 tries.
    bool read(Value& value) const noexcept {
        // A try fails only when the value was written twice meanwhile.
        constexpr int kMaxTries = 1000;
        bool whole = false;
        for (int i = 0; i < kMaxTries; ++i) {
            const std::uint64_t version = loadAcquire(version_);
            Words words{};
            std::uint64_t mixed = 0;
            for (std::size_t w = 0; w < kWords; ++w) {
                words[w] = loadAcquire(half_[version & 1U][w]);
                mixed = checksummedCount::mix(mixed, words[w]);
            }
            whole = checksummedCount::isWhole(version, mixed);
            value = std::bit_cast<Value>(words);
            if (loadRelaxed(version_) == version) {
                break;
            }
        }
        return whole;
    }

    /// What was written last, whole or not. For those to whom an old or damaged value does no harm.
    [[nodiscard]] Value value() const noexcept {
        Value value{};
        read(value);
        return value;
    }

private:
    // Without initialisers: the memory is that of a segment, which begins as zeros.
    /// Written last, with release; loaded first, with acquire.
    std::uint64_t version_;
    std::array<Words, 2> half_;
};

}  // namespace gantry::perf
