#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace gantry::perf {

/// A file could not be read or written: which one, why, and what to do.
class FileError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Throws FileError: WHAT PATH: the system's text for the error.
[[noreturn]] void failOnFile(const std::filesystem::path& path, const std::string& what, int error);

}  // namespace gantry::perf
