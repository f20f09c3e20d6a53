#include "HistorySeries.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <tuple>

namespace gantry::perf {

std::vector<HistorySeries> historySeries(const std::vector<GateRecord>& records) {
    using Key = std::tuple<std::string, std::string, std::string, std::string>;
    std::map<Key, std::size_t> places;
    std::vector<HistorySeries> all;
    for (const GateRecord& record : records) {
        const Key key{record.name, record.metric, record.unit, record.machine};
        const auto [place, isNew] = places.try_emplace(key, all.size());
        if (isNew) {
            all.emplace_back();
        }
        all[place->second].records.push_back(record);
    }
    for (HistorySeries& series : all) {
        std::vector<double> medians;
        medians.reserve(series.records.size());
        for (const GateRecord& record : series.records) {
            medians.push_back(record.median);
        }
        series.unusable = std::any_of(medians.begin(), medians.end(), [](double value) {
            return !std::isfinite(value) || !(value > 0);
        });
        if (!series.unusable) {
            series.changes = changePoints(medians);
        }
    }
    return all;
}

std::string changeText(const ChangePoint& change) {
    std::array<char, 64> text{};
    (void)std::snprintf(text.data(), text.size(), "%+.1f %%", change.relative * 100);
    return text.data();
}

}  // namespace gantry::perf
