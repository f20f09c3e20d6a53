#include <base/text/Printable.hpp>
#include <perf/exporters/Exporter.hpp>
#include <perf/exporters/Stacks.hpp>
#include <perf/model/Flat.hpp>

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <string>

namespace gantry::perf {

namespace {

/// What one timer called directly, by the called timer.
struct Call {
    std::uint64_t calls = 0;
    MetricValues inclusive;
};

struct Function {
    MetricValues exclusive;
    std::map<std::uint32_t, Call> calls;
};

using Functions = std::map<std::uint32_t, Function>;

Functions functionsOf(const Profile& profile) {
    Functions functions;
    for (const ThreadProfile& all : profile.threads) {
        const ThreadProfile thread = withoutParameters(profile, all);
        const std::vector<MetricValues> exclusive = exclusiveValues(thread);
        for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
            const CallPathNode& node = thread.nodes[i];
            functions[node.timer].exclusive += exclusive[i];
            if (node.parent >= 0) {
                const std::uint32_t caller =
                    thread.nodes[static_cast<std::size_t>(node.parent)].timer;
                Call& call = functions[caller].calls[node.timer];
                call.calls += node.calls;
                call.inclusive += node.inclusive;
            }
        }
    }
    return functions;
}

// Names of costs are words; the unit is a part of it, since readers show no other.
std::string costName(const Metric& metric) {
    std::string name = metric.name + (metric.unit.empty() ? "" : "_" + metric.unit);
    std::replace_if(
        name.begin(), name.end(),
        [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
    return name;
}

class CallgrindWriter final {
public:
    CallgrindWriter(const Profile& profile, std::ostream& output)
        : profile_(profile), output_(output) {}

    void write() {
        const Functions functions = functionsOf(profile_);
        writeHead(functions);
        for (const auto& [timer, function] : functions) {
            output_ << '\n';
            writeName("fl", profile_.timers[timer].group, files_);
            writeFunction("fn", timer);
            writeCosts(function.exclusive);
            for (const auto& [callee, call] : function.calls) {
                writeName("cfi", profile_.timers[callee].group, files_);
                writeFunction("cfn", callee);
                output_ << "calls=" << call.calls << " 0\n";
                writeCosts(call.inclusive);
            }
        }
    }

private:
    void writeHead(const Functions& functions) {
        output_ << "# callgrind format\nversion: 1\ncreator: gantry\ndesc: measured "
                << profile_.created << "\npositions: line\n";
        std::string costs;
        MetricValues sums;
        for (const auto& [timer, function] : functions) {
            for (std::size_t m = 0; m < profile_.metrics.size(); ++m) {
                // As writeCosts() writes them, so that the summary is the sum of the lines.
                sums[m] += std::max<std::int64_t>(function.exclusive[m], 0);
            }
        }
        for (const Metric& metric : profile_.metrics) {
            costs += ' ' + costName(metric);
        }
        output_ << "events:" << costs << "\nsummary:";
        for (std::size_t m = 0; m < profile_.metrics.size(); ++m) {
            output_ << ' ' << sums[m];
        }
        output_ << '\n';
    }

    // "(NUMBER) NAME" where the name comes first, then the number alone.
    void writeName(const char* key, const std::string& name,
                   std::map<std::string, std::size_t>& known) {
        const auto [entry, isNew] = known.try_emplace(name, known.size() + 1);
        output_ << key << "=(" << entry->second << ')';
        if (isNew) {
            output_ << ' ' << base::printable(name);
        }
        output_ << '\n';
    }

    // Timers that differ in their group have the same name in two files.
    void writeFunction(const char* key, std::uint32_t timer) {
        output_ << key << "=(" << timer + 1 << ')';
        if (functions_.insert(timer).second) {
            output_ << ' ' << base::printable(fullName(profile_.timers[timer]));
        }
        output_ << '\n';
    }

    // At line 0, since timers have no lines. Costs cannot be negative.
    void writeCosts(const MetricValues& values) {
        output_ << '0';
        for (std::size_t m = 0; m < profile_.metrics.size(); ++m) {
            output_ << ' ' << std::max<std::int64_t>(values[m], 0);
        }
        output_ << '\n';
    }

    const Profile& profile_;
    std::ostream& output_;
    std::map<std::string, std::size_t> files_;
    std::set<std::uint32_t> functions_;
};

void write(const ExportSource& source, std::ostream& output) {
    CallgrindWriter(source.profile, output).write();
}

}  // namespace

Exporter callgrindExporter() {
    return {"callgrind",
            "exclusive values of each timer; calls and inclusive values from caller to callee; "
            "KCachegrind, QCachegrind, callgrind_annotate",
            "call paths longer than that, threads, ranks, parameters, events, facts, and the trace",
            ".callgrind",
            TraceUse::None,
            write};
}

}  // namespace gantry::perf
