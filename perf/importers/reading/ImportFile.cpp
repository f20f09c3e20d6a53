#include <base/InputError.hpp>
#include <base/files/Descriptor.hpp>
#include <base/files/FileError.hpp>
#include <perf/importers/reading/Gzip.hpp>
#include <perf/importers/reading/ImportFile.hpp>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace gantry::perf {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kPiece = std::size_t{1} << 16U;
// zlib itself reaches 1,032. What people compress reaches 100, so this is damage or ill will, and
// keeps memory in proportion to the file.
constexpr std::size_t kMostRatio = 256;
constexpr std::size_t kSmallFile = std::size_t{1} << 16U;

std::string readAll(const fs::path& path) {
    // O_NONBLOCK: opening a named pipe must not wait for a writer.
    const base::Descriptor descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    if (!descriptor) {
        base::failOnFile(path, "cannot read", errno);
    }
    struct stat status {};
    // Asked of the open file, not of the path, which may change. A device may never end.
    if (::fstat(descriptor.number(), &status) != 0 || !S_ISREG(status.st_mode)) {
        throw base::FileError("cannot read " + path.string() + ": it is not a regular file");
    }
    std::string text;
    for (;;) {
        const std::size_t before = text.size();
        text.resize(before + kPiece);
        const ssize_t size = ::read(descriptor.number(), text.data() + before, kPiece);
        text.resize(before + static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
        if (size < 0 && errno != EINTR) {
            base::failOnFile(path, "cannot read", errno);
        }
        if (size == 0) {
            return text;
        }
    }
}

}  // namespace

ImportFile::ImportFile(fs::path path, std::string bytes)
    : path_(std::move(path)), bytes_(std::move(bytes)) {
    if (!isGzip(bytes_)) {
        return;
    }
    const std::size_t most =
        std::min(kMostExpanded, kMostRatio * std::max(bytes_.size(), kSmallFile));
    Expanded expanded = expandGzip(bytes_, most);
    if (!expanded.fault.empty()) {
        fail(expanded.consumed, expanded.fault);
    }
    bytes_ = std::move(expanded.bytes);
    isExpanded_ = true;
}

ImportFile ImportFile::read(const fs::path& path) {
    return {path, readAll(path)};
}

void ImportFile::fail(std::size_t offset, const std::string& what) const {
    throw base::InputError(
        base::InputError::Kind::Damaged, path_,
        "byte " + std::to_string(offset) + (isExpanded_ ? " when expanded: " : ": ") + what);
}

void ImportFile::failInText(std::size_t offset, const std::string& what) const {
    // Lines are counted only now: most files have no error.
    const std::string_view before = bytes().substr(0, offset);
    const auto line = 1 + std::count(before.begin(), before.end(), '\n');
    throw base::InputError(base::InputError::Kind::Damaged, path_,
                           "line " + std::to_string(line) + " (byte " + std::to_string(offset) +
                               (isExpanded_ ? " when expanded): " : "): ") + what);
}

}  // namespace gantry::perf
