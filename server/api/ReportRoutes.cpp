#include "ReportRoutes.hpp"

#include <base/text/Printable.hpp>
#include <perf/analysis/IdentityViews.hpp>
#include <perf/analysis/ModuleReport.hpp>
#include <perf/analysis/ModuleTable.hpp>
#include <perf/analysis/ReportDocument.hpp>
#include <perf/analysis/ViewTables.hpp>
#include <perf/document/JsonValues.hpp>
#include <perf/page/ModuleData.hpp>
#include <perf/page/SourceData.hpp>

#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace gantry::server {

namespace {

// Paths and the views of `gantry report` that they are, whose JSON they return.
const std::map<std::string, std::string>& views() {
    static const std::map<std::string, std::string> known{{"flat", "flat"},
                                                          {"tree", "tree"},
                                                          {"groups", "groups"},
                                                          {"phases", "phases"},
                                                          {"instances", "instances"},
                                                          {"threads", "threads"},
                                                          {"ranks", "ranks"},
                                                          {"changes", "changes"},
                                                          {"statistics", "events"},
                                                          {"matrix", "messages"},
                                                          {"io", "io"},
                                                          {"memory", "memory"}};
    return known;
}

// Nothing for a report that cannot be read, as for a module without one.
std::optional<perf::ReportTable> broughtBy(const std::string& module, const ServedRun& run) {
    try {
        if (auto report = perf::moduleReport(run.profile, module)) {
            return std::move(report->table);
        }
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
    return std::nullopt;
}

perf::ReportTable moduleOf(const ServedRun& run, const HttpRequest& request) {
    const auto name = request.value("module");
    if (!name) {
        throw std::invalid_argument("the parameter 'module' is missing");
    }
    if (request.value("fields").value_or("0") != "1") {
        if (auto table = broughtBy(*name, run)) {
            return *std::move(table);
        }
    }
    return perf::moduleTable(run.profile, *name);
}

std::optional<std::vector<perf::ReportTable>> tablesOf(const std::string& path,
                                                       const ServedRun& run,
                                                       const HttpRequest& request) {
    if (path == "module") {
        return {{moduleOf(run, request)}};
    }
    const auto view = views().find(path);
    if (view == views().end() && path != "functions") {
        return std::nullopt;
    }
    const auto name = request.value("metric");
    const perf::ShownMetrics metrics =
        name ? perf::metricNamed(run.profile, *name) : perf::allMetrics(run.profile);
    if (path == "functions") {
        return {{perf::identityTable(run.profile, metrics, perf::ReportBy::Function)}};
    }
    const perf::StateRules rules(perf::usualStates());
    return perf::viewTables(view->second, {run.profile, run.history, metrics, rules});
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

}  // namespace

std::optional<HttpReply> reportReply(const ServedRun& run, const HttpRequest& request) {
    constexpr std::string_view kApi = "/api/";
    if (request.path == "/api/assembly") {
        return assembly(run);
    }
    if (request.path == "/api/decisions") {
        return decisions(run);
    }
    if (request.path == "/api/sources") {
        perf::Json document = perf::sourceData(run.profile, run.history.sources);
        document["format"] = "gantry-run-sources";
        document["version"] = 1;
        return httpReply(perf::jsonDocument(document, -1));
    }
    if (request.path == "/api/modules") {
        perf::Json document = perf::moduleData(run.profile);
        document["format"] = "gantry-run-modules";
        document["version"] = 1;
        return httpReply(perf::jsonDocument(document, -1));
    }
    if (!request.path.starts_with(kApi)) {
        return std::nullopt;
    }
    std::optional<std::vector<perf::ReportTable>> tables =
        tablesOf(request.path.substr(kApi.size()), run, request);
    if (!tables) {
        return std::nullopt;
    }
    if (const auto column = request.value("sort")) {
        for (perf::ReportTable& table : *tables) {
            perf::sortRows(table, *column);
        }
    }
    return httpReply(perf::reportJson({run.profile, *std::move(tables)}));
}

}  // namespace gantry::server
