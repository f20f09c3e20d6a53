#pragma once

#include <stdexcept>
#include <string>

namespace gantry::perf {

/// Why a segment cannot be read: what is wrong, and how to fix it.
class SegmentError final : public std::runtime_error {
public:
    enum class Kind {
        Missing,  ///< there is no such file, or it cannot be opened
        Foreign,  ///< not a segment, or of another byte order
        Newer,    ///< of a format version that this program does not know
        Damaged,
    };

    SegmentError(Kind kind, const std::string& text) : std::runtime_error(text), kind_(kind) {}

    [[nodiscard]] Kind kind() const noexcept { return kind_; }

private:
    Kind kind_;
};

}  // namespace gantry::perf
