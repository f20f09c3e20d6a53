#include "ReportRoutes.hpp"

#include <base/text/Printable.hpp>
#include <perf/analysis/HistoryViews.hpp>
#include <perf/analysis/IdentityViews.hpp>
#include <perf/analysis/MessageTable.hpp>
#include <perf/analysis/ReportDocument.hpp>
#include <perf/analysis/ReportViews.hpp>
#include <perf/document/JsonValues.hpp>

#include <functional>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

namespace gantry::server {

namespace {

using Tables = std::vector<perf::ReportTable>;
using View = std::function<Tables(const ServedRun& run, const perf::ShownMetrics& metrics)>;

Tables flatView(const ServedRun& run, const perf::ShownMetrics& metrics) {
    Tables tables{perf::flatTable(run.profile, metrics)};
    perf::addOverhead(tables.front(), run.profile, metrics);
    return tables;
}

Tables by(const ServedRun& run, const perf::ShownMetrics& metrics, perf::ReportBy what) {
    return {perf::identityTable(run.profile, metrics, what)};
}

// As `gantry report --json` prints them with the option of that name.
const std::map<std::string, View>& views() {
    static const std::map<std::string, View> known{
        {"flat", flatView},
        {"tree", [](const auto& run, const auto& m) { return Tables{treeTable(run.profile, m)}; }},
        {"groups",
         [](const auto& run, const auto& m) { return Tables{groupTable(run.profile, m)}; }},
        {"phases",
         [](const auto& run, const auto& m) { return Tables{phaseTable(run.profile, m, false)}; }},
        {"instances",
         [](const auto& run, const auto& m) { return Tables{phaseTable(run.profile, m, true)}; }},
        {"threads",
         [](const auto& run, const auto& m) { return Tables{threadTable(run.profile, m)}; }},
        {"ranks", [](const auto& run, const auto& m) { return Tables{rankTable(run.profile, m)}; }},
        {"statistics",
         [](const auto& run, const auto&) { return Tables{perf::eventTable(run.profile)}; }},
        {"matrix", [](const auto& run, const auto&) { return perf::messageTables(run.profile); }},
        {"changes", [](const auto& run,
                       const auto&) { return Tables{perf::changeTable(run.history.changes)}; }},
        {"functions",
         [](const auto& run, const auto& m) { return by(run, m, perf::ReportBy::Function); }},
    };
    return known;
}

std::string shown(const std::string& text) {
    return base::printable(text);
}

HttpReply assembly(const ServedRun& run) {
    perf::Json document{{"format", "gantry-run-assembly"}, {"version", 1}};
    perf::Json& instances = document["instances"] = perf::Json::array();
    for (const perf::Instance& instance : run.profile.assembly.instances) {
        instances.push_back({{"name", shown(instance.name)}, {"class", shown(instance.className)}});
    }
    perf::Json& connections = document["connections"] = perf::Json::array();
    for (const perf::Connection& connection : run.profile.assembly.connections) {
        connections.push_back({{"user", shown(connection.user)},
                               {"usesPort", shown(connection.usesPort)},
                               {"provider", shown(connection.provider)},
                               {"providesPort", shown(connection.providesPort)}});
    }
    return httpReply(perf::jsonDocument(document, -1));
}

perf::Json estimatesOf(const perf::ArchivedDecision& decision) {
    perf::Json estimates = perf::Json::array();
    for (const perf::ArchivedEstimate& estimate : decision.estimates) {
        estimates.push_back({{"candidate", shown(estimate.candidate)},
                             {"calls", estimate.calls},
                             {"cost", perf::jsonNumber(estimate.cost)},
                             {"low", perf::jsonNumber(estimate.low)},
                             {"high", perf::jsonNumber(estimate.high)},
                             {"bound", perf::jsonNumber(estimate.bound)},
                             {"quarantine", estimate.quarantine}});
    }
    return estimates;
}

HttpReply decisions(const ServedRun& run) {
    perf::Json document{{"format", "gantry-run-decisions"}, {"version", 1}};
    perf::Json& list = document["decisions"] = perf::Json::array();
    for (const perf::ArchivedDecision& decision : run.history.decisions) {
        list.push_back({{"timeNs", decision.timeNs},
                        {"port", shown(decision.port)},
                        {"request", decision.request},
                        {"repeats", decision.repeats},
                        {"context", shown(decision.context)},
                        {"candidate", shown(decision.candidate)},
                        {"reason", shown(decision.reason)},
                        {"text", shown(decision.text)},
                        {"limit", perf::jsonNumber(decision.limit)},
                        {"fallback", shown(decision.fallback)},
                        {"status", shown(decision.status)},
                        {"cost", perf::jsonNumber(decision.cost)},
                        {"seconds", perf::jsonNumber(decision.seconds)},
                        {"quality", perf::jsonNumber(decision.quality)},
                        {"estimates", estimatesOf(decision)}});
    }
    return httpReply(perf::jsonDocument(document, -1));
}

perf::ShownMetrics metricsIn(const perf::Profile& profile, const HttpRequest& request) {
    const auto wanted = request.value("metric");
    if (!wanted) {
        return perf::allMetrics(profile);
    }
    for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
        if (profile.metrics[m].name == *wanted) {
            return {m};
        }
    }
    throw std::invalid_argument("the value of 'metric' must be a measured metric");
}

}  // namespace

std::optional<HttpReply> reportReply(const ServedRun& run, const HttpRequest& request) {
    constexpr std::string_view kApi = "/api/";
    if (request.path == "/api/assembly") {
        return assembly(run);
    }
    if (request.path == "/api/decisions") {
        return decisions(run);
    }
    if (!request.path.starts_with(kApi)) {
        return std::nullopt;
    }
    const auto view = views().find(request.path.substr(kApi.size()));
    if (view == views().end()) {
        return std::nullopt;
    }
    Tables tables = view->second(run, metricsIn(run.profile, request));
    if (const auto column = request.value("sort")) {
        for (perf::ReportTable& table : tables) {
            perf::sortRows(table, *column);
        }
    }
    return httpReply(perf::reportJson({run.profile, std::move(tables)}));
}

}  // namespace gantry::server
