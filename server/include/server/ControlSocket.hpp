#pragma once

#include <base/files/Descriptor.hpp>

#include <filesystem>
#include <string>
#include <sys/types.h>

namespace gantry::server {

/// Where the control socket of this word is: a path where it has a '/', else a name in the folder
/// of this user's segments.
std::filesystem::path controlPath(const std::string& word);

/// A listening Unix socket that only this user can reach: mode 0600, in a folder of mode 0700 that
/// is made where it is missing. The file is removed when this object does, unless it is another's
/// by then.
class ControlSocket final {
public:
    /// Replaces a socket at which nobody listens any more. Throws std::runtime_error, and leaves
    /// everything as it was, where somebody does, where the file is not a socket, or where others
    /// can enter the folder.
    explicit ControlSocket(const std::filesystem::path& path);
    ~ControlSocket() { remove(); }
    ControlSocket(const ControlSocket&) = delete;
    ControlSocket& operator=(const ControlSocket&) = delete;

    /// Accepts without waiting.
    [[nodiscard]] int descriptor() const noexcept { return socket_.number(); }
    /// Removes the file; who is connected stays connected.
    void remove() noexcept;

private:
    std::string name_;
    base::Descriptor folder_;
    base::Descriptor socket_;
    dev_t device_ = 0;
    ino_t inode_ = 0;
};

/// Connects to such a socket. Throws std::runtime_error where nobody listens there, or another
/// user.
base::Descriptor connectToControl(const std::filesystem::path& path);

}  // namespace gantry::server
