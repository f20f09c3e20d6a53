#include <perf/files/DraftFile.hpp>
#include <perf/files/FileError.hpp>

#include <cerrno>
#include <cstddef>
#include <cstdio>
#include <fcntl.h>
#include <string>
#include <system_error>
#include <unistd.h>

namespace gantry::perf {

namespace {

namespace fs = std::filesystem;

void checkTarget(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        throw FileError("can not write " + path.string() +
                        ": it exists and is not a regular file; choose another path");
    }
}

// A rename is on the disk for certain only when its folder is.
void syncFolder(const fs::path& path) {
    const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (descriptor >= 0) {
        ::fsync(descriptor);
        ::close(descriptor);
    }
}

}  // namespace

DraftFile::DraftFile(const fs::path& target) : target_(target) {
    checkTarget(target);
    constexpr int kTries = 100;
    for (int i = 0; i < kTries && descriptor_ < 0; ++i) {
        draft_ = target;
        draft_ += ".draft-" + std::to_string(::getpid()) + '-' + std::to_string(i);
        descriptor_ = ::open(draft_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor_ < 0 && errno != EEXIST) {
            break;
        }
    }
    if (descriptor_ < 0) {
        failOnFile(target_, "can not write", errno);
    }
}

DraftFile::~DraftFile() {
    if (descriptor_ >= 0) {
        ::close(descriptor_);
    }
    if (!published_) {
        ::unlink(draft_.c_str());
    }
}

void DraftFile::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
        if (written < 0 && errno != EINTR) {
            failOnFile(target_, "can not write", errno);
        }
        bytes.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
    }
}

void DraftFile::publish() {
    if (::fsync(descriptor_) != 0) {
        failOnFile(target_, "can not bring to the disk", errno);
    }
    const int closed = ::close(descriptor_);
    descriptor_ = -1;
    if (closed != 0) {
        failOnFile(target_, "can not write", errno);
    }
    if (::rename(draft_.c_str(), target_.c_str()) != 0) {
        failOnFile(target_, "can not write", errno);
    }
    published_ = true;
    syncFolder(target_);
}

}  // namespace gantry::perf
