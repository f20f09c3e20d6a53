#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/ProfileText.hpp>
#include <perf/analysis/SelectionProposal.hpp>
#include <perf/analysis/TableText.hpp>
#include <perf/document/JsonValues.hpp>

#include <algorithm>
#include <sstream>

namespace gantry::perf {

namespace {

std::string percent(double part) {
    return base::share(part, 1);
}

std::string limitsText(const SelectionLimits& limits) {
    return "called more than " + base::quantity(static_cast<double>(limits.calls), "") +
           " times, less than " + base::quantity(limits.averageNs, "ns") + " a call, and at most " +
           percent(limits.share) + " of the time";
}

std::string countText(const SelectionProposal& proposal) {
    return std::to_string(proposal.excluded.size()) + " of " +
           base::plural(proposal.timers, "timer") + " excluded";
}

// With the overhead that is saved, where it is known.
std::string savingText(const SelectionProposal& proposal) {
    if (!proposal.knowsOverhead) {
        return "the measurement overhead of the run is not known";
    }
    return base::quantity(proposal.savedNs, "ns") + " +-" +
           base::quantity(proposal.savedErrorNs, "ns") + " of a measurement overhead of " +
           base::quantity(proposal.overheadNs, "ns") + " saved (" +
           base::share(proposal.savedNs, proposal.overheadNs) + ")";
}

const char* reasonOf(Kept kept) {
    switch (kept) {
        case Kept::Listed:
            return "it is listed";
        case Kept::CallsOut:
            return "it calls MPI or files";
        case Kept::LargeShare:
            return "its share is large";
        case Kept::Ambiguous:
            return "its rule fits another timer";
        case Kept::No:
            break;
    }
    return "";
}

ReportTable tableOf(const std::vector<SelectedTimer>& timers, const char* view,
                    const SelectionProposal& of, std::size_t most) {
    ReportTable table{view, "timer", {}, {}, {}, 0};
    using Shown = ReportColumn::Shown;
    table.columns = {
        {"timer", "timer", ""},
        {"group", "group", ""},
        {"calls", "calls", ""},
        {"average", "a call", "ns"},
        {"share", "own share", ""},
        {"overhead", "overhead", "ns", of.knowsOverhead ? Shown::Always : Shown::ToPrograms},
        {"why", "kept because", "", Shown::WhenUsed},
        {"throttled", "throttled", "", Shown::WhenUsed}};
    for (const SelectedTimer& timer : timers) {
        table.rows.push_back({fullName(timer.info), timer.info.group,
                              static_cast<std::int64_t>(timer.calls), timer.averageNs,
                              percent(timer.share), timer.overheadNs,
                              std::string(reasonOf(timer.kept)), timer.wasThrottled});
    }
    keepFirst(table, most);
    return table;
}

Json timerJson(const SelectedTimer& timer) {
    Json json{{"name", jsonText(timer.info.name)},   {"type", jsonText(timer.info.type)},
              {"group", jsonText(timer.info.group)}, {"calls", timer.calls},
              {"averageNs", timer.averageNs},        {"share", timer.share},
              {"overheadNs", timer.overheadNs},      {"throttled", timer.wasThrottled}};
    if (timer.kept == Kept::No) {
        json["pattern"] = jsonText(timer.pattern);
    } else {
        json["kept"] = keptName(timer.kept);
    }
    return json;
}

Json timersJson(const std::vector<SelectedTimer>& timers) {
    Json list = Json::array();
    for (const SelectedTimer& timer : timers) {
        list.push_back(timerJson(timer));
    }
    return list;
}

}  // namespace

std::string selectionText(const SelectionProposal& proposal, const std::string& source) {
    std::ostringstream text;
    Selection rules = proposal.selection;
    const auto before = rules.rules.begin() + static_cast<std::ptrdiff_t>(proposal.added);
    const Selection old{{before, rules.rules.end()}};
    rules.rules.erase(before, rules.rules.end());
    const std::string first = textOf(Selection{});
    text << first << "# From " << base::printable(source) << ": " << countText(proposal) << ";\n# "
         << savingText(proposal) << ".\n# Excluded is what was " << limitsText(proposal.limits)
         << ";\n# never what calls MPI or files.\n";
    if (!proposal.partial.empty()) {
        text << "# Calls may be missing: " << base::printable(proposal.partial) << '\n';
    }
    for (const SelectionRule& rule : rules.rules) {
        for (const SelectedTimer& timer : proposal.excluded) {
            if (timer.pattern == rule.pattern) {
                text << "# " << base::printable(shownName(timer.info)) << ": "
                     << base::plural(timer.calls, "call") << " of "
                     << base::quantity(timer.averageNs, "ns") << ", " << percent(timer.share)
                     << " of the time\n";
            }
        }
        text << textOf(Selection{{rule}}).substr(first.size());
    }
    for (const SelectedTimer& timer : proposal.kept) {
        text << "# Not excluded: " << base::printable(shownName(timer.info)) << ", "
             << percent(timer.share) << " of the time, because " << reasonOf(timer.kept) << '\n';
    }
    if (!old.rules.empty()) {
        text << "# The rules there were.\n" << textOf(old).substr(first.size());
    }
    return text.str();
}

std::string proposalText(const SelectionProposal& proposal, std::size_t most) {
    std::ostringstream text;
    text << paragraph("Selection ", countText(proposal) + ": " + limitsText(proposal.limits) +
                                        "; never what calls MPI or files");
    if (!proposal.excluded.empty()) {
        text << tableText(tableOf(proposal.excluded, "excluded", proposal, most), "  ");
    }
    if (!proposal.kept.empty()) {
        text << paragraph("Kept      ", "called as often, and as short, but measured");
        text << tableText(tableOf(proposal.kept, "kept", proposal, most), "  ");
    }
    text << paragraph("Overhead  ", savingText(proposal));
    if (!proposal.partial.empty()) {
        text << paragraph("Partial   ", proposal.partial);
    }
    return text.str();
}

std::string proposalJson(const SelectionProposal& proposal) {
    Json document{{"format", "gantry-select"},
                  {"version", 1},
                  {"limits",
                   {{"calls", proposal.limits.calls},
                    {"averageNs", proposal.limits.averageNs},
                    {"share", proposal.limits.share}}},
                  {"timers", proposal.timers},
                  {"calls", proposal.calls},
                  {"excluded", timersJson(proposal.excluded)},
                  {"kept", timersJson(proposal.kept)},
                  {"rules", Json::array()},
                  {"measuredNs", proposal.measuredNs},
                  {"partial", jsonText(proposal.partial)}};
    for (const SelectionRule& rule : proposal.selection.rules) {
        document["rules"].push_back(
            {{"include", rule.include},
             {"of", rule.of == SelectionRule::Of::Timer ? "timer" : "group"},
             {"pattern", jsonText(rule.pattern)}});
    }
    const auto known = [&](double value) {
        return proposal.knowsOverhead ? Json(value) : Json(nullptr);
    };
    document["overheadNs"] = known(proposal.overheadNs);
    document["savedNs"] = known(proposal.savedNs);
    document["savedErrorNs"] = known(proposal.savedErrorNs);
    return document.dump(-1, ' ', true, Json::error_handler_t::replace) + '\n';
}

}  // namespace gantry::perf
