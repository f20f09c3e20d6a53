#pragma once

#include <perf/segment/StoreView.hpp>

#include <cstdint>
#include <string>

namespace gantry::perf {

/// The texts of a segment as a reader sees them.
///
/// Sees the names that had been added when it was made: so it is made after whatever refers to
/// names was read. Refers to the bytes and copies nothing; they must stay mapped.
class NameView final {
public:
    /// Throws SegmentError. Where the table of names cannot be as it says. A single name that is
    /// damaged is found by at() and isWhole().
    NameView(SegmentBytes segment, const StoreHeader& header);

    /// The text with that number. One that is damaged, or not there, is "(damaged name NUMBER)".
    [[nodiscard]] std::string at(std::uint32_t id) const;
    /// Whether at() gives the text as it was written. Computes the CRC-32 of the text each time.
    [[nodiscard]] bool isWhole(std::uint32_t id) const noexcept;

private:
    SegmentBytes segment_;
    StoreView records_;
};

}  // namespace gantry::perf
