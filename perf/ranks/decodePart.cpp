// The inverse of encodePart(). A part that cannot be right ends in PartError, never in a wrong
// profile or in memory without bounds.

#include <perf/ranks/PartBytes.hpp>

#include <limits>
#include <set>
#include <utility>

#include "ByteStream.hpp"
#include "partVersion.hpp"

namespace gantry::perf {

namespace {

constexpr std::uint64_t kWords = std::uint64_t{1} << 32U;

// The order is that of Encoder. Nothing of what was received is trusted: places, kinds and counts
// are checked where they are read.
class Decoder final {
public:
    explicit Decoder(std::string_view bytes) : in_(bytes) {}

    RankPart decode() {
        if (in_.whole() != kPartVersion) {
            throw PartError(
                "a rank sent its profile in another version; start all ranks with the same Gantry");
        }
        RankPart part;
        part.first = word();
        for (std::size_t i = in_.count(); i > 0; --i) {
            part.missing.push_back(word());
        }
        part.detail = in_.truth() ? RankDetail::Columns : RankDetail::Threads;
        if (in_.truth()) {
            columns(part.columns.emplace());
        }
        profile_.created = in_.text();
        profile_.timeNs = in_.integer();
        profile_.partial = in_.text();
        metrics_ = in_.below(kMaxMetrics + 1);
        for (std::size_t m = 0; m < metrics_; ++m) {
            Metric& metric = profile_.metrics.emplace_back();
            texts({&metric.name, &metric.unit, &metric.source});
        }
        timers(profile_.timers);
        for (std::size_t i = in_.count(); i > 0; --i) {
            profile_.processes.push_back(process());
        }
        for (std::size_t i = in_.count(); i > 0; --i) {
            thread(profile_.threads.emplace_back());
        }
        for (std::size_t i = in_.count(); i > 0; --i) {
            event(profile_.events.emplace_back());
        }
        for (std::size_t i = in_.count(); i > 0; --i) {
            misuse(profile_.misuse.emplace_back());
        }
        facts();
        if (in_.truth()) {
            ranks(profile_.ranks.emplace());
        }
        if (in_.truth()) {
            overhead(profile_.probeOverhead.emplace());
        }
        if (!in_.isAtEnd()) {
            throw PartError("a part of the run's profile is longer than it should be");
        }
        part.profile = std::move(profile_);
        return part;
    }

private:
    std::uint32_t word() { return in_.below<std::uint32_t>(kWords); }

    // -1, or a place below the bound.
    std::int32_t placeOrNone(std::size_t bound) {
        const std::int64_t place = in_.integer();
        if (place < -1 || place >= static_cast<std::int64_t>(bound)) {
            throw PartError("a reference in a part of the run's profile leads nowhere");
        }
        return static_cast<std::int32_t>(place);
    }

    void texts(std::initializer_list<std::string*> texts) {
        for (std::string* text : texts) {
            *text = in_.text();
        }
    }

    std::vector<std::uint32_t> wholes() {
        std::vector<std::uint32_t> numbers;
        for (std::size_t i = in_.count(); i > 0; --i) {
            numbers.push_back(word());
        }
        return numbers;
    }

    void column(RankColumn& column, std::uint32_t count) {
        column.ranks = wholes();
        std::int64_t last = -1;
        for (const std::uint32_t rank : column.ranks) {
            if (rank <= last || rank >= count) {
                throw PartError("the ranks of a column are out of order or out of range");
            }
            last = rank;
        }
        for (std::size_t i = in_.count(); i > 0; --i) {
            if (column.figures.emplace_back(wholes()).size() != column.ranks.size()) {
                throw PartError("a column has not one value for each of its ranks");
            }
        }
    }

    void columns(RankColumns& columns) {
        columns.first = word();
        columns.count = in_.below<std::uint32_t>(kRanksInBlock + 1);
        column(columns.totals, columns.count);
        // By the same rules as the profile's own timers.
        timers(columns.timers);
        for (std::size_t i = 0; i < columns.timers.size(); ++i) {
            column(columns.columns.emplace_back(), columns.count);
        }
    }

    void timer(TimerInfo& info, std::size_t place, std::size_t count) {
        info.id = static_cast<std::uint32_t>(place);
        texts({&info.name, &info.type, &info.group});
        info.kind =
            static_cast<TimerKind>(in_.below(static_cast<unsigned>(TimerKind::Parameter) + 1U));
        info.base = placeOrNone(count);
        info.throttled = in_.truth();
    }

    void timers(std::vector<TimerInfo>& infos) {
        const std::size_t count = in_.count();
        for (std::size_t i = 0; i < count; ++i) {
            timer(infos.emplace_back(), i, count);
        }
    }

    ProcessInfo process() {
        ProcessInfo info;
        texts({&info.run, &info.host, &info.bootId});
        info.pid = in_.integer();
        info.rank = placeOrNone(std::numeric_limits<std::int32_t>::max());
        info.size = word();
        return info;
    }

    // A value that was never set is 0; setting it would take memory beyond the first metrics.
    void values(MetricValues& values) {
        for (std::size_t m = 0; m < metrics_; ++m) {
            if (const std::int64_t value = in_.integer(); value != 0) {
                values[m] = value;
            }
        }
    }

    void thread(ThreadProfile& each) {
        each.id = word();
        each.name = in_.text();
        each.ended = in_.truth();
        each.cpuNs = in_.integer();
        each.process = placeOrNone(profile_.processes.size());
        each.role =
            static_cast<ThreadRole>(in_.below(static_cast<unsigned>(ThreadRole::Library) + 1U));
        const std::size_t count = in_.count();
        // count() is at most the number of bytes that are left, so this cannot take all memory.
        each.nodes.reserve(count);
        for (std::size_t i = 0; i < count; ++i) {
            CallPathNode& node = each.nodes.emplace_back();
            // Timers come before the threads for this check.
            node.timer = in_.below<std::uint32_t>(profile_.timers.size());
            // Parents come before their children.
            node.parent = placeOrNone(i);
            node.calls = in_.whole();
            node.childCalls = in_.whole();
            values(node.inclusive);
            const std::uint64_t more = in_.whole();
            node.running = (more & 1U) != 0;
            node.untimed = more / 2;
            if (node.untimed > 0) {
                values(node.error);
            }
        }
    }

    void buckets(std::vector<QuantileSketch::Bucket>& buckets) {
        for (std::size_t i = in_.count(); i > 0; --i) {
            const std::uint32_t index = word();
            buckets.push_back({index, in_.whole()});
        }
    }

    void event(EventStats& each) {
        texts({&each.name, &each.path});
        each.count = in_.whole();
        for (double* value : {&each.min, &each.max, &each.mean, &each.m2, &each.sumSquares}) {
            *value = in_.real();
        }
        each.quantiles.zeros = in_.whole();
        each.quantiles.collapsed = in_.whole();
        buckets(each.quantiles.positive);
        buckets(each.quantiles.negative);
    }

    void misuse(Misuse& each) {
        each.kind = static_cast<MisuseKind>(in_.below(static_cast<unsigned>(kLastMisuseKind) + 1U));
        texts({&each.name, &each.other});
        each.count = in_.whole();
        each.thread = placeOrNone(std::numeric_limits<std::int32_t>::max());
    }

    void facts() {
        Machine& machine = profile_.machine;
        texts({&machine.host, &machine.cpuModel, &machine.os, &machine.clockSource});
        machine.cores = word();
        for (std::size_t i = in_.count(); i > 0; --i) {
            Instance& instance = profile_.assembly.instances.emplace_back();
            texts({&instance.name, &instance.className});
        }
        for (std::size_t i = in_.count(); i > 0; --i) {
            Connection& connection = profile_.assembly.connections.emplace_back();
            texts({&connection.user, &connection.usesPort, &connection.provider,
                   &connection.providesPort});
        }
        for (std::size_t i = in_.count(); i > 0; --i) {
            auto& fact = profile_.context.emplace_back();
            texts({&fact.first, &fact.second});
        }
    }

    void stats(RankStats& stats) {
        for (double* value :
             {&stats.min, &stats.max, &stats.mean, &stats.standardDeviation, &stats.sum}) {
            *value = in_.real();
        }
        stats.minRank = word();
        stats.maxRank = word();
    }

    // One value for each metric; where they are optional, perhaps none.
    void values(std::vector<RankStats>& values, bool required) {
        const std::size_t count = in_.count();
        if (count != metrics_ && (required || count != 0)) {
            throw PartError("a timer of a part has values of other metrics");
        }
        values.resize(count);
        for (RankStats& value : values) {
            stats(value);
        }
    }

    void ranks(RankReduction& ranks) {
        ranks.size = word();
        const std::size_t count = in_.count();
        for (std::size_t i = 0; i < count; ++i) {
            RankRecord& record = ranks.timers.emplace_back();
            timer(record.info, i, count);
            record.ranks = word();
            stats(record.calls);
            values(record.inclusive, true);
            values(record.exclusive, true);
            values(record.compensatedInclusive, false);
            values(record.compensatedExclusive, false);
        }
    }

    void overhead(ProbeOverhead& overhead) {
        for (std::size_t m = 0; m < metrics_; ++m) {
            overhead.pair[m] = in_.real();
            overhead.inside[m] = in_.real();
            overhead.untimed[m] = in_.real();
        }
    }

    PartByteReader in_;
    Profile profile_;
    std::size_t metrics_ = 0;
};

}  // namespace

RankPart decodePart(std::string_view bytes) {
    return Decoder(bytes).decode();
}

}  // namespace gantry::perf
