#include <base/text/Printable.hpp>
#include <perf/exporters/Exporter.hpp>
#include <perf/exporters/JsonText.hpp>
#include <perf/exporters/ProtoMessage.hpp>
#include <perf/exporters/Stacks.hpp>
#include <perf/model/Flat.hpp>

#include <algorithm>
#include <map>
#include <string>

#include "GzipStream.hpp"

namespace gantry::perf {

namespace {

// Numbers of fields in profile.proto.
namespace profile_field {
constexpr std::uint32_t kSampleType = 1;
constexpr std::uint32_t kSample = 2;
constexpr std::uint32_t kLocation = 4;
constexpr std::uint32_t kFunction = 5;
constexpr std::uint32_t kStringTable = 6;
constexpr std::uint32_t kDurationNanos = 10;
constexpr std::uint32_t kComment = 13;
constexpr std::uint32_t kDefaultSampleType = 14;
}  // namespace profile_field

/// The strings of a profile, which other messages name by their places. The first one is empty.
class Strings final {
public:
    std::uint64_t operator()(std::string_view text) {
        const std::string shown = base::printable(text);
        const auto [entry, isNew] = places_.try_emplace(shown, list_.size());
        if (isNew) {
            list_.push_back(shown);
        }
        return entry->second;
    }

    [[nodiscard]] const std::vector<std::string>& list() const { return list_; }

private:
    std::vector<std::string> list_{""};
    std::map<std::string, std::uint64_t> places_{{"", 0}};
};

class PprofWriter final {
public:
    PprofWriter(const ExportSource& source, std::ostream& output)
        : source_(source), gzip_(output) {}

    void write() {
        writeTypes();
        writeTimers();
        for (std::size_t t = 0; t < source_.profile.threads.size(); ++t) {
            writeThread(t);
        }
        put(ProtoMessage().number(profile_field::kComment, strings_(comment())));
        put(ProtoMessage().number(
            profile_field::kDurationNanos,
            static_cast<std::uint64_t>(std::max<std::int64_t>(source_.profile.timeNs, 0))));
        // Last: only now all strings are known. Readers collect the parts of a message in any
        // order.
        for (const std::string& text : strings_.list()) {
            put(ProtoMessage().text(profile_field::kStringTable, text));
        }
        gzip_.finish();
    }

private:
    // The parts of a message may be written one after the other.
    void put(const ProtoMessage& part) { gzip_.write(part.bytes()); }

    [[nodiscard]] std::string comment() const {
        return "written by Gantry; measured " + source_.profile.created;
    }

    void writeType(std::string_view name, std::string_view unit) {
        put(ProtoMessage().message(
            profile_field::kSampleType,
            ProtoMessage().number(1, strings_(name)).number(2, strings_(unit))));
    }

    void writeTypes() {
        for (const Metric& metric : source_.profile.metrics) {
            const std::string_view unit = longUnit(metric.unit);
            writeType(metric.name, unit.empty() ? std::string_view(metric.unit) : unit);
        }
        writeType("calls", "count");
        if (!source_.profile.metrics.empty()) {
            put(ProtoMessage().number(profile_field::kDefaultSampleType,
                                      strings_(source_.profile.metrics.front().name)));
        }
    }

    // One location and one function for each timer; numbers begin with 1.
    void writeTimers() {
        for (const TimerInfo& timer : source_.profile.timers) {
            const std::uint64_t id = std::uint64_t{timer.id} + 1;
            const ProtoMessage line = ProtoMessage().number(1, id);
            put(ProtoMessage().message(profile_field::kLocation,
                                       ProtoMessage().number(1, id).message(4, line)));
            // The group is in the place of the source file, by which pprof can sum up.
            put(ProtoMessage().message(profile_field::kFunction,
                                       ProtoMessage()
                                           .number(1, id)
                                           .number(2, strings_(fullName(timer)))
                                           .number(3, strings_(timer.name))
                                           .number(4, strings_(timer.group))));
        }
    }

    void writeThread(std::size_t place) {
        const Profile& profile = source_.profile;
        const ThreadProfile thread = withoutParameters(profile, profile.threads[place]);
        const std::vector<MetricValues> exclusive = exclusiveValues(thread);
        std::vector<ProtoMessage> labels{ProtoMessage()
                                             .number(1, strings_("thread"))
                                             .number(2, strings_(std::to_string(thread.id)))};
        if (!source_.rankOf.empty()) {
            labels.push_back(ProtoMessage()
                                 .number(1, strings_("rank"))
                                 .number(2, strings_(std::to_string(rankOf(source_, place)))));
        }
        for (std::size_t i = 0; i < thread.nodes.size(); ++i) {
            // The leaf first, as profile.proto demands.
            std::vector<std::uint64_t> stack;
            for (auto at = static_cast<std::int64_t>(i); at >= 0;) {
                const CallPathNode& node = thread.nodes[static_cast<std::size_t>(at)];
                stack.push_back(std::uint64_t{node.timer} + 1);
                at = node.parent;
            }
            std::vector<std::uint64_t> values;
            for (std::size_t m = 0; m < profile.metrics.size(); ++m) {
                values.push_back(static_cast<std::uint64_t>(exclusive[i][m]));
            }
            values.push_back(thread.nodes[i].calls);
            ProtoMessage sample = ProtoMessage().packed(1, stack).packed(2, values);
            for (const ProtoMessage& label : labels) {
                sample.message(3, label);
            }
            put(ProtoMessage().message(profile_field::kSample, sample));
        }
    }

    const ExportSource& source_;
    GzipStream gzip_;
    Strings strings_;
};

void write(const ExportSource& source, std::ostream& output) {
    PprofWriter(source, output).write();
}

}  // namespace

Exporter pprofExporter() {
    return {"pprof",
            "a sample for each call path of each thread: exclusive values of each metric, calls; "
            "go tool pprof, speedscope",
            "parameters, events, facts, and the trace; a cumulative number of calls has no meaning",
            ".pb.gz",
            TraceUse::None,
            write};
}

}  // namespace gantry::perf
