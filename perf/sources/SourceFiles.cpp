#include <base/files/Descriptor.hpp>
#include <perf/sources/SourceFiles.hpp>

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <memory>
#include <set>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <unordered_map>
#include <utility>

namespace gantry::perf {

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

std::int64_t modifiedNs(const struct stat& status) {
    return status.st_mtim.tv_sec * kSecond + status.st_mtim.tv_nsec;
}

std::string errorText() {
    return std::generic_category().message(errno);
}

// Of the file, from where it is, at most so many bytes; nothing where the system refuses.
std::optional<std::string> bytesOf(const base::Descriptor& file, std::size_t most) {
    constexpr std::size_t kStep = std::size_t{1} << 16U;
    std::string bytes;
    while (bytes.size() < most) {
        const std::size_t before = bytes.size();
        bytes.resize(std::min(before + kStep, most));
        const ssize_t got = ::read(file.number(), bytes.data() + before, bytes.size() - before);
        if (got < 0 && errno != EINTR) {
            return std::nullopt;
        }
        bytes.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
        if (got == 0) {
            break;
        }
    }
    return bytes;
}

// Not blocking: a pipe of that name would wait for a writer before it could be refused.
base::Descriptor opened(const std::filesystem::path& path) {
    return base::Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
}

std::string limitText(const char* what, std::int64_t limit) {
    return std::string(what) + " " + sizeText(limit);
}

// Fills in everything but the limit of all files.
void read(ArchivedSource& source, std::int64_t most) {
    const base::Descriptor file = opened(source.path);
    struct stat before {};
    if (!file || ::fstat(file.number(), &before) != 0) {
        source.leftOut = "it cannot be read: " + errorText();
        return;
    }
    if (!S_ISREG(before.st_mode)) {
        source.leftOut = "it is not a regular file";
        return;
    }
    source.bytes = before.st_size;
    source.modifiedNs = modifiedNs(before);
    if (before.st_size > most) {
        source.leftOut = limitText("it is larger than the limit for a file,", most);
        return;
    }
    // One byte more shows a file that has grown, or does not say how large it is.
    std::optional<std::string> text = bytesOf(file, static_cast<std::size_t>(most) + 1);
    struct stat after {};
    if (!text || ::fstat(file.number(), &after) != 0) {
        source.leftOut = "it cannot be read: " + errorText();
    } else if (static_cast<std::int64_t>(text->size()) != before.st_size ||
               modifiedNs(after) != source.modifiedNs) {
        source.leftOut = "it changed while it was read";
    } else {
        source.digest = sourceDigest(*text);
        source.text = std::make_shared<const std::string>(*std::move(text));
    }
}

// What is kept so far.
class KeptTexts final {
public:
    explicit KeptTexts(std::int64_t most) : left_(most), most_(most) {}

    void keep(ArchivedSource& source) {
        const auto known = known_.find(source.digest);
        if (known != known_.end() && *known->second == *source.text) {
            source.text = known->second;
        } else if (static_cast<std::int64_t>(source.text->size()) > left_) {
            source.leftOut =
                limitText("all files together would be larger than their limit,", most_);
            source.text.reset();
            source.digest.clear();
        } else {
            left_ -= static_cast<std::int64_t>(source.text->size());
            known_.try_emplace(source.digest, source.text);
        }
    }

private:
    std::int64_t left_;
    std::int64_t most_;
    std::unordered_map<std::string, std::shared_ptr<const std::string>> known_;
};

std::string normal(const std::string& name) {
    // A name ends at a NUL for the system.
    return std::filesystem::path(name.substr(0, name.find('\0'))).lexically_normal().string();
}

}  // namespace

std::string sourcePath(const std::string& name) {
    std::string path = normal(name);
    // Two slashes at the begin are another root for the standard.
    while (path.starts_with("//")) {
        path.erase(0, 1);
    }
    return isSourcePath(path) ? path : std::string();
}

std::vector<ArchivedSource> readSourceFiles(const std::vector<std::string>& names,
                                            const SourceLimits& limits) {
    std::vector<ArchivedSource> sources;
    std::set<std::string> seen;
    KeptTexts kept(limits.all);
    for (const std::string& name : names) {
        const std::string path = sourcePath(name);
        const std::string shown = path.empty() ? normal(name) : path;
        if (shown.empty() || !seen.insert(shown).second) {
            continue;
        }
        ArchivedSource& source = sources.emplace_back();
        source.path = shown;
        if (path.empty()) {
            source.leftOut = "its folder is not known";
            continue;
        }
        read(source, limits.file);
        if (source.text) {
            kept.keep(source);
        }
    }
    return sources;
}

std::optional<std::string> textOfFile(const std::filesystem::path& path, std::int64_t most) {
    const base::Descriptor file = opened(path);
    struct stat status {};
    if (!file || ::fstat(file.number(), &status) != 0 || !S_ISREG(status.st_mode) ||
        status.st_size > most) {
        return std::nullopt;
    }
    std::optional<std::string> text = bytesOf(file, static_cast<std::size_t>(most) + 1);
    return text && static_cast<std::int64_t>(text->size()) <= most ? text : std::nullopt;
}

}  // namespace gantry::perf
