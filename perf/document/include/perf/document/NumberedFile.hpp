#pragma once

#include <filesystem>
#include <string>

namespace gantry::perf {

/// Makes the first of PREFIX.1SUFFIX, PREFIX.2SUFFIX, ... that does not exist yet, empty, and
/// returns its path: nobody else gets the same one, no thread and no other process. Costs one look
/// for each number that is taken. Throws base::FileError where no file can be made there.
[[nodiscard]] std::filesystem::path reserveNumbered(const std::filesystem::path& prefix,
                                                    const std::string& suffix);

}  // namespace gantry::perf
