#pragma once

#include <perf/model/Misuse.hpp>
#include <perf/segment/IdIndex.hpp>
#include <perf/segment/Layout.hpp>
#include <perf/segment/MisuseRecord.hpp>
#include <perf/segment/RecordStore.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace gantry::perf {

/// The misuses of one thread, in its part of the segment: how often each happened. At most
/// kMostRecords are distinguished; further ones of a kind are counted together, for timers and for
/// events. Used by its thread alone.
///
/// The index is in the thread's own memory, made at the first misuse: threads without a mistake
/// have none.
///
///     table.add({static_cast<std::uint32_t>(MisuseKind::Overlap), outer, inner, 0, 1});
class MisuseTable final {
public:
    static constexpr std::uint32_t kMostRecords = 256;

    /// Takes over what is in the store. An area that is used again goes on with the counts of
    /// earlier threads.
    MisuseTable(Segment& segment, StoreHeader& header) noexcept;

    /// Counts misuse.count more of it, in constant time: takes memory only for a misuse that is
    /// new. Returns how many records it compared.
    std::size_t add(const MisuseRecord& misuse) noexcept;

    /// The store has been emptied by others, as for the child of a fork.
    void forget() noexcept;

private:
    static constexpr std::size_t kKinds = static_cast<std::size_t>(kLastMisuseKind) + 1;

    [[nodiscard]] MisuseRecord& at(std::uint32_t index) const noexcept {
        return *static_cast<MisuseRecord*>(records_.at(index));
    }
    // False, as of the next two, where there is no memory. Takes in records that are in the store
    // and not in the index yet.
    bool makeIndex() noexcept;
    bool addIndexed(const MisuseRecord& misuse) noexcept;
    // Counts in the record of its kind that has no id.
    void addTogether(const MisuseRecord& misuse) noexcept;
    bool append(const MisuseRecord& misuse) noexcept;
    // A store: the thread is the only writer.
    static void count(MisuseRecord& known, std::uint64_t more) noexcept;

    RecordStore records_;
    IdIndex index_;
    std::uint32_t known_ = 0;  // records that were looked at for the index and the places below
    // 1 + the record of all further ones, by kind, of timers and of events.
    std::array<std::uint32_t, 2 * kKinds> together_{};
};

}  // namespace gantry::perf
