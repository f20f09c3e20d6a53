// The table `rank_compensated`: values over ranks without the measurement overhead, in archives
// whose ranks know theirs.

#include "RankTables.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "Rows.hpp"
#include "Schema.hpp"

namespace gantry::perf {

namespace {

using List = std::vector<RankStats> RankRecord::*;

struct Figure {
    const char* name;
    List values;
};
constexpr Figure kFigures[] = {{"inclusive", &RankRecord::compensatedInclusive},
                               {"exclusive", &RankRecord::compensatedExclusive}};

}  // namespace

void writeCompensatedRanks(base::Database& database, const RankReduction& ranks) {
    if (!hasCompensated(ranks)) {
        return;
    }
    database.run(rankTable().statement);
    base::Statement values =
        database.prepare("INSERT INTO rank_compensated VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    std::int64_t id = 0;
    for (const RankRecord& record : ranks.timers) {
        for (const auto& [name, list] : kFigures) {
            for (std::size_t m = 0; m < (record.*list).size(); ++m) {
                const RankStats& stats = (record.*list)[m];
                values.insert(id++, record.info.id, std::string_view(name), m, stats.min, stats.max,
                              stats.mean, stats.standardDeviation, stats.sum, stats.minRank,
                              stats.maxRank);
            }
        }
    }
}

void readCompensatedRanks(base::Database& database, const std::filesystem::path& path,
                          std::size_t metrics, RankReduction& ranks) {
    if (database.number("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND "
                        "name = 'rank_compensated'") == 0) {
        return;
    }
    for (RankRecord& record : ranks.timers) {
        record.compensatedInclusive.resize(metrics);
        record.compensatedExclusive.resize(metrics);
    }
    Rows rows(database, path, "rank_compensated",
              "rank_timer_id, figure, metric_id, min, max, mean, deviation, sum, min_rank, "
              "max_rank",
              "id");
    while (rows.next()) {
        const auto place = rows.whole<std::size_t>(0);
        const std::string figure = rows.text(1);
        const auto metric = rows.whole<std::size_t>(2);
        if (place >= ranks.timers.size()) {
            rows.fail(0, "the id of a timer over ranks");
        }
        if (figure != "inclusive" && figure != "exclusive") {
            rows.fail(1, "inclusive or exclusive");
        }
        if (metric >= metrics) {
            rows.fail(2, "the id of a metric");
        }
        RankRecord& record = ranks.timers[place];
        auto& list =
            figure == "inclusive" ? record.compensatedInclusive : record.compensatedExclusive;
        list[metric] = {rows.real(3),
                        rows.real(4),
                        rows.real(5),
                        rows.real(6),
                        rows.real(7),
                        rows.whole<std::uint32_t>(8),
                        rows.whole<std::uint32_t>(9)};
    }
}

}  // namespace gantry::perf
