#include <perf/trace/TraceError.hpp>

namespace gantry::perf {

TraceError::TraceError(Kind kind, const std::string& text)
    : std::runtime_error(text), kind_(kind) {}

TraceError::~TraceError() = default;

}  // namespace gantry::perf
