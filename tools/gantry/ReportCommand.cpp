#include <perf/export/JsonProfile.hpp>
#include <perf/export/ProfileFile.hpp>
#include <perf/model/EventStats.hpp>
#include <perf/model/Misuse.hpp>
#include <perf/model/Overhead.hpp>

#include <charconv>
#include <iostream>

#include "Command.hpp"
#include "Format.hpp"
#include "OptionParser.hpp"
#include "ProfileReport.hpp"
#include "TextTable.hpp"

namespace gantry::tools {

namespace {

SortBy sortOrder(const std::string& word) {
    if (word == "exclusive") {
        return SortBy::Exclusive;
    }
    if (word == "inclusive") {
        return SortBy::Inclusive;
    }
    if (word == "calls") {
        return SortBy::Calls;
    }
    if (word == "name") {
        return SortBy::Name;
    }
    throw UsageError("--sort takes exclusive, inclusive, calls or name, not '" + word + "'");
}

std::size_t lineCount(const std::string& word) {
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size()) {
        throw UsageError("--top takes a whole number, not '" + word + "'");
    }
    return number;
}

void printHead(const perf::Profile& profile) {
    std::cout << "Profile of " << profile.created << " on " << profile.machine.host << ": "
              << duration(static_cast<double>(profile.timeNs) * 1e-9) << " measured, "
              << plural(profile.assembly.instances.size(), "component") << ", "
              << plural(profile.threads.size(), "thread");
    if (profile.ranks) {
        std::cout << ", " << profile.ranks->size << " ranks";
    }
    std::cout << '\n'
              << profile.machine.cpuModel << ", " << profile.machine.cores << " processors, "
              << profile.machine.os << '\n';
    for (const perf::Metric& metric : profile.metrics) {
        std::cout << metric.name << " in " << metric.unit << " by " << metric.source << '\n';
    }
}

/// "-" where no quantiles were kept.
std::string quantileCell(const perf::EventStats& event, double q) {
    const std::optional<double> value = event.quantile(q);
    return value ? quantity(*value, "") : "-";
}

void printEvents(const perf::Profile& profile) {
    if (profile.events.empty()) {
        return;
    }
    TextTable table({{"event", TextTable::Align::Left},
                     {"count"},
                     {"min"},
                     {"p50"},
                     {"p90"},
                     {"p99"},
                     {"max"},
                     {"mean"},
                     {"deviation"},
                     {"sum"}});
    std::uint64_t collapsed = 0;
    for (const perf::EventStats& event : profile.events) {
        table.addRow({perf::displayName(event), count(event.count), quantity(event.min, ""),
                      quantileCell(event, 0.5), quantileCell(event, 0.9), quantileCell(event, 0.99),
                      quantity(event.max, ""), quantity(event.mean, ""),
                      quantity(event.standardDeviation(), ""), quantity(event.sum(), "")});
        collapsed += event.quantiles.collapsed;
    }
    std::cout << '\n' << table.text();
    if (collapsed > 0) {
        std::cout << "warning: " << plural(collapsed, "value")
                  << " fell outside the range in which quantiles are known to 1 %\n";
    }
}

void printThreads(const perf::Profile& profile) {
    TextTable table({{"thread", TextTable::Align::Left},
                     {"name", TextTable::Align::Left},
                     {"CPU time"},
                     {"call paths"}});
    for (const perf::ThreadProfile& thread : profile.threads) {
        table.addRow({std::to_string(thread.id), thread.name + (thread.ended ? " (ended)" : ""),
                      duration(static_cast<double>(thread.cpuNs) * 1e-9),
                      std::to_string(thread.nodes.size())});
    }
    std::cout << '\n' << table.text();
}

void printWarnings(const perf::Profile& profile) {
    for (const std::string& warning : metricWarnings(profile)) {
        std::cout << "warning: " << warning << '\n';
    }
    for (const perf::Misuse& misuse : profile.misuse) {
        std::cout << "warning: " << perf::describe(misuse) << '\n';
    }
}

}  // namespace

int reportCommand(const Words& words) {
    OptionParser parser("gantry report [options] FILE",
                        "Prints a profile that `gantry run` wrote: timers by component and method, "
                        "events, threads, misuse.",
                        {"gantry report optimize.gantry.json",
                         "gantry report --sort calls --top 5 optimize.gantry.json",
                         "gantry report --compensated optimize.gantry.json",
                         "gantry report --json optimize.gantry.json"});
    parser
        .option("sort", "BY", "exclusive (default), inclusive, calls or name; by the first metric.")
        .option("top", "N", "Only the first N timers.")
        .flag("compensated",
              "Subtract what measuring itself cost, as it was measured in that process.")
        .flag("json", "Print the profile document itself (docs/formats/profile.md).")
        .positional(1, 1);
    if (!parser.parse(words)) {
        return kDone;
    }
    const SortBy sortBy = sortOrder(parser.value("sort").value_or("exclusive"));
    const std::size_t most = lineCount(parser.value("top").value_or("0"));
    perf::Profile profile = perf::readProfile(parser.positionalWords().front());
    const bool compensate = parser.has("compensated");
    if (compensate) {
        profile = perf::compensated(profile);
    }
    if (parser.has("json")) {
        std::cout << perf::toJson(profile);
        return kDone;
    }
    printHead(profile);
    if (compensate) {
        std::cout
            << "COMPENSATED: what measuring cost, as estimated, is subtracted from all values "
               "below\n";
    }
    std::cout << '\n' << profileTable(profile, sortBy, most, "", true);
    if (const std::string overhead = overheadText(profile); !overhead.empty()) {
        std::cout << "\nmeasuring cost " << overhead << '\n';
    }
    if (profile.ranks) {
        std::cout << '\n' << rankTable(profile, most, "");
    }
    printEvents(profile);
    printThreads(profile);
    printWarnings(profile);
    return kDone;
}

}  // namespace gantry::tools
