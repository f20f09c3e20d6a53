#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>

namespace gantry::base {

/// A file given to the program cannot be used: which file, what is wrong, and how to fix it. The
/// root of such errors; every file format derives its own class from it, so that a caller that
/// knows no format can still tell an unreadable file from a damaged one. Thrown by value, caught by
/// reference, also across shared objects; what() is the message.
///
/// Programs turn it into an exit status: 4 for Damaged, Newer and WrongKind, 1 for File.
///
///     } catch (const InputError& error) {
///         std::cerr << error.what() << '\n';
///         return error.kind() == InputError::Kind::File ? 1 : 4;
///     }
class InputError : public std::runtime_error {
public:
    /// By what a caller can do: name another file, or use a newer Gantry.
    enum class Kind {
        File,       ///< it is missing, or the system refuses to open, read or write it
        Damaged,    ///< it is of the expected kind, but not as it was written
        Newer,      ///< it is of a format version that this program does not know
        WrongKind,  ///< it is a file of another kind, or of another byte order
    };

    /// `message` is one line: file, what is wrong, how to fix it.
    InputError(Kind kind, const std::string& message);
    /// With the message "FILE: WHAT". FILE as it was given, not made absolute.
    InputError(Kind kind, const std::filesystem::path& file, const std::string& what);
    InputError(const InputError&) = default;
    InputError& operator=(const InputError&) = default;
    ~InputError() override;

    /// By which a program chooses its exit status or its next attempt.
    [[nodiscard]] Kind kind() const noexcept { return kind_; }

private:
    Kind kind_;
};

}  // namespace gantry::base
