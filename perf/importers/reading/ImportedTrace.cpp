#include <perf/importers/reading/ImportedTrace.hpp>
#include <perf/trace/TraceEncoder.hpp>
#include <perf/trace/TraceOperations.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace gantry::perf {

namespace {

constexpr std::size_t kRun = std::size_t{1} << 14U;

// Times of a file may be negative, ticks are not: the order stays.
std::uint64_t ticksOf(std::int64_t ns) noexcept {
    return static_cast<std::uint64_t>(ns) ^ std::uint64_t{1} << 63U;
}

}  // namespace

ImportedTrace::ImportedTrace() : encoder_(std::make_unique<TraceEncoder>()) {}
ImportedTrace::~ImportedTrace() = default;
ImportedTrace::ImportedTrace(ImportedTrace&&) noexcept = default;
ImportedTrace& ImportedTrace::operator=(ImportedTrace&&) noexcept = default;

void ImportedTrace::start(std::size_t thread, std::uint32_t timer, std::int64_t ns) {
    add(thread, TraceKind::Start, timer, ns);
}

void ImportedTrace::stop(std::size_t thread, std::uint32_t timer, std::int64_t ns) {
    add(thread, TraceKind::Stop, timer, ns);
}

void ImportedTrace::add(std::size_t thread, TraceKind kind, std::uint32_t timer, std::int64_t ns) {
    while (runs_.size() <= thread) {
        const auto number = static_cast<std::uint32_t>(runs_.size());
        runs_.emplace_back().thread = number;
    }
    TraceRun& run = runs_[thread];
    const std::uint64_t ticks = ticksOf(ns);
    first_ = std::min(first_, ticks);
    run.records.push_back(TraceRecord::make(kind, timer, ticks, run.first + run.records.size()));
    if (run.records.size() == kRun) {
        flush(run);
    }
}

void ImportedTrace::flush(TraceRun& run) {
    if (!run.records.empty()) {
        chunks_.push_back(encoder_->encode(run));
        run.first += run.records.size();
        run.records.clear();
    }
}

std::vector<std::string> ImportedTrace::finish(const std::vector<TimerInfo>& timers,
                                               const std::vector<std::string>& threads) {
    if (runs_.empty()) {
        return {};
    }
    TraceTables tables;
    tables.clock = TraceClock{"time", "ns", std::uint64_t{1} << 32U, first_, 0};
    for (const TimerInfo& timer : timers) {
        tables.timers[timer.id] = timer;
    }
    for (std::size_t i = 0; i < runs_.size(); ++i) {
        flush(runs_[i]);
        TraceThread& thread = tables.threads[static_cast<std::uint32_t>(i)];
        thread.name = i < threads.size() ? threads[i] : std::string();
        thread.ended = true;
        thread.records = runs_[i].first;
    }
    std::vector<std::string> all = tableChunks(tables);
    all.push_back(encodeKinds(knownKinds()));
    std::move(chunks_.begin(), chunks_.end(), std::back_inserter(all));
    all.push_back(endChunk());
    return all;
}

}  // namespace gantry::perf
