#pragma once

#include <otf2/otf2.h>

#include <map>
#include <utility>
#include <vector>

namespace gantry::perf {

/// The call paths of a trace, numbered in the order in which they first occur, so a path comes
/// after the one it continues. Memory grows with the number of different paths. For one thread.
class Otf2CallPaths final {
public:
    struct Path {
        OTF2_CallpathRef parent;  ///< OTF2_UNDEFINED_CALLPATH for an outermost call
        OTF2_RegionRef region;
    };

    /// The calls to come are of another location, in which no call runs.
    void begin() { current_ = OTF2_UNDEFINED_CALLPATH; }
    /// One look-up.
    void enter(OTF2_RegionRef region);
    /// The innermost call ended, if one runs.
    void leave() {
        if (current_ != OTF2_UNDEFINED_CALLPATH) {
            current_ = all_[current_].parent;
        }
    }
    /// By number.
    [[nodiscard]] const std::vector<Path>& all() const noexcept { return all_; }

private:
    std::vector<Path> all_;
    std::map<std::pair<OTF2_CallpathRef, OTF2_RegionRef>, OTF2_CallpathRef> numbers_;
    OTF2_CallpathRef current_ = OTF2_UNDEFINED_CALLPATH;
};

}  // namespace gantry::perf
