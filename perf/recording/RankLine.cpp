#include <perf/model/Flat.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/recording/RankLine.hpp>

#include <charconv>
#include <exception>
#include <string>

namespace gantry::perf {

namespace {

int rankIn(const std::string& text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && number >= 0 ? number : -1;
}

}  // namespace

RankLine rankLineOf(const SegmentInfo& info) {
    RankLine line;
    line.rank = rankIn(info.rank);
    line.pid = info.pid;
    try {
        SegmentFile file(info.path);
        line.live = file.isLive();
        const Profile profile = compensatedWhereKnown(file.read().profile);
        line.threads = profile.threads.size();
        line.timeNs = profile.timeNs;
        line.unit = profile.metrics.at(0).unit;
        std::int64_t greatest = 0;
        for (const TimerRecord& timer : flat(profile)) {
            if (timer.info.kind == TimerKind::Parameter) {
                continue;
            }
            line.calls += timer.calls;
            line.measured += timer.exclusive[0];
            if (timer.exclusive[0] > greatest) {
                greatest = timer.exclusive[0];
                line.busiest = fullName(timer.info);
            }
        }
        line.share = line.measured > 0
                         ? static_cast<double>(greatest) / static_cast<double>(line.measured)
                         : 0;
    } catch (const std::exception& error) {
        // It may have ended and been archived since it was listed.
        line.problem = error.what();
    }
    return line;
}

}  // namespace gantry::perf
