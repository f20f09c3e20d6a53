#include <perf/segment/Checksum.hpp>
#include <perf/segment/Layout.hpp>
#include <perf/trace/TraceChunk.hpp>
#include <perf/trace/TraceError.hpp>
#include <perf/trace/TraceFile.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <fstream>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "OtherOrder.hpp"

namespace gantry::perf {

namespace {

constexpr std::string_view kMagic = "GANTRYTR";

struct FileHeader {
    char magic[8];
    std::uint32_t version;
    std::uint32_t byteOrder;
    std::uint64_t reserved;
    std::uint32_t reserved2;
    std::uint32_t checksum;  ///< CRC-32 of all before it
};
static_assert(sizeof(FileHeader) == 32);

std::string headerBytes() {
    FileHeader header{};
    std::memcpy(header.magic, kMagic.data(), kMagic.size());
    header.version = kTraceVersion;
    header.byteOrder = kByteOrderMark;
    header.checksum = checksum(&header, offsetof(FileHeader, checksum));
    return {reinterpret_cast<const char*>(&header), sizeof header};
}

[[noreturn]] void failOn(const std::filesystem::path& path, const char* what, int error) {
    throw TraceError(TraceError::Kind::File, path.string() + ": the trace cannot be " + what +
                                                 ": " + std::generic_category().message(error));
}

// Which byte order the file has: true for the other one.
bool checkHeader(const std::string& name, std::string_view bytes) {
    FileHeader header{};
    if (bytes.substr(0, kMagic.size()) != kMagic || bytes.size() < sizeof header) {
        throw TraceError(TraceError::Kind::WrongKind, name + ": not a trace");
    }
    std::memcpy(&header, bytes.data(), sizeof header);
    const bool isOther = header.byteOrder == swapped(kByteOrderMark);
    if (isOther) {
        header.version = swapped(header.version);
        header.checksum = swapped(header.checksum);
    }
    // The checksum is over the bytes as they stand in the file.
    if ((header.byteOrder != kByteOrderMark && !isOther) ||
        header.checksum != checksum(bytes.data(), offsetof(FileHeader, checksum))) {
        throw TraceError(TraceError::Kind::Damaged,
                         name + ": the head of the trace is damaged; take another copy");
    }
    if (header.version > kTraceVersion) {
        throw TraceError(TraceError::Kind::Newer,
                         name + ": a trace of format version " + std::to_string(header.version) +
                             "; this program knows versions up to " +
                             std::to_string(kTraceVersion) + ", use a newer one");
    }
    return isOther;
}

// Finds whole chunks in the bytes of a file.
class ChunkSearch final {
public:
    ChunkSearch(std::string_view bytes, bool isOther)
        : bytes_(bytes), isOther_(isOther), magic_(isOther ? swapped(kChunkMagic) : kChunkMagic) {}

    // The size of the whole chunk at that position; 0 if there is none.
    [[nodiscard]] std::size_t sizeAt(std::size_t at) const noexcept {
        if (isOther_) {
            return otherOrderChunk(bytes_.substr(at));
        }
        ChunkHeader header{};
        return lookAtChunk(bytes_.substr(at), header) == ChunkState::Whole
                   ? sizeof header + header.storedBytes
                   : 0;
    }

    // The position of the first whole chunk from `from` on, or the size of the bytes. Chunks are
    // not aligned, so the magic may be anywhere, also by chance inside a payload. Only the checksum
    // decides.
    [[nodiscard]] std::size_t nextFrom(std::size_t from) const noexcept {
        std::size_t at = nextMagic(from);
        while (at < bytes_.size() && sizeAt(at) == 0) {
            at = nextMagic(at + 1);
        }
        return at;
    }

private:
    [[nodiscard]] std::size_t nextMagic(std::size_t from) const noexcept {
        const std::string_view magic(reinterpret_cast<const char*>(&magic_), sizeof magic_);
        return std::min(bytes_.find(magic, from), bytes_.size());
    }

    std::string_view bytes_;
    bool isOther_;
    std::uint32_t magic_;
};

}  // namespace

TraceFile::TraceFile(std::filesystem::path path) : path_(std::move(path)) {
    constexpr mode_t kAll = S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;
    descriptor_ =
        base::Descriptor(::open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kAll));
    if (!descriptor_) {
        failOn(path_, "written", errno);
    }
    append(headerBytes());
}

void TraceFile::append(std::string_view chunk) {
    for (std::string_view rest = chunk; !rest.empty();) {
        const ssize_t written = ::write(descriptor_.number(), rest.data(), rest.size());
        if (written < 0 && errno != EINTR) {
            const int error = errno;
            // A partial chunk would be read as damage, or as a file that was cut. If truncating
            // fails as well, the reader skips the partial chunk.
            if (::ftruncate(descriptor_.number(), static_cast<off_t>(bytes_)) == 0) {
                ::lseek(descriptor_.number(), static_cast<off_t>(bytes_), SEEK_SET);
            }
            failOn(path_, "written", error);
        }
        rest.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
    bytes_ += chunk.size();
}

TraceFileContent readTraceFile(const std::filesystem::path& path) {
    std::error_code ignored;
    std::ifstream file(path, std::ios::binary | std::ios::ate);
    if (!file || !std::filesystem::is_regular_file(path, ignored)) {
        failOn(path, "read", file ? EINVAL : errno);
    }
    // At once, as a trace may have gigabytes. One that still grows is read up to its present end.
    std::string all(static_cast<std::size_t>(file.tellg()), '\0');
    file.seekg(0);
    file.read(all.data(), static_cast<std::streamsize>(all.size()));
    all.resize(static_cast<std::size_t>(file.gcount()));
    if (file.bad()) {
        failOn(path, "read", errno);
    }
    return readTraceBytes(all, path.string());
}

TraceFileContent readTraceBytes(std::string_view bytes, const std::string& name) {
    const ChunkSearch search(bytes, checkHeader(name, bytes));
    TraceFileContent content;
    for (std::size_t at = sizeof(FileHeader); at < bytes.size();) {
        if (const std::size_t size = search.sizeAt(at); size > 0) {
            makeNative(content.chunks.emplace_back(bytes.substr(at, size)));
            at += size;
            continue;
        }
        const std::size_t next = search.nextFrom(at + 1);
        if (next == bytes.size()) {
            content.cutBytes = next - at;
        } else {
            ++content.damaged;
            content.damagedBytes += next - at;
        }
        at = next;
    }
    return content;
}

bool looksLikeTrace(const std::filesystem::path& path) {
    std::ifstream file(path, std::ios::binary);
    std::string magic(kMagic.size(), '\0');
    return file.read(magic.data(), static_cast<std::streamsize>(magic.size())) && magic == kMagic;
}

std::string traceFileOf(const std::vector<std::string>& chunks) {
    std::string bytes = headerBytes();
    for (const std::string& chunk : chunks) {
        bytes += chunk;
    }
    return bytes;
}

}  // namespace gantry::perf
