// The metrics of an engine: which sources are read together, and what the segment says of them.

#include <perf/engine/EngineError.hpp>
#include <perf/engine/MetricSet.hpp>
#include <perf/engine/MetricSources.hpp>
#include <perf/segment/CpuClock.hpp>
#include <perf/segment/EntryChecksum.hpp>
#include <perf/segment/SegmentReader.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

namespace gantry::perf {

MetricSet::MetricSet(std::vector<std::shared_ptr<MetricSource>> sources)
    : sources_(std::move(sources)) {
    if (sources_.empty()) {
        sources_.push_back(wallClock());
    }
    if (sources_.size() > kMaxMetrics) {
        throw EngineError("metrics: " + std::to_string(sources_.size()) +
                          " were asked for; at most " + std::to_string(kMaxMetrics) +
                          " can be measured at once");
    }
    for (std::size_t i = 0; i < sources_.size(); ++i) {
        if (sources_[i] == nullptr) {
            throw EngineError("metrics: source " + std::to_string(i) + " is a null pointer");
        }
        for (std::size_t before = 0; before < i; ++before) {
            if (sources_[before]->metric().name == sources_[i]->metric().name) {
                throw EngineError("metrics: two sources are named '" + sources_[i]->metric().name +
                                  "'; names must differ");
            }
        }
    }
    for (std::size_t m = 0; m < sources_.size(); ++m) {
        addReading(m);
    }
    timeStampOnly_ = sources_.size() == 1 && sources_[0]->isTimeStampCounter();
}

// The metrics of one group need not follow each other in the list: `metric` says where each value
// goes.
void MetricSet::addReading(std::size_t metric) {
    MetricSource& source = *sources_[metric];
    const GroupPlace in = source.inGroup();
    const auto target = static_cast<std::uint8_t>(metric);
    const auto place = static_cast<std::uint8_t>(in.place);
    for (Reading& reading : readings_) {
        if (in.group != nullptr && reading.group == in.group) {
            reading.metric[reading.count] = target;
            reading.place[reading.count] = place;
            ++reading.count;
            return;
        }
    }
    readings_.push_back({&source, in.group, 1, {target}, {place}});
}

// All or nothing: values of which one is missing are no reading.
bool MetricSet::readFor(pid_t thread, std::uint64_t* ticks) const noexcept {
    for (const Reading& reading : readings_) {
        std::array<std::uint64_t, kMaxMetrics> values{};
        const bool known = reading.group == nullptr ? reading.source->readFor(thread, values[0])
                                                    : reading.group->readFor(thread, values.data());
        if (!known) {
            return false;
        }
        for (std::size_t i = 0; i < reading.count; ++i) {
            ticks[reading.metric[i]] = values[reading.group == nullptr ? 0 : reading.place[i]];
        }
    }
    return true;
}

std::uint64_t MetricSet::threadsWithout() const noexcept {
    std::uint64_t threads = 0;
    for (const Reading& reading : readings_) {
        threads += reading.group == nullptr ? 0 : reading.group->threadsWithout();
    }
    return threads;
}

void MetricSet::describeIn(Segment& segment, NameTable& names, const ProbeOverhead& overhead,
                           std::size_t first) const {
    RecordStore records(segment, segment.table(Table::Metrics), sizeof(MetricRecord), kMaxMetrics);
    constexpr double kMostParts = std::numeric_limits<std::uint32_t>::max();
    for (std::size_t m = first; m < sources_.size(); ++m) {
        const auto& source = sources_[m];
        const Metric& metric = source->metric();
        auto* const record = static_cast<MetricRecord*>(records.prepare());
        if (record == nullptr) {
            throw EngineError(roomError("metrics", metric.name));
        }
        *record = {names.add(metric.name),
                   names.add(metric.unit),
                   names.add(metric.source),
                   static_cast<std::uint32_t>(source->clockKind()),
                   source->read(),
                   clockNs(CLOCK_MONOTONIC),
                   static_cast<std::uint32_t>(
                       std::min(std::ceil(overhead.untimed[m] * kUntimedParts), kMostParts)),
                   0,
                   checksummedCount::of(source->unitsPerTick()),
                   {}};
        record->checksum = entryChecksum(*record);
        // Readers see the record from here on, with everything above written.
        records.publish();
    }
}

void MetricSet::updateIn(Segment& segment) const noexcept {
    const RecordStore records(segment, segment.table(Table::Metrics), sizeof(MetricRecord),
                              kMaxMetrics);
    // Metrics may just be added there.
    for (std::uint32_t m = 0; m < std::min<std::size_t>(records.size(), count()); ++m) {
        storeRelease(static_cast<MetricRecord*>(records.at(m))->unitsPerTick,
                     checksummedCount::of(sources_[m]->unitsPerTick()));
    }
}

void MetricSet::readAfterFork(std::uint64_t* ticks) const noexcept {
    for (const Reading& reading : readings_) {
        if (reading.group == nullptr) {
            ticks[reading.metric[0]] = reading.source->read();
            continue;
        }
        for (std::size_t i = 0; i < reading.count; ++i) {
            ticks[reading.metric[i]] = 0;
        }
    }
}

void MetricSet::restartIn(Segment& segment, const std::uint64_t* ticks,
                          std::uint64_t ns) const noexcept {
    const RecordStore records(segment, segment.table(Table::Metrics), sizeof(MetricRecord),
                              kMaxMetrics);
    for (std::uint32_t m = 0; m < records.size(); ++m) {
        auto* const record = static_cast<MetricRecord*>(records.at(m));
        record->startTicks = ticks[m];
        record->startNs = ns;
        record->checksum = entryChecksum(*record);
    }
}

void MetricSet::noteProbeOverhead(Segment& segment, const ProbeOverhead& cost) noexcept {
    const RecordStore records(segment, segment.table(Table::Metrics), sizeof(MetricRecord),
                              kMaxMetrics);
    // All bits 0 stand for what is not known.
    const auto bitsOf = [](double value) {
        return std::bit_cast<std::uint64_t>(value == 0 ? -0.0 : value);
    };
    for (std::uint32_t m = 0; m < records.size(); ++m) {
        static_cast<MetricRecord*>(records.at(m))
            ->probeOverhead.write({bitsOf(cost.pair[m]), bitsOf(cost.inside[m])});
    }
}

std::array<std::uint64_t, kMaxMetrics> MetricSet::unitsPerTick() const noexcept {
    std::array<std::uint64_t, kMaxMetrics> units{};
    for (std::size_t m = 0; m < sources_.size(); ++m) {
        units[m] = sources_[m]->unitsPerTick();
    }
    return units;
}

std::int64_t MetricSet::units(std::size_t metric, std::uint64_t ticks) const noexcept {
    return unitsOf(ticks, sources_[metric]->unitsPerTick());
}

double MetricSet::ticksOf(double units) const noexcept {
    return std::ldexp(units, 32) / static_cast<double>(sources_.front()->unitsPerTick());
}

std::uint64_t MetricSet::timeNs() const noexcept {
    for (const auto& source : sources_) {
        if (source->processWide() && source->metric().unit == "ns" &&
            !source->isTimeStampCounter()) {
            return static_cast<std::uint64_t>(unitsOf(source->read(), source->unitsPerTick()));
        }
    }
    return clockNs(CLOCK_MONOTONIC);
}

std::vector<Metric> MetricSet::describe() const {
    std::vector<Metric> metrics;
    for (const auto& source : sources_) {
        metrics.push_back(source->metric());
    }
    return metrics;
}

}  // namespace gantry::perf
