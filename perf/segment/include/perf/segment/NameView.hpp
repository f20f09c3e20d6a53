#pragma once

#include <perf/segment/StoreView.hpp>

#include <cstdint>
#include <string>

namespace gantry::perf {

/// The texts of a segment as a reader sees them.
class NameView final {
public:
    /// Throws SegmentError.
    NameView(SegmentBytes segment, const StoreHeader& header);

    /// The text with that number. One that is damaged, or not there, is "(damaged name NUMBER)".
    [[nodiscard]] std::string at(std::uint32_t id) const;
    /// Whether at() gives the text as it was written.
    [[nodiscard]] bool isWhole(std::uint32_t id) const noexcept;

private:
    SegmentBytes segment_;
    StoreView records_;
};

}  // namespace gantry::perf
