#include <perf/archive/ArchiveError.hpp>

namespace gantry::perf {

ArchiveError::ArchiveError(Cause cause, const std::filesystem::path& path, const std::string& what)
    : std::runtime_error(path.string() + ": " + what), cause_(cause) {}

ArchiveError::ArchiveError(Cause cause, const std::string& message)
    : std::runtime_error(message), cause_(cause) {}

}  // namespace gantry::perf
