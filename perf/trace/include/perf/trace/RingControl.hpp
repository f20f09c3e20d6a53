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

/// Freezes and releases the rings of a segment in mode Latest, of this process or of another one of
/// the same user. The program is not stopped: a frozen ring drops new records and counts them as
/// lost. Rings in another mode are ignored. For one thread.
class RingControl final {
public:
    /// Checks the header and maps the whole segment for writing. Throws SegmentError if the file is
    /// not a usable segment or the system refuses to map it.
    explicit RingControl(const std::filesystem::path& segment);
    ~RingControl();
    RingControl(const RingControl&) = delete;
    RingControl& operator=(const RingControl&) = delete;

    /// The number of the event with this name, or nothing if no thread has made it yet. Reads the
    /// table of all events. Throws SegmentError.
    [[nodiscard]] std::optional<std::uint32_t> findEvent(std::string_view name) const;
    /// The number of events made so far. It only grows, so it shows when findEvent() is worth
    /// another try.
    [[nodiscard]] std::uint32_t events() const noexcept;

    /// Arms the trigger: from now on a thread that records a value of this event above the given
    /// one freezes its ring half a lap later, and counts that in triggers(). Replaces an earlier
    /// trigger; a segment has one.
    void freezeAbove(std::uint32_t event, double value) noexcept;
    /// Takes the trigger away; rings that it has frozen stay so until release(). A value that is
    /// recorded right now may still freeze one.
    void disarm() noexcept;
    /// How often the trigger has fired, over all threads.
    [[nodiscard]] std::uint64_t triggers() const noexcept;

    /// Asks every running ring to stop half a lap later, so that it keeps about as many records
    /// from before this call as from after it. Returns at once. Throws SegmentError.
    void freeze();
    /// Whether every ring has reached its limit. A ring whose thread records nothing more never
    /// does, so callers need a time limit. Throws SegmentError. A ring without memory for records
    /// counts as frozen.
    [[nodiscard]] bool isFrozen() const;
    /// Removes the limit of every ring, so that recording continues. Throws SegmentError.
    void release();

private:
    // Of the threads that have one by now, in mode Latest.
    void forEachRing(const std::function<void(TraceRing&)>& work) const;
    [[nodiscard]] SegmentHeader& header() const noexcept {
        return *reinterpret_cast<SegmentHeader*>(base_);
    }

    std::byte* base_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace gantry::perf
