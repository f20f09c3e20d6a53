#include <perf/analysis/compare/Comparison.hpp>
#include <perf/analysis/compare/RunFacts.hpp>
#include <perf/analysis/compare/RunTable.hpp>
#include <perf/analysis/compare/Scaling.hpp>

#include <charconv>
#include <map>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "ReportRoutes.hpp"

namespace gantry::server {

namespace {

std::vector<std::size_t> placesIn(const HttpRequest& request, const std::string& name,
                                  std::size_t runs, const std::vector<std::size_t>& usual) {
    const auto text = request.value(name);
    if (!text) {
        return usual;
    }
    const auto wrong = [&] {
        return std::invalid_argument("the value of '" + name + "' must be numbers of runs below " +
                                     std::to_string(runs) + ", such as 0,2");
    };
    std::vector<std::size_t> places;
    std::istringstream list(*text);
    for (std::string word; std::getline(list, word, ',');) {
        std::size_t place = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), place);
        if (error != std::errc() || end != word.data() + word.size() || place >= runs ||
            places.size() == runs) {
            throw wrong();
        }
        places.push_back(place);
    }
    if (places.empty()) {
        throw wrong();
    }
    return places;
}

bool isSet(const HttpRequest& request, const std::string& name) {
    const std::string value = request.value(name).value_or("0");
    if (value != "0" && value != "1") {
        throw std::invalid_argument("the value of '" + name + "' must be 0 or 1");
    }
    return value == "1";
}

std::string labelOf(const std::vector<ServedRun>& runs, const std::vector<std::size_t>& places) {
    return runs[places.front()].name + (places.size() > 1 ? " ..." : "");
}

const perf::Profile& measuredIn(const ServedRun& run) {
    return run.measured ? *run.measured : run.profile;
}

// Places of the runs in the table, which has no others: another one may lack the metric.
std::vector<std::size_t> added(const std::vector<ServedRun>& runs,
                               const std::vector<std::size_t>& places, perf::RunTable& table) {
    std::vector<std::size_t> rows;
    rows.reserve(places.size());
    for (const std::size_t place : places) {
        rows.push_back(table.add(runs[place].name, measuredIn(runs[place])));
    }
    return rows;
}

perf::RunTable tableFor(const HttpRequest& request) {
    return perf::RunTable({request.value("metric").value_or(""), isSet(request, "perRank"), {}});
}

}  // namespace

HttpReply compareReply(const std::vector<ServedRun>& runs,
                       const std::vector<std::vector<std::size_t>>& sets,
                       const HttpRequest& request) {
    const auto before = placesIn(request, "before", runs.size(), sets.front());
    const auto after = placesIn(request, "after", runs.size(), sets.back());
    perf::ComparisonOptions options;
    options.total = isSet(request, "total");
    perf::RunTable table = tableFor(request);
    const auto first = added(runs, before, table);
    const auto second = added(runs, after, table);
    std::vector<perf::RunFacts> facts;
    for (const auto* places : {&before, &after}) {
        for (const std::size_t place : *places) {
            facts.push_back(perf::factsOf(measuredIn(runs[place]), runs[place].history));
        }
    }
    const perf::Comparison comparison = perf::compareRuns(table, first, second, options, facts);
    return httpReply(
        perf::comparisonJson({table, comparison, labelOf(runs, before), labelOf(runs, after), 0}));
}

HttpReply scalingReply(const std::vector<ServedRun>& runs, const HttpRequest& request) {
    const std::string kind = request.value("kind").value_or("strong");
    if (kind != "strong" && kind != "weak") {
        throw std::invalid_argument("the value of 'kind' must be strong or weak");
    }
    perf::RunTable table = tableFor(request);
    std::map<std::uint32_t, std::vector<std::size_t>> byRanks;
    for (const ServedRun& run : runs) {
        const std::size_t place = table.add(run.name, measuredIn(run));
        byRanks[table.runs()[place].ranks].push_back(place);
    }
    std::vector<std::vector<std::size_t>> sets;
    std::vector<double> ranks;
    for (auto& [number, places] : byRanks) {
        ranks.push_back(number);
        sets.push_back(std::move(places));
    }
    return httpReply(perf::scalingJson(perf::scalingOf(
        table, sets, ranks, kind == "weak" ? perf::ScalingKind::Weak : perf::ScalingKind::Strong)));
}

}  // namespace gantry::server
