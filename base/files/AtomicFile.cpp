#include <base/files/AtomicFile.hpp>
#include <base/files/FileError.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <system_error>
#include <unistd.h>

namespace gantry::base {

namespace {

namespace fs = std::filesystem;

void checkTarget(const fs::path& path) {
    if (path.empty()) {
        throw FileError("cannot write: the name of the file is empty");
    }
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        throw FileError("cannot write " + path.string() +
                        ": it exists and is not a regular file; choose another path");
    }
}

}  // namespace

AtomicFile::AtomicFile(const fs::path& target) : target_(target) {
    // Early, before the caller spends time on the content; the rename would replace a device or
    // fail at a folder.
    checkTarget(target);
    // The number of the process keeps processes apart, the try its threads and leftovers of an
    // earlier process with that number.
    constexpr int kTries = 100;
    // The program may change its working folder before the commit.
    const fs::path whole = fs::absolute(target);
    for (int i = 0; i < kTries && !descriptor_; ++i) {
        temporary_ = whole;
        temporary_ += ".draft-" + std::to_string(::getpid()) + '-' + std::to_string(i);
        descriptor_ =
            Descriptor(::open(temporary_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
        if (!descriptor_ && errno != EEXIST) {
            break;
        }
    }
    if (!descriptor_) {
        failOnFile(target_, "cannot write", errno);
    }
}

AtomicFile::~AtomicFile() {
    // Also after a failed commit: the target is as it was, and the draft is of no use.
    if (!committed_) {
        ::unlink(temporary_.c_str());
    }
}

void AtomicFile::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_.number(), bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) {
            failOnFile(target_, "cannot write", errno);
        }
        bytes.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
}

void AtomicFile::commit() {
    // In this order: content on the disk, then the name. The other way round a crash may leave the
    // name with an empty file.
    if (::fsync(descriptor_.number()) != 0) {
        failOnFile(target_, "cannot sync to disk", errno);
    }
    // NFS reports a failed write at the close.
    if (!descriptor_.close()) {
        failOnFile(target_, "cannot write", errno);
    }
    const fs::path folder = temporary_.parent_path();
    if (::rename(temporary_.c_str(), (folder / target_.filename()).c_str()) != 0) {
        failOnFile(target_, "cannot write", errno);
    }
    // The folder is not waited for: whichever file has the name after a crash is whole.
    committed_ = true;
}

void writeAtomically(const fs::path& path, std::string_view text) {
    AtomicFile file(path);
    file.write(text);
    file.commit();
}

}  // namespace gantry::base
