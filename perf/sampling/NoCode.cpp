// In place of DwarfCode.cpp where libdw is not installed: StackSampler refuses to begin.
#include <perf/sampling/DebugSources.hpp>

#include "ProcessCode.hpp"

namespace gantry::perf {

class ProcessCode::Files {};
class ProcessCode::KnownFiles {};

bool canUnwind() noexcept {
    return false;
}

ProcessCode::ProcessCode() = default;
ProcessCode::~ProcessCode() = default;
ProcessCode::ProcessCode(ProcessCode&&) noexcept = default;
ProcessCode& ProcessCode::operator=(ProcessCode&&) noexcept = default;

ProcessCode ProcessCode::sibling() const {
    return {};
}

ProcessCode ProcessCode::child() const {
    return {};
}

void ProcessCode::map(CodeMapping /*mapping*/) {}

std::vector<std::uint64_t> ProcessCode::stack(const StackSample& /*sample*/) {
    return {};
}

const CodePlace& ProcessCode::place(std::uint64_t /*address*/) {
    static const CodePlace none;
    return none;
}

std::vector<std::string> debugSources(const std::string& /*file*/) {
    return {};
}

std::set<std::string> functionSources(const std::string& /*file*/,
                                      const std::set<std::string>& /*functions*/) {
    return {};
}

}  // namespace gantry::perf
