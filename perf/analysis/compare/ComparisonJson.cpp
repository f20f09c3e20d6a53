// "gantry-comparison" and "gantry-scaling" (docs/formats/comparison.md). Rows refer to each other
// by their places in "rows".

#include <perf/analysis/compare/Comparison.hpp>
#include <perf/analysis/compare/Scaling.hpp>
#include <perf/document/JsonValues.hpp>

#include <cmath>

namespace gantry::perf {

namespace {

// JSON has no infinity and no NaN.
Json number(double value) {
    return std::isfinite(value) ? Json(value) : Json(nullptr);
}

Json valueJson(const ValueComparison& value) {
    return {{"before", number(value.before)},
            {"after", number(value.after)},
            {"difference", number(value.difference)},
            {"low", number(value.low)},
            {"high", number(value.high)},
            {"relative", number(value.relative)},
            {"relativeLow", number(value.relativeLow)},
            {"relativeHigh", number(value.relativeHigh)},
            {"p", number(value.p)},
            {"verdict", verdictName(value.verdict)}};
}

Json runsJson(const RunTable& table, const std::vector<std::size_t>& runs) {
    Json names = Json::array();
    for (const std::size_t run : runs) {
        names.push_back(jsonText(table.runs()[run].name));
    }
    return names;
}

Json rowsJson(const ComparisonText& text) {
    Json rows = Json::array();
    for (const RowComparison& row : text.comparison.rows) {
        const RunTableRow& known = text.table.rows()[row.row];
        Json json = valueJson(row);
        json["name"] = jsonText(known.timer.name);
        json["type"] = jsonText(known.timer.type);
        json["kind"] = kindName(known.timer.kind);
        json["parent"] = known.parent;
        json["callsBefore"] = number(row.callsBefore);
        json["callsAfter"] = number(row.callsAfter);
        json["contribution"] = number(row.contribution);
        rows.push_back(std::move(json));
    }
    return rows;
}

std::string dumped(const Json& json) {
    // ASCII only, and bytes that are not UTF-8 are replaced: names come from programs.
    return json.dump(2, ' ', true, Json::error_handler_t::replace) + '\n';
}

}  // namespace

std::string comparisonJson(const ComparisonText& text) {
    const Comparison& comparison = text.comparison;
    Json json{{"format", "gantry-comparison"},
              {"version", 1},
              {"before",
               {{"label", jsonText(text.labelBefore)},
                {"runs", runsJson(text.table, comparison.before)},
                {"noise", number(comparison.noiseBefore)}}},
              {"after",
               {{"label", jsonText(text.labelAfter)},
                {"runs", runsJson(text.table, comparison.after)},
                {"noise", number(comparison.noiseAfter)}}},
              {"metric", jsonText(text.table.metric())},
              {"unit", jsonText(text.table.unit())},
              {"values", comparison.options.total ? "total" : "self"},
              {"perRank", text.table.isPerRank()},
              {"limit", comparison.limit},
              {"confidence", comparison.options.confidence},
              {"judged", comparison.judged},
              {"runsNeeded", comparison.runsNeeded},
              {"elapsed", valueJson(comparison.elapsed)},
              {"measured", valueJson(comparison.measured)},
              {"difference", number(comparison.difference)},
              {"warnings", Json::array()},
              {"facts", Json::array()},
              {"renames", Json::array()},
              {"rows", rowsJson(text)}};
    for (const std::string& warning : comparison.warnings) {
        json["warnings"].push_back(jsonText(warning));
    }
    for (const FactDifference& fact : comparison.facts) {
        json["facts"].push_back({{"fact", jsonText(fact.fact)},
                                 {"before", jsonText(fact.before)},
                                 {"after", jsonText(fact.after)}});
    }
    for (const PossibleRename& rename : comparison.renames) {
        json["renames"].push_back({{"before", rename.before}, {"after", rename.after}});
    }
    return dumped(json);
}

std::string scalingJson(const Scaling& scaling) {
    Json json{{"format", "gantry-scaling"},
              {"version", 1},
              {"kind", scaling.kind == ScalingKind::Strong ? "strong" : "weak"},
              {"metric", jsonText(scaling.metric)},
              {"unit", jsonText(scaling.unit)},
              {"points", Json::array()},
              {"regions", Json::array()},
              {"warnings", scaling.warnings}};
    for (const ScalingPoint& point : scaling.points) {
        json["points"].push_back({{"ranks", point.ranks},
                                  {"runs", point.runs},
                                  {"elapsed", point.elapsed},
                                  {"speedup", point.speedup},
                                  {"ideal", point.ideal},
                                  {"efficiency", point.efficiency},
                                  {"cost", point.cost},
                                  {"costEfficiency", point.costEfficiency}});
    }
    for (const ScalingRegion& region : scaling.regions) {
        json["regions"].push_back(
            {{"name", jsonText(region.name)}, {"cost", region.cost}, {"loss", region.loss}});
    }
    return dumped(json);
}

}  // namespace gantry::perf
