#include "WholeFile.hpp"

#include <perf/export/ProfileFile.hpp>

#include <cerrno>
#include <cstdio>
#include <fcntl.h>
#include <system_error>
#include <unistd.h>

namespace gantry::perf {

namespace {

namespace fs = std::filesystem;

// A file under a name of its own that disappears unless it is renamed to the wanted one.
class DraftFile final {
public:
    explicit DraftFile(const fs::path& target) : target_(target) {
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
    DraftFile(const DraftFile&) = delete;
    DraftFile& operator=(const DraftFile&) = delete;
    ~DraftFile() {
        if (descriptor_ >= 0) {
            ::close(descriptor_);
        }
        if (!published_) {
            ::unlink(draft_.c_str());
        }
    }

    void write(std::string_view text) {
        while (!text.empty()) {
            const ssize_t written = ::write(descriptor_, text.data(), text.size());
            if (written < 0 && errno != EINTR) {
                failOnFile(target_, "can not write", errno);
            }
            text.remove_prefix(written < 0 ? 0 : static_cast<std::size_t>(written));
        }
    }

    void publish() {
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
    }

private:
    fs::path target_;
    fs::path draft_;
    int descriptor_ = -1;
    bool published_ = false;
};

void checkTarget(const fs::path& path) {
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (fs::exists(status) && !fs::is_regular_file(status)) {
        throw ProfileFileError("can not write " + path.string() +
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

void failOnFile(const fs::path& path, const std::string& what, int error) {
    throw ProfileFileError(what + " " + path.string() + ": " +
                           std::generic_category().message(error));
}

void writeWhole(const fs::path& path, std::string_view text) {
    checkTarget(path);
    DraftFile draft(path);
    draft.write(text);
    draft.publish();
    syncFolder(path);
}

}  // namespace gantry::perf
