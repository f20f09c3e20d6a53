#include <perf/recording/MissingMeasurement.hpp>
#include <perf/recording/SegmentChoice.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <charconv>

namespace gantry::perf {

std::filesystem::path chooseSegment(const std::string& word) {
    pid_t pid = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), pid);
    const bool isNumber = error == std::errc() && end == word.data() + word.size();
    std::error_code ignored;
    // A file whose name is a number wins.
    if (!isNumber || std::filesystem::exists(word, ignored)) {
        return word;
    }
    const std::vector<SegmentInfo> infos = segmentsIn(segmentFolder());
    // The last one: a process may have run several programs one after the other.
    for (auto info = infos.rbegin(); info != infos.rend(); ++info) {
        if (info->pid == pid && info->problem.empty()) {
            return info->path;
        }
    }
    throw NotMeasuredError("process " + word + " is not being measured: it has no segment in " +
                           segmentFolder().string());
}

}  // namespace gantry::perf
