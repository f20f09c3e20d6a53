#pragma once

#include <perf/model/Profile.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "ProcessCode.hpp"

namespace gantry::perf {

/// Adds up the source lines that samples were in: a record of module "source" for each line, with
/// the time of the line itself and with that of what it called. For one thread.
class SampledLines final {
public:
    /// One sample: its frames from the outermost on, then end().
    void begin();
    void enter(const std::vector<CodeLine>& lines);
    void end(std::uint64_t periodNs);

    /// Adds the records to the profile's modules, where there are any. Once.
    void moveTo(Profile& profile);

private:
    struct Line {
        std::int64_t ownNs = 0;
        std::int64_t wholeNs = 0;
        std::uint64_t sample = 0;  ///< the last one that counted: recursion counts once
    };

    std::unordered_map<std::string, Line> lines_;
    std::vector<CodeLine> stack_;
    bool hasLine_ = false;  ///< whether the innermost frame has one
    std::uint64_t samples_ = 0;
};

}  // namespace gantry::perf
