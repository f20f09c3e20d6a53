#include <perf/archive/ArchiveError.hpp>

namespace gantry::perf {

ArchiveError::ArchiveError(Cause cause, const std::filesystem::path& path, const std::string& what)
    : std::runtime_error(path.string() + ": " + what), cause_(cause) {}

}  // namespace gantry::perf
