#include <perf/analysis/MessageTable.hpp>
#include <perf/analysis/MessageTimes.hpp>
#include <perf/analysis/findings/MpiTrace.hpp>
#include <perf/segment/SegmentReader.hpp>
#include <perf/trace/TraceCursor.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "MpiTraceState.hpp"

namespace gantry::perf {

namespace {

using MessageKind = MessageEvent::Kind;
constexpr std::uint32_t kOutside = PathChange::kOutside;

/// What an event of a trace is about, by its number.
struct EventAbout {
    MessageEvent event;
    std::uint32_t communicator = 0;
    bool isCpu = false;
};

bool handsOut(std::string_view function) {
    return function.starts_with("MPI_Bcast") || function.starts_with("MPI_Scatter");
}

}  // namespace

// Reads one thread: the events about a call come after its stop.
class MpiTraceReader::Thread final {
public:
    Thread(State& state, const Trace& trace, const std::map<std::uint32_t, EventAbout>& abouts)
        : state_(state), trace_(trace), abouts_(abouts) {}

    void add(const TraceRecord& record) {
        switch (record.kind()) {
            case TraceKind::Start:
                start(record);
                return;
            case TraceKind::Stop:
                stop(record);
                return;
            case TraceKind::Lost:
                state_.found.missing += record.id();
                put();
                open_.clear();
                callPlace_ = -1;
                return;
            case TraceKind::Event: {
                const auto about = abouts_.find(record.id());
                about_ = about == abouts_.end() ? nullptr : &about->second;
                return;
            }
            case TraceKind::Value:
                if (about_ != nullptr) {
                    take(std::bit_cast<double>(record.time));
                    about_ = nullptr;
                }
                return;
            default:
                return;
        }
    }

    /// A thread without a call of MPI is left out.
    void finish(std::int64_t rank, std::uint32_t number) {
        put();
        const auto place = static_cast<std::uint32_t>(state_.found.threads.size());
        if (thread_.calls.empty()) {
            return;
        }
        thread_.rank = rank;
        thread_.number = number;
        for (auto& [key, end, isSend] : ends_) {
            end.place.thread = place;
            MessageEnds& ends = state_.ends[key];
            (isSend ? ends.sends : ends.receives).push_back(end);
        }
        for (const auto& [collective, call, gives] : members_) {
            MpiCollective& all = state_.found.collectives[collective];
            all.members.push_back({place, call});
            all.gives.push_back(gives);
        }
        for (CallEvents& call : events_) {
            call.begin = state_.times.add(call.beginTicks);
            call.end = state_.times.add(call.endTicks);
        }
        state_.events.push_back(std::move(events_));
        state_.found.threads.push_back(std::move(thread_));
    }

private:
    struct Open {
        std::uint32_t path;
        std::uint64_t since;
    };
    struct End {
        State::Key key;
        MessageEnd end;
        bool isSend;
    };
    struct Member {
        std::uint32_t collective;
        std::uint32_t call;
        bool gives;
    };

    void change(std::uint64_t ticks, std::uint32_t path) {
        thread_.changes.push_back({static_cast<std::int64_t>(ticks), path});
    }

    void start(const TraceRecord& record) {
        const std::int64_t parent = open_.empty() ? -1 : std::int64_t{open_.back().path};
        const auto [place, isNew] = paths_.try_emplace({parent, record.id()}, kOutside);
        if (isNew) {
            const auto timer = trace_.tables().timers.find(record.id());
            TimerInfo unknown;
            unknown.name = trace_.timerName(record.id());
            place->second = state_.path(
                parent, timer == trace_.tables().timers.end() ? unknown : timer->second);
        }
        open_.push_back({place->second, record.time});
        change(record.time, place->second);
    }

    // A stop without its start says nothing of when the call began.
    void stop(const TraceRecord& record) {
        put();
        callPlace_ = -1;
        if (open_.empty()) {
            return;
        }
        const Open call = open_.back();
        open_.pop_back();
        change(record.time, open_.empty() ? kOutside : open_.back().path);
        // A call inside a call, such as one by a library, is part of that.
        const bool isInside = !open_.empty() && state_.found.paths[open_.back().path].isMpi;
        if (!state_.found.paths[call.path].isMpi || isInside) {
            return;
        }
        callPlace_ = static_cast<std::int64_t>(thread_.calls.size());
        MpiCall made;
        made.path = call.path;
        thread_.calls.push_back(made);
        events_.push_back({0, 0, call.since, record.time});
    }

    void take(double value) {
        constexpr double kMostExact = 9e15;
        // Also what is not a number.
        if (callPlace_ < 0 || !(std::abs(value) < kMostExact)) {
            return;
        }
        const auto number = static_cast<std::int64_t>(value);
        if (about_->isCpu) {
            thread_.calls.back().cpuBefore = std::max<std::int64_t>(0, number);
            return;
        }
        switch (about_->event.kind) {
            case MessageKind::Tag:
                tag_ = number;
                break;
            case MessageKind::Posted:
                order_ = static_cast<std::uint64_t>(number);
                break;
            case MessageKind::Instance:
                takeCollective(static_cast<std::uint64_t>(number));
                break;
            case MessageKind::Collective:
                put();
                if (number > 0 && !members_.empty() &&
                    members_.back().call == static_cast<std::uint32_t>(callPlace_)) {
                    members_.back().gives = true;
                }
                break;
            case MessageKind::CollectiveTime:
            case MessageKind::Root:
                break;
            default:
                put();
                of_ = about_;
                bytes_ = number;
        }
    }

    void takeCollective(std::uint64_t instance) {
        MpiCall& call = thread_.calls.back();
        const std::string& function = state_.found.paths[call.path].name;
        const CollectiveKind kind = collectiveKind(function);
        // Those of intercommunicators wait for the other group only.
        if (of_ == nullptr || of_->event.kind != MessageKind::CollectiveCalls ||
            kind == CollectiveKind::None || of_->event.communicator.starts_with("between ")) {
            return;
        }
        const auto [place, isNew] = state_.instances.try_emplace(
            {of_->communicator, instance},
            static_cast<std::uint32_t>(state_.found.collectives.size()));
        if (isNew) {
            MpiCollective made;
            made.kind = kind;
            made.handsOut = handsOut(function);
            state_.found.collectives.push_back(std::move(made));
            state_.communicatorOf.push_back(of_->communicator);
        }
        MpiCollective& all = state_.found.collectives[place->second];
        if (all.kind != kind) {
            all.kind = CollectiveKind::None;  // calls that do not belong together
        }
        call.collective = static_cast<std::int32_t>(place->second);
        members_.push_back({place->second, static_cast<std::uint32_t>(callPlace_), false});
    }

    // What was read is whole when the next one begins.
    void put() {
        const bool isSend = of_ != nullptr && of_->event.kind == MessageKind::Message;
        const bool isReceive = of_ != nullptr && of_->event.kind == MessageKind::Received;
        if ((isSend || isReceive) && tag_ && of_->event.from && of_->event.to && callPlace_ >= 0) {
            const auto call = static_cast<std::uint32_t>(callPlace_);
            const std::uint64_t order = order_.value_or(ends_.size());
            ends_.push_back({{*of_->event.from, *of_->event.to, *tag_, of_->communicator},
                             {{0, call}, bytes_, order},
                             isSend});
        }
        of_ = nullptr;
        tag_.reset();
        order_.reset();
    }

    State& state_;
    const Trace& trace_;
    const std::map<std::uint32_t, EventAbout>& abouts_;
    MpiThread thread_;
    std::vector<CallEvents> events_;
    std::vector<End> ends_;
    std::vector<Member> members_;
    std::vector<Open> open_;
    std::map<std::pair<std::int64_t, std::uint32_t>, std::uint32_t> paths_;
    std::int64_t callPlace_ = -1;  // that the events are about
    const EventAbout* about_ = nullptr;
    const EventAbout* of_ = nullptr;
    std::int64_t bytes_ = 0;
    std::optional<std::int64_t> tag_;
    std::optional<std::uint64_t> order_;
};

MpiTraceReader::MpiTraceReader() : state_(std::make_unique<State>()) {}
MpiTraceReader::~MpiTraceReader() = default;

void MpiTraceReader::add(const Trace& trace) {
    std::map<std::uint32_t, EventAbout> abouts;
    std::int64_t ownRank = -1;
    for (const auto& [number, name] : trace.tables().events) {
        EventStats event;
        event.name = name;
        if (name == kCpuBeforeEvent) {
            abouts[number].isCpu = true;
        } else if (auto about = messageEvent(event)) {
            const bool isSender = about->kind == MessageKind::Message;
            const auto& own = isSender ? about->from : about->to;
            if (own && (isSender || about->kind == MessageKind::Received)) {
                ownRank = *own;
            }
            const std::uint32_t communicator = state_->communicator(about->communicator);
            abouts[number] = {*std::move(about), communicator, false};
        }
    }
    const std::int64_t known =
        state_->times.beginTrace(trace.tables().clock.value_or(TraceClock{}), factsOf(trace));
    state_->found.records += trace.records();
    for (const auto& [number, chunks] : trace.threads()) {
        state_->times.beginThread();
        Thread thread(*state_, trace, abouts);
        TraceCursor cursor(trace, number);
        for (TraceRecord record{}; cursor.next(record);) {
            thread.add(record);
        }
        thread.finish(known >= 0 ? known : ownRank, number);
    }
}

}  // namespace gantry::perf
