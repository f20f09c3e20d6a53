#pragma once

#include <perf/segment/Layout.hpp>
#include <perf/segment/TraceRing.hpp>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string_view>

namespace gantry::perf {

/// Freezes and releases the rings of a segment that keeps the latest records, of this process or
/// another one of the same user. A frozen ring loses what comes, and counts it; the program is not
/// stopped. One thread uses it.
class RingControl final {
public:
    /// Maps the segment for writing. Throws SegmentError.
    explicit RingControl(const std::filesystem::path& segment);
    ~RingControl();
    RingControl(const RingControl&) = delete;
    RingControl& operator=(const RingControl&) = delete;

    /// The number of an event. Throws SegmentError.
    [[nodiscard]] std::optional<std::uint32_t> findEvent(std::string_view name) const;
    /// How many events there are.
    [[nodiscard]] std::uint32_t events() const noexcept;

    /// From now on a thread that records a value of this event above the given one freezes its ring
    /// half a lap later, and counts that.
    void freezeAbove(std::uint32_t event, double value) noexcept;
    [[nodiscard]] std::uint64_t triggers() const noexcept;

    /// Every ring that still goes on stands still half a lap later. Throws SegmentError.
    void freeze();
    /// Whether every ring stands still. Throws SegmentError.
    [[nodiscard]] bool isFrozen() const;
    /// Lets all go on. Throws SegmentError.
    void release();

private:
    void forEachRing(const std::function<void(TraceRing&)>& work) const;
    [[nodiscard]] SegmentHeader& header() const noexcept {
        return *reinterpret_cast<SegmentHeader*>(base_);
    }

    std::byte* base_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace gantry::perf
