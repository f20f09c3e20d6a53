#pragma once

#include <base/InputError.hpp>

#include <filesystem>
#include <string>

namespace gantry::base {

/// A file could not be opened, read or written: which one, why, and how to fix it. Of kind File
/// always: nothing is said of the content.
class FileError final : public InputError {
public:
    /// The message names the file.
    explicit FileError(const std::string& message) : InputError(Kind::File, message) {}
};

/// Throws FileError with the message "WHAT PATH: REASON", where the reason is the system's text for
/// the error number. error: as errno had it.
[[noreturn]] void failOnFile(const std::filesystem::path& path, const std::string& what, int error);

}  // namespace gantry::base
