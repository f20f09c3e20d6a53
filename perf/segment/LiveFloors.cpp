#include <perf/segment/Layout.hpp>
#include <perf/segment/LiveFloors.hpp>

#include <algorithm>
#include <new>

namespace gantry::perf {

void LiveFloors::begin(SegmentBytes segment) noexcept {
    const auto& header = *reinterpret_cast<const SegmentHeader*>(segment.data());
    const std::uint64_t made = static_cast<std::uint64_t>(header.createdNs) ^
                               static_cast<std::uint64_t>(header.pid) << 32U;
    if (made != segment_) {
        floors_.clear();
        segment_ = made;
    }
    base_ = segment.data();
}

void LiveFloors::raise(const NodeRecord& node, std::uint64_t* row, std::size_t metrics) noexcept {
    const auto place = static_cast<std::size_t>(reinterpret_cast<const std::byte*>(&node) - base_);
    std::uint64_t* const sums = row + ThreadCapture::kSums;
    const bool runs = (row[ThreadCapture::kVersion] & 1U) != 0;
    const auto found = floors_.find(place);
    bool isBelow = false;
    if (found != floors_.end()) {
        std::vector<std::uint64_t>& floors = found->second;
        for (std::size_t m = 0; m < std::min(metrics, floors.size()); ++m) {
            // Sums can be slightly negative, as where a clock of another processor is behind.
            if (static_cast<std::int64_t>(sums[m]) < static_cast<std::int64_t>(floors[m])) {
                sums[m] = floors[m];
                isBelow = true;
            } else {
                floors[m] = sums[m];
            }
        }
        if (!runs && !isBelow) {
            floors_.erase(found);
        }
    } else if (runs) {
        try {
            floors_.try_emplace(place, sums, sums + metrics);
        } catch (const std::bad_alloc&) {
            return;
        }
    }
}

}  // namespace gantry::perf
