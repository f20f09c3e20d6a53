#include <base/text/TimeText.hpp>
#include <perf/sources/SourceFiles.hpp>
#include <perf/sources/SourceState.hpp>

#include <sys/stat.h>

namespace gantry::perf {

namespace {

constexpr const char* kChanged = "the file has changed since the run";
constexpr const char* kGone = "the file is gone";

// The file of today, for an archive that does not have its text.
SourceText textOfToday(const std::string& path, const std::string& created) {
    SourceText source{textOfFile(path, kMostSourceBytes), ""};
    struct stat status {};
    if (!source.text || ::stat(path.c_str(), &status) != 0) {
        return source;
    }
    // Both are texts whose order is that of time.
    const auto modified = base::timeOf(std::int64_t{status.st_mtim.tv_sec} * 1'000'000'000);
    if (!created.empty() && base::isoTime(modified) > created) {
        source.note = kChanged;
    }
    return source;
}

std::string changeOf(const ArchivedSource& source) {
    struct stat status {};
    if (::stat(source.path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) {
        return kGone;
    }
    if (status.st_size != static_cast<std::int64_t>(source.text->size())) {
        return kChanged;
    }
    const std::optional<std::string> today = textOfFile(source.path, kMostSourceBytes);
    return today && *today == *source.text ? "" : kChanged;
}

}  // namespace

void noteChanges(std::vector<ArchivedSource>& sources) {
    for (ArchivedSource& source : sources) {
        source.note = source.text ? changeOf(source) : "";
    }
}

SourceText sourceText(const std::vector<ArchivedSource>& sources, const std::string& path,
                      const std::string& created) {
    const std::string normal = sourcePath(path);
    if (normal.empty()) {
        return {std::nullopt, "its folder is not known"};
    }
    const ArchivedSource* const source = sourceAt(sources, normal);
    if (source == nullptr || !source->text) {
        // What was not to be read in the run, as only the program named it, is not read now.
        const bool wasSeen = source == nullptr || source->modifiedNs != 0;
        SourceText today = wasSeen ? textOfToday(normal, created) : SourceText();
        if (source != nullptr) {
            today.note += (today.note.empty() ? "" : "; ") + std::string("not in the archive: ") +
                          source->leftOut;
        }
        return today;
    }
    return {*source->text, changeOf(*source)};
}

}  // namespace gantry::perf
