#pragma once

#include <base/files/Descriptor.hpp>

#include <filesystem>
#include <stdexcept>
#include <string>
#include <sys/types.h>

namespace gantry::server {

/// The path of the control socket that a word of the command line names: the word itself if it has
/// a '/' or is empty, else WORD.control in the folder of this user's segments. Does not look at the
/// disk.
std::filesystem::path controlPath(const std::string& word);

/// A listening Unix stream socket that only this user can reach: its file has mode 0600 and is in a
/// folder of mode 0700, which is created if it is missing. The destructor removes the file, unless
/// another process has replaced it.
class ControlSocket final {
public:
    /// Creates the socket and listens. A socket file at which no process listens any more is
    /// replaced. Throws std::runtime_error if a process listens there, if the file is not a socket,
    /// if other users can enter the folder, or if the system refuses.
    explicit ControlSocket(const std::filesystem::path& path);
    ~ControlSocket() { remove(); }
    ControlSocket(const ControlSocket&) = delete;
    ControlSocket& operator=(const ControlSocket&) = delete;

    /// The listening socket, in non-blocking mode; owned by this object.
    [[nodiscard]] int descriptor() const noexcept { return socket_.number(); }
    /// Removes the file, so that no further client can connect; existing connections stay. A
    /// second call does nothing.
    void remove() noexcept;

private:
    std::string name_;
    base::Descriptor folder_;
    base::Descriptor socket_;
    dev_t device_ = 0;
    ino_t inode_ = 0;
};

/// No process listens at a control socket.
class NobodyListensError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Connects to such a socket; the caller owns the connection, which is in blocking mode. Throws
/// NobodyListensError, and std::runtime_error if the process that listens is another user's (root
/// may connect to any).
base::Descriptor connectToControl(const std::filesystem::path& path);

}  // namespace gantry::server
