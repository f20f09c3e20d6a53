#include <base/files/AtomicFile.hpp>
#include <base/files/FileError.hpp>
#include <perf/recording/OutputPlace.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <csignal>
#include <exception>
#include <sys/statvfs.h>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

namespace gantry::perf {

namespace {

namespace fs = std::filesystem;

bool isOnFullDisk(const fs::path& file) {
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    struct statvfs disk {};
    return ::statvfs(folder.c_str(), &disk) == 0 && (disk.f_bavail == 0 || disk.f_favail == 0);
}

// A file beyond the limit of this process is an error while this lives, and not a signal that ends
// it.
class NoFileSizeSignal final {
public:
    NoFileSizeSignal() : before_(std::signal(SIGXFSZ, SIG_IGN)) {}
    ~NoFileSizeSignal() { std::signal(SIGXFSZ, before_); }
    NoFileSizeSignal(const NoFileSizeSignal&) = delete;
    NoFileSizeSignal& operator=(const NoFileSizeSignal&) = delete;

private:
    void (*before_)(int);
};

std::vector<fs::path> otherFolders() {
    std::vector<fs::path> folders{"."};
    std::error_code error;
    if (fs::path temporary = fs::temp_directory_path(error); !error) {
        folders.push_back(std::move(temporary));
    }
    // Last, as it is memory: what is there does not survive a restart.
    folders.push_back(segmentFolder());
    return folders;
}

// The process id keeps the files of several runs apart.
fs::path nameIn(const fs::path& folder, const fs::path& wanted) {
    fs::path name = folder / wanted.stem();
    name += "-" + std::to_string(::getpid());
    name += wanted.extension();
    return name;
}

}  // namespace

void requireOutput(const fs::path& file) {
    try {
        // The same class that writes the file later, so that the same conditions are checked; it
        // removes its draft without a commit.
        const base::AtomicFile draft(file);
    } catch (const base::FileError&) {
        if (!isOnFullDisk(file)) {
            throw;
        }
    }
}

WrittenFile writeSomewhere(const fs::path& wanted,
                           const std::function<void(const fs::path&)>& write) {
    const NoFileSizeSignal noSignal;
    std::exception_ptr first;
    std::string problem;
    try {
        write(wanted);
        return {wanted, {}};
    } catch (const std::exception& error) {
        first = std::current_exception();
        problem = error.what();
    }
    for (const fs::path& folder : otherFolders()) {
        const fs::path file = nameIn(folder, wanted);
        try {
            write(file);
            return {file, problem + "; it was written to " + file.string() + " instead"};
        } catch (const std::exception&) {
            // The first reason is the one to report.
            continue;
        }
    }
    std::rethrow_exception(first);
}

}  // namespace gantry::perf
