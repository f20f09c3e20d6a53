// The profile of some ranks as bytes for another rank. No format for files: both sides run the same
// version, which the first number verifies.

#include <perf/ranks/PartBytes.hpp>

#include <initializer_list>

#include "ByteStream.hpp"
#include "partVersion.hpp"

namespace gantry::perf {

namespace {

// Any change of the order or of a field raises kPartVersion, and changes Decoder.
class Encoder final {
public:
    std::string encode(const RankPart& part) {
        const Profile& profile = part.profile;
        out_.whole(kPartVersion);
        out_.whole(part.first);
        list(part.missing, [this](std::uint32_t rank) { out_.whole(rank); });
        out_.truth(part.detail == RankDetail::Columns);
        out_.truth(part.columns.has_value());
        if (part.columns) {
            columns(*part.columns);
        }
        out_.text(profile.created);
        out_.integer(profile.timeNs);
        out_.text(profile.partial);
        metrics_ = profile.metrics.size();
        list(profile.metrics, [this](const Metric& metric) {
            texts({&metric.name, &metric.unit, &metric.source});
        });
        list(profile.timers, [this](const TimerInfo& info) { timer(info); });
        list(profile.processes, [this](const ProcessInfo& info) { process(info); });
        list(profile.threads, [this](const ThreadProfile& each) { thread(each); });
        list(profile.events, [this](const EventStats& each) { event(each); });
        list(profile.misuse, [this](const Misuse& each) { misuse(each); });
        facts(profile);
        out_.truth(profile.ranks.has_value());
        if (profile.ranks) {
            ranks(*profile.ranks);
        }
        out_.truth(profile.probeOverhead.has_value());
        if (profile.probeOverhead) {
            overhead(*profile.probeOverhead);
        }
        return out_.take();
    }

private:
    template <class List, class Write>
    void list(const List& elements, Write write) {
        out_.whole(elements.size());
        for (const auto& element : elements) {
            write(element);
        }
    }

    void texts(std::initializer_list<const std::string*> texts) {
        for (const std::string* text : texts) {
            out_.text(*text);
        }
    }

    void columns(const RankColumns& columns) {
        out_.whole(columns.first);
        out_.whole(columns.count);
        column(columns.totals);
        list(columns.timers, [this](const TimerInfo& info) { timer(info); });
        for (const RankColumn& each : columns.columns) {
            column(each);
        }
    }

    void column(const RankColumn& column) {
        const auto wholes = [this](const std::vector<std::uint32_t>& numbers) {
            list(numbers, [this](std::uint32_t number) { out_.whole(number); });
        };
        wholes(column.ranks);
        list(column.figures, wholes);
    }

    void timer(const TimerInfo& info) {
        // The id is the place in the list.
        texts({&info.name, &info.type, &info.group});
        out_.whole(static_cast<std::uint64_t>(info.kind));
        out_.integer(info.base);
        out_.truth(info.throttled);
    }

    void process(const ProcessInfo& info) {
        texts({&info.run, &info.host, &info.bootId});
        out_.integer(info.pid);
        out_.integer(info.rank);
        out_.whole(info.size);
    }

    // Without a count: all nodes have the metrics of the profile.
    void values(const MetricValues& values) {
        for (std::size_t m = 0; m < metrics_; ++m) {
            out_.integer(values[m]);
        }
    }

    void thread(const ThreadProfile& each) {
        out_.whole(each.id);
        out_.text(each.name);
        out_.truth(each.ended);
        out_.integer(each.cpuNs);
        out_.integer(each.process);
        out_.whole(static_cast<std::uint64_t>(each.role));
        list(each.nodes, [this](const CallPathNode& node) {
            out_.whole(node.timer);
            out_.integer(node.parent);
            out_.whole(node.calls);
            out_.whole(node.childCalls);
            values(node.inclusive);
            // Most have none of what follows.
            out_.whole(node.untimed * 2 + (node.running ? 1 : 0));
            if (node.untimed > 0) {
                values(node.error);
            }
        });
    }

    void buckets(const std::vector<QuantileSketch::Bucket>& buckets) {
        list(buckets, [this](const QuantileSketch::Bucket& bucket) {
            out_.whole(bucket.index);
            out_.whole(bucket.count);
        });
    }

    void event(const EventStats& each) {
        texts({&each.name, &each.path});
        out_.whole(each.count);
        for (const double value : {each.min, each.max, each.mean, each.m2, each.sumSquares}) {
            out_.real(value);
        }
        out_.whole(each.quantiles.zeros);
        out_.whole(each.quantiles.collapsed);
        buckets(each.quantiles.positive);
        buckets(each.quantiles.negative);
    }

    void misuse(const Misuse& each) {
        out_.whole(static_cast<std::uint64_t>(each.kind));
        texts({&each.name, &each.other});
        out_.whole(each.count);
        out_.integer(each.thread);
    }

    void facts(const Profile& profile) {
        const Machine& machine = profile.machine;
        texts({&machine.host, &machine.cpuModel, &machine.os, &machine.clockSource});
        out_.whole(machine.cores);
        list(profile.assembly.instances, [this](const Instance& instance) {
            texts({&instance.name, &instance.className});
        });
        list(profile.assembly.connections, [this](const Connection& connection) {
            texts({&connection.user, &connection.usesPort, &connection.provider,
                   &connection.providesPort});
        });
        list(profile.context, [this](const auto& fact) { texts({&fact.first, &fact.second}); });
    }

    void stats(const RankStats& stats) {
        for (const double value :
             {stats.min, stats.max, stats.mean, stats.standardDeviation, stats.sum}) {
            out_.real(value);
        }
        out_.whole(stats.minRank);
        out_.whole(stats.maxRank);
    }

    void values(const std::vector<RankStats>& values) {
        list(values, [this](const RankStats& value) { stats(value); });
    }

    void ranks(const RankReduction& ranks) {
        out_.whole(ranks.size);
        list(ranks.timers, [this](const RankRecord& record) {
            timer(record.info);
            out_.whole(record.ranks);
            stats(record.calls);
            values(record.inclusive);
            values(record.exclusive);
            values(record.compensatedInclusive);
            values(record.compensatedExclusive);
        });
    }

    void overhead(const ProbeOverhead& overhead) {
        for (std::size_t m = 0; m < metrics_; ++m) {
            out_.real(overhead.pair[m]);
            out_.real(overhead.inside[m]);
            out_.real(overhead.untimed[m]);
        }
    }

    PartByteWriter out_;
    std::size_t metrics_ = 0;
};

}  // namespace

std::string encodePart(const RankPart& part) {
    return Encoder().encode(part);
}

}  // namespace gantry::perf
