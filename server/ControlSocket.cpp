#include <perf/segment/SegmentFile.hpp>
#include <server/ControlSocket.hpp>

#include <cerrno>
#include <fcntl.h>
#include <stdexcept>
#include <sys/file.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <system_error>
#include <unistd.h>

namespace gantry::server {

namespace {

namespace fs = std::filesystem;

constexpr const char* kSuffix = ".control";

[[noreturn]] void refuse(const std::string& message) {
    throw std::runtime_error(message);
}

fs::path folderOf(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

std::string nameOf(const fs::path& path) {
    std::string name = path.filename().string();
    if (name.empty() || name == "." || name == "..") {
        refuse("'" + path.string() + "' names no socket; give a name, or FOLDER/NAME");
    }
    return name;
}

base::Descriptor openFolder(const fs::path& folder) {
    base::Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (opened.number() < 0) {
        refuse("the folder " + folder.string() +
               " of the socket cannot be opened: " + std::generic_category().message(errno));
    }
    return opened;
}

base::Descriptor privateFolder(const fs::path& folder) {
    if (::mkdir(folder.c_str(), S_IRWXU) != 0 && errno != EEXIST) {
        refuse("the folder " + folder.string() +
               " of the socket cannot be created: " + std::generic_category().message(errno));
    }
    base::Descriptor opened = openFolder(folder);
    struct stat status {};
    if (::fstat(opened.number(), &status) != 0 || status.st_uid != ::geteuid() ||
        (status.st_mode & (S_IRWXG | S_IRWXO)) != 0) {
        refuse("the folder " + folder.string() +
               " of the socket is not private to this user; name a private folder, or one that "
               "does not exist yet, or give a name without '/'");
    }
    return opened;
}

// A path through /proc/self/fd keeps within the 108 bytes of sun_path however long the folder's
// name is, and it leads into the very folder that was checked, even if that is renamed meanwhile.
sockaddr_un addressIn(const base::Descriptor& folder, const std::string& name) {
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const std::string path = "/proc/self/fd/" + std::to_string(folder.number()) + '/' + name;
    if (path.size() >= sizeof address.sun_path) {
        refuse("'" + name + "' is too long for the name of a socket");
    }
    path.copy(address.sun_path, path.size());
    return address;
}

const sockaddr* asSocketAddress(const sockaddr_un& address) {
    return reinterpret_cast<const sockaddr*>(&address);
}

base::Descriptor newSocket(int flags) {
    base::Descriptor made(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0));
    if (made.number() < 0) {
        refuse(std::string("no socket can be created: ") + std::generic_category().message(errno));
    }
    return made;
}

/// Removes a socket at which nobody listens; refuses all else that has the name.
void clearName(const base::Descriptor& folder, const std::string& name,
               const sockaddr_un& address) {
    struct stat status {};
    if (::fstatat(folder.number(), name.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0) {
        return;
    }
    if (!S_ISSOCK(status.st_mode)) {
        refuse("'" + name + "' already exists and is not a socket; it was not changed");
    }
    const base::Descriptor probe = newSocket(SOCK_NONBLOCK);
    if (::connect(probe.number(), asSocketAddress(address), sizeof address) == 0 ||
        errno != ECONNREFUSED) {
        refuse("another program listens at '" + name + "'; choose another name");
    }
    ::unlinkat(folder.number(), name.c_str(), 0);
}

}  // namespace

fs::path controlPath(const std::string& word) {
    return word.find('/') != std::string::npos || word.empty()
               ? fs::path(word)
               : perf::segmentFolder() / (word + kSuffix);
}

ControlSocket::ControlSocket(const fs::path& path)
    : name_(nameOf(path)), folder_(privateFolder(folderOf(path))) {
    constexpr int kWaiting = 128;
    const sockaddr_un address = addressIn(folder_, name_);
    base::Descriptor made = newSocket(SOCK_NONBLOCK);
    // Two programs may start at once: the lock makes the check for a listener and bind() one step.
    // An exception releases it with the descriptor of the folder.
    ::flock(folder_.number(), LOCK_EX);
    clearName(folder_, name_, address);
    struct stat status {};
    if (::bind(made.number(), asSocketAddress(address), sizeof address) != 0 ||
        ::fchmodat(folder_.number(), name_.c_str(), S_IRUSR | S_IWUSR, 0) != 0 ||
        ::fstatat(folder_.number(), name_.c_str(), &status, AT_SYMLINK_NOFOLLOW) != 0 ||
        ::listen(made.number(), kWaiting) != 0) {
        refuse("the socket " + path.string() +
               " cannot be created: " + std::generic_category().message(errno));
    }
    ::flock(folder_.number(), LOCK_UN);
    device_ = status.st_dev;
    inode_ = status.st_ino;
    socket_ = std::move(made);
}

void ControlSocket::remove() noexcept {
    if (inode_ == 0) {
        return;
    }
    // Under the lock, so that no other program can replace the socket between check and unlink.
    ::flock(folder_.number(), LOCK_EX);
    struct stat status {};
    if (::fstatat(folder_.number(), name_.c_str(), &status, AT_SYMLINK_NOFOLLOW) == 0 &&
        status.st_dev == device_ && status.st_ino == inode_) {
        ::unlinkat(folder_.number(), name_.c_str(), 0);
    }
    ::flock(folder_.number(), LOCK_UN);
    inode_ = 0;
}

// The peer's identity comes from the kernel: the name in the folder proves nothing.
base::Descriptor connectToControl(const fs::path& path) {
    const std::string name = nameOf(path);
    const base::Descriptor folder = openFolder(folderOf(path));
    const sockaddr_un address = addressIn(folder, name);
    base::Descriptor made = newSocket(0);
    if (::connect(made.number(), asSocketAddress(address), sizeof address) != 0) {
        throw NobodyListensError("no program listens at " + path.string() + " (" +
                                 std::generic_category().message(errno) + ")");
    }
    ucred peer{};
    socklen_t size = sizeof peer;
    if (::getsockopt(made.number(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0 ||
        (peer.uid != ::geteuid() && ::geteuid() != 0)) {
        refuse("the program that listens at " + path.string() + " is not this user's");
    }
    return made;
}

}  // namespace gantry::server
