#include <base/files/AtomicFile.hpp>
#include <base/files/FileError.hpp>
#include <perf/exporters/ExportOutput.hpp>

#include <cerrno>
#include <fstream>
#include <string>
#include <system_error>
#include <unistd.h>

namespace gantry::perf {

namespace {

namespace fs = std::filesystem;

// What the system said last, where it is worth saying.
std::string reason(int error) {
    return error == 0 ? "the disk may be full" : std::generic_category().message(error);
}

void writeFile(const fs::path& target, const Exporter& format, const ExportSource& source) {
    base::AtomicFile draft(target);
    std::ofstream stream(draft.path(), std::ios::binary);
    errno = 0;
    format.write(source, stream);
    stream.close();
    if (!stream) {
        throw base::FileError("cannot write " + target.string() + ": " + reason(errno));
    }
    draft.commit();
}

/// A folder that is removed again with all that is in it, unless it was renamed.
class DraftFolder final {
public:
    explicit DraftFolder(const fs::path& target)
        : target_(target), path_(target.string() + ".draft-" + std::to_string(::getpid())) {
        std::error_code error;
        if (!fs::create_directory(path_, error)) {
            base::failOnFile(target_, "cannot write", error ? error.value() : EEXIST);
        }
    }
    ~DraftFolder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    DraftFolder(const DraftFolder&) = delete;
    DraftFolder& operator=(const DraftFolder&) = delete;

    [[nodiscard]] const fs::path& path() const { return path_; }

    void commit() {
        std::error_code error;
        fs::rename(path_, target_, error);  // an empty folder is replaced
        if (error) {
            base::failOnFile(target_, "cannot write", error.value());
        }
    }

private:
    fs::path target_;
    fs::path path_;
};

void writeFolder(fs::path target, const Exporter& format, const ExportSource& source) {
    // "run.tau/" is the folder run.tau.
    target = target.has_filename() ? target : target.parent_path();
    std::error_code error;
    if (fs::exists(target, error) &&
        !(fs::is_directory(target, error) && fs::is_empty(target, error))) {
        throw base::FileError("cannot write " + target.string() +
                              ": it exists and is not an empty folder; choose another name");
    }
    DraftFolder draft(target);
    format.writeFolder(source, draft.path());
    draft.commit();
}

}  // namespace

void exportTo(const fs::path& target, const Exporter& format, const ExportSource& source) {
    if (format.writeFolder != nullptr) {
        writeFolder(target, format, source);
    } else {
        writeFile(target, format, source);
    }
}

}  // namespace gantry::perf
