#include <base/text/TextTable.hpp>
#include <base/text/TimeText.hpp>
#include <perf/analysis/SegmentList.hpp>

#include <nlohmann/json.hpp>

namespace gantry::perf {

// A stale segment is of a process that is gone without having ended it: it can be recovered.
const char* segmentState(const SegmentInfo& info) noexcept {
    if (!info.problem.empty()) {
        return "unreadable";
    }
    if (info.live) {
        return "live";
    }
    return info.ended ? "ended" : "stale";
}

std::string segmentsTable(const std::vector<SegmentInfo>& infos) {
    constexpr double kSecondsPerNs = 1e-9;
    constexpr std::uint64_t kKib = 1024;
    base::TextTable table({{"PID"},
                           {"state", base::TextTable::Align::Left},
                           {"since", base::TextTable::Align::Left},
                           {"KiB"},
                           {"session", base::TextTable::Align::Left},
                           {"rank"},
                           {"segment", base::TextTable::Align::Left},
                           {"program", base::TextTable::Align::Left}});
    for (const SegmentInfo& info : infos) {
        table.addRow({std::to_string(info.pid), segmentState(info),
                      base::clockText(static_cast<double>(info.createdNs) * kSecondsPerNs),
                      std::to_string(info.usedBytes / kKib), info.session, info.rank,
                      info.path.string(), info.problem.empty() ? info.command : info.problem});
    }
    return table.text();
}

std::string segmentsJson(const std::vector<SegmentInfo>& infos) {
    nlohmann::ordered_json list = nlohmann::ordered_json::array();
    for (const SegmentInfo& info : infos) {
        list.push_back({{"segment", info.path.string()},
                        {"state", segmentState(info)},
                        {"pid", info.pid},
                        {"createdNs", info.createdNs},
                        {"lastNs", info.lastNs},
                        {"session", info.session},
                        {"rank", info.rank},
                        {"usedBytes", info.usedBytes},
                        {"command", info.command},
                        {"problem", info.problem}});
    }
    constexpr int kIndent = 2;
    return list.dump(kIndent, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

}  // namespace gantry::perf
