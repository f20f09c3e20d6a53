#include <perf/analysis/compare/Comparison.hpp>
#include <perf/analysis/compare/RunFacts.hpp>
#include <perf/analysis/compare/RunTable.hpp>

#include <charconv>
#include <sstream>
#include <stdexcept>
#include <string>

#include "ReportRoutes.hpp"

namespace gantry::server {

namespace {

std::vector<std::size_t> placesIn(const HttpRequest& request, const std::string& name,
                                  std::size_t runs, std::size_t usual) {
    const auto text = request.value(name);
    if (!text) {
        return {usual};
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

}  // namespace

HttpReply compareReply(const std::vector<ServedRun>& runs, const HttpRequest& request) {
    const auto before = placesIn(request, "before", runs.size(), 0);
    const auto after = placesIn(request, "after", runs.size(), runs.size() - 1);
    perf::ComparisonOptions options;
    options.total = isSet(request, "total");
    perf::RunTable table({request.value("metric").value_or(""), isSet(request, "perRank"), {}});
    std::vector<perf::RunFacts> facts;
    for (const ServedRun& run : runs) {
        const perf::Profile& measured = run.measured ? *run.measured : run.profile;
        table.add(run.name, measured);
        facts.push_back(perf::factsOf(measured, run.history));
    }
    const perf::Comparison comparison = perf::compareRuns(table, before, after, options, facts);
    return httpReply(
        perf::comparisonJson({table, comparison, labelOf(runs, before), labelOf(runs, after), 0}));
}

}  // namespace gantry::server
