#include <perf/analysis/MessageMatching.hpp>
#include <perf/analysis/MessageTable.hpp>
#include <perf/segment/SegmentReader.hpp>
#include <perf/trace/TraceCursor.hpp>

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <set>
#include <utility>

namespace gantry::perf {

namespace {

using Kind = MessageEvent::Kind;

// What the events of a trace are about, by their numbers.
class EventNames final {
public:
    explicit EventNames(const Trace& trace) {
        for (const auto& [number, name] : trace.tables().events) {
            EventStats event;
            event.name = name;
            if (auto about = messageEvent(event)) {
                about_[number] = *std::move(about);
            }
        }
    }

    /// The rank that left them; -1 where none says it.
    [[nodiscard]] std::int64_t rank() const {
        for (const auto& [number, about] : about_) {
            const bool isSender = about.kind == Kind::Message || about.kind == Kind::Collective;
            const auto& own = isSender ? about.from : about.to;
            if (own && (isSender || about.kind == Kind::Received)) {
                return *own;
            }
        }
        return -1;
    }

    [[nodiscard]] const MessageEvent* of(std::uint32_t event) const {
        const auto found = about_.find(event);
        return found == about_.end() ? nullptr : &found->second;
    }

private:
    std::map<std::uint32_t, MessageEvent> about_;
};

template <class Value>
auto byOrder(std::vector<Value> values) {
    std::stable_sort(values.begin(), values.end(),
                     [](const Value& a, const Value& b) { return a.order < b.order; });
    return values;
}

}  // namespace

// Reads one thread: each event comes after the call that it is about, and details behind it. The
// module records an event after the call has ended, so begin_ and end_ are those of the call.
class MessageMatcher::Thread final {
public:
    Thread(MessageMatcher& matcher, const EventNames& names, const Trace& trace, std::int64_t rank)
        : matcher_(matcher),
          names_(names),
          trace_(trace),
          unitsPerTick_(trace.tables().clock.value_or(TraceClock{}).unitsPerTick),
          rank_(rank) {
        matcher_.times_.beginThread();
    }

    void add(const TraceRecord& record) {
        if (record.kind() == TraceKind::Start) {
            open_.push_back(record.time);
        } else if (record.kind() == TraceKind::Stop) {
            end(record);
        } else if (record.kind() == TraceKind::Lost) {
            finish();
            open_.clear();
            matcher_.missing_ += record.id();
        } else if (record.kind() == TraceKind::Event) {
            about_ = names_.of(record.id());
        } else if (record.kind() == TraceKind::Value && about_ != nullptr) {
            take(std::bit_cast<double>(record.time));
            about_ = nullptr;
        }
    }

    void finish() {
        put();
        collective_ = nullptr;
    }

private:
    // A call whose start is lost has an unknown begin: its end stands for it.
    void end(const TraceRecord& record) {
        finish();
        isSpent_ = open_.empty();
        begin_ = open_.empty() ? record.time : open_.back();
        end_ = record.time;
        timer_ = record.id();
        beginEvent_.reset();
        endEvent_.reset();
        if (!open_.empty()) {
            open_.pop_back();
        }
    }

    // A value that is not a whole number of 64 bits is that of a damaged record.
    void take(double value) {
        if (!(value >= -0x1p63 && value < 0x1p63)) {
            ++matcher_.missing_;
            return;
        }
        const auto number = static_cast<std::int64_t>(value);
        switch (about_->kind) {
            case Kind::Tag:
                tag_ = number;
                break;
            case Kind::Posted:
                order_ = static_cast<std::uint64_t>(number);
                break;
            case Kind::Instance:
                if (of_ != nullptr && of_->kind == Kind::CollectiveCalls) {
                    takeCollective(static_cast<std::uint64_t>(number));
                }
                break;
            case Kind::Collective:
                put();
                gave(*about_, number);
                break;
            case Kind::CollectiveTime:
            case Kind::Root:
                break;
            default:
                put();
                of_ = about_;
                bytes_ = number;
                spend(of_->communicator);
        }
    }

    void takeCollective(std::uint64_t instance) {
        // Those of intercommunicators wait for the other group only.
        const bool isKnown = !of_->communicator.starts_with("between ");
        const CollectiveKind kind =
            isKnown ? collectiveKind(trace_.timerName(timer_)) : CollectiveKind::None;
        auto& calls = matcher_.calls_[of_->communicator][instance];
        const bool isOrdered = kind != CollectiveKind::None;
        calls.push_back(
            {kind, isOrdered ? begin() : 0, isOrdered ? end() : 0, rank_, false, false, {}});
        collective_ = isOrdered ? &calls.back() : nullptr;
    }

    void spend(const std::string& communicator) {
        if (!std::exchange(isSpent_, true)) {
            CommunicatorTime& spent = matcher_.spent_[communicator];
            ++spent.calls;
            spent.timeNs += unitsOf(end_ - begin_, unitsPerTick_);
        }
    }

    // Nothing waits for a message without bytes.
    void gave(const MessageEvent& about, std::int64_t bytes) {
        if (collective_ == nullptr || bytes <= 0) {
            return;
        }
        collective_->gives = true;
        if (!about.to) {
            collective_->toOthers = true;
        } else if (collective_->kind != CollectiveKind::All) {
            collective_->receivers.push_back(*about.to);
        }
    }

    // What was read is whole when the next one begins.
    void put() {
        const bool isSend = of_ != nullptr && of_->kind == Kind::Message;
        const bool isReceive = of_ != nullptr && of_->kind == Kind::Received;
        if ((isSend || isReceive) && tag_ && of_->from && of_->to) {
            Ends& ends = matcher_.ends_[{*of_->from, *of_->to, *tag_, of_->communicator}];
            auto& side = isSend ? ends.sends : ends.receives;
            side.push_back({bytes_, order_.value_or(side.size()), isSend ? begin() : end()});
        }
        of_ = nullptr;
        tag_.reset();
        order_.reset();
    }

    // The two moments of a call are added when something is about it, in their order.
    Event begin() {
        if (!beginEvent_) {
            beginEvent_ = matcher_.times_.add(begin_);
        }
        return *beginEvent_;
    }
    Event end() {
        if (!endEvent_) {
            (void)begin();
            endEvent_ = matcher_.times_.add(end_);
        }
        return *endEvent_;
    }

    MessageMatcher& matcher_;
    const EventNames& names_;
    const Trace& trace_;
    std::uint64_t unitsPerTick_;
    std::int64_t rank_;
    bool isSpent_ = true;  // the time of this call is counted
    std::vector<std::uint64_t> open_;
    std::uint64_t begin_ = 0;  // of the call that ended last
    std::uint64_t end_ = 0;
    std::uint32_t timer_ = 0;
    std::optional<Event> beginEvent_;
    std::optional<Event> endEvent_;
    const MessageEvent* about_ = nullptr;  // of the record before
    const MessageEvent* of_ = nullptr;     // that the details are of
    CollectiveCall* collective_ = nullptr;
    std::int64_t bytes_ = 0;
    std::optional<std::int64_t> tag_;
    std::optional<std::uint64_t> order_;
};

// Traces of one machine share a clock: then ticks of all are converted by the first trace's, which
// gives exact differences.
void MessageMatcher::add(const Trace& trace) {
    const EventNames names(trace);
    const std::int64_t known =
        times_.beginTrace(trace.tables().clock.value_or(TraceClock{}), factsOf(trace));
    const std::int64_t rank = known >= 0 ? known : names.rank();
    for (const auto& [number, chunks] : trace.threads()) {
        Thread thread(*this, names, trace, rank);
        TraceCursor cursor(trace, number);
        for (TraceRecord record{}; cursor.next(record);) {
            thread.add(record);
        }
        thread.finish();
    }
}

void MessageMatcher::pair(const Key& key, const Ends& ends,
                          std::vector<std::pair<Event, Event>>& times, MessageMatching& found) {
    const std::vector<End> sends = byOrder(ends.sends);
    const std::vector<End> receives = byOrder(ends.receives);
    const std::size_t pairs = std::min(sends.size(), receives.size());
    found.neverReceived += sends.size() - pairs;
    found.neverSent += receives.size() - pairs;
    const auto& [from, to, tag, communicator] = key;
    for (std::size_t place = 0; place < pairs; ++place) {
        const End& send = sends[place];
        const End& receive = receives[place];
        found.differing += send.bytes < receive.bytes ? 1 : 0;
        found.messages.push_back({from, to, tag, receive.bytes, communicator, 0, 0});
        times.emplace_back(send.event, receive.event);
        times_.order(send.event, receive.event);
    }
}

void MessageMatcher::orderByRank(const std::vector<CollectiveCall>& calls) {
    std::map<std::int64_t, Event> ends;
    for (const CollectiveCall& call : calls) {
        ends.emplace(call.rank, call.end);
    }
    for (const CollectiveCall& call : calls) {
        for (const std::int64_t receiver : call.receivers) {
            if (const auto end = ends.find(receiver); end != ends.end()) {
                times_.order(call.begin, end->second);
            }
        }
    }
}

void MessageMatcher::orderByHub(const std::vector<CollectiveCall>& calls) {
    const CollectiveKind kind = calls.front().kind;
    std::set<std::int64_t> takers;
    bool all = kind != CollectiveKind::Root;
    for (const CollectiveCall& call : calls) {
        takers.insert(call.receivers.begin(), call.receivers.end());
        all = all || call.toOthers;
    }
    const MessageTimes::Hub hub = times_.addHub();
    for (const CollectiveCall& call : calls) {
        if (call.gives || kind == CollectiveKind::Barrier) {
            times_.orderToHub(call.begin, hub);
        }
        if (kind == CollectiveKind::Root ? !call.gives && (all || takers.count(call.rank) > 0)
                                         : all) {
            times_.orderFromHub(hub, call.end);
        }
    }
}

void MessageMatcher::orderCollectives() {
    for (const auto& [communicator, instances] : calls_) {
        for (const auto& [number, calls] : instances) {
            const CollectiveKind kind = calls.front().kind;
            const bool isSame =
                std::all_of(calls.begin(), calls.end(),
                            [&](const CollectiveCall& call) { return call.kind == kind; });
            if (!isSame || kind == CollectiveKind::None) {
                continue;
            }
            if (kind == CollectiveKind::ByRank) {
                orderByRank(calls);
            } else {
                orderByHub(calls);
            }
        }
    }
}

std::vector<CollectiveInstances> MessageMatcher::instances() const {
    std::vector<CollectiveInstances> found;
    for (const auto& [communicator, instances] : calls_) {
        CollectiveInstances all{communicator, 0, 0, 0};
        for (const auto& [number, calls] : instances) {
            all.ranks = std::max<std::uint64_t>(all.ranks, calls.size());
        }
        for (const auto& [number, calls] : instances) {
            ++(calls.size() == all.ranks ? all.whole : all.partial);
        }
        found.push_back(std::move(all));
    }
    return found;
}

MessageMatching MessageMatcher::result(std::int64_t latencyNs) {
    MessageMatching found;
    found.missing = missing_;
    std::vector<std::pair<Event, Event>> times;
    for (const auto& [key, ends] : ends_) {
        pair(key, ends, times, found);
    }
    orderCollectives();
    found.clock = times_.resolve(latencyNs);
    for (std::size_t i = 0; i < times.size(); ++i) {
        MatchedMessage& message = found.messages[i];
        message.sent = times_.time(times[i].first);
        message.received = times_.time(times[i].second);
        found.beforeSent += message.received < message.sent ? 1 : 0;
    }
    std::stable_sort(found.messages.begin(), found.messages.end(),
                     [](const auto& a, const auto& b) { return a.sent < b.sent; });
    found.collectives = instances();
    for (const auto& [communicator, spent] : spent_) {
        found.communicators.push_back({communicator, spent.calls, spent.timeNs});
    }
    std::stable_sort(found.communicators.begin(), found.communicators.end(),
                     [](const auto& a, const auto& b) { return a.timeNs > b.timeNs; });
    return found;
}

CollectiveKind collectiveKind(std::string_view function) {
    struct Row {
        std::string_view name;
        CollectiveKind kind;
    };
    using enum CollectiveKind;
    static constexpr std::array kKinds{
        Row{"Barrier", Barrier},  Row{"Allreduce", All},        Row{"Allgather", All},
        Row{"Allgatherv", All},   Row{"Alltoall", All},         Row{"Reduce_scatter_block", All},
        Row{"Bcast", Root},       Row{"Scatter", Root},         Row{"Scatterv", Root},
        Row{"Reduce", Root},      Row{"Gather", Root},          Row{"Gatherv", Root},
        Row{"Scan", ByRank},      Row{"Exscan", ByRank},        Row{"Alltoallv", ByRank},
        Row{"Alltoallw", ByRank}, Row{"Reduce_scatter", ByRank}};
    constexpr std::string_view kBegin = "MPI_";
    if (!function.starts_with(kBegin)) {
        return None;
    }
    function.remove_prefix(kBegin.size());
    function = function.substr(0, function.find(' '));  // the type of the timer is behind it
    const auto found = std::find_if(kKinds.begin(), kKinds.end(),
                                    [&](const Row& row) { return row.name == function; });
    return found == kKinds.end() ? None : found->kind;
}

}  // namespace gantry::perf
