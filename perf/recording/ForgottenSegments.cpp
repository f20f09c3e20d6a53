#include <perf/recording/ForgottenSegments.hpp>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <system_error>

namespace gantry::perf {

std::vector<SegmentInfo> forgottenOf(const std::vector<SegmentInfo>& infos,
                                     std::chrono::system_clock::time_point moment) {
    constexpr std::chrono::nanoseconds kDay = std::chrono::hours(24);
    const std::chrono::nanoseconds now = moment.time_since_epoch();
    // The clock of files counts from another year.
    const std::chrono::nanoseconds ahead = moment - std::chrono::system_clock::now();
    const auto fileNow = std::filesystem::file_time_type::clock::now();
    std::vector<SegmentInfo> forgotten;
    // Both times must be old: the segment's own may be wrong after a crash, the file's after a
    // copy.
    std::copy_if(infos.begin(), infos.end(), std::back_inserter(forgotten),
                 [&](const SegmentInfo& info) {
                     std::error_code error;
                     const auto written = std::filesystem::last_write_time(info.path, error);
                     return info.problem.empty() && !info.live && !error &&
                            now - std::chrono::nanoseconds(info.lastNs) > kDay &&
                            fileNow - written + ahead > kDay;
                 });
    return forgotten;
}

}  // namespace gantry::perf
