#include <perf/analysis/MessageMatching.hpp>
#include <perf/analysis/MessageTable.hpp>
#include <perf/segment/SegmentReader.hpp>
#include <perf/trace/TraceCursor.hpp>

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <optional>

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

    [[nodiscard]] const MessageEvent* of(std::uint32_t event) const {
        const auto found = about_.find(event);
        return found == about_.end() ? nullptr : &found->second;
    }

private:
    std::map<std::uint32_t, MessageEvent> about_;
};

// Units from the begin of the measurement, which may lie behind the moment.
std::int64_t unitsBetween(const TraceClock& clock, std::uint64_t ticks) {
    return ticks >= clock.startTicks ? unitsOf(ticks - clock.startTicks, clock.unitsPerTick)
                                     : -unitsOf(clock.startTicks - ticks, clock.unitsPerTick);
}

template <class Value>
auto byOrder(std::vector<Value> values) {
    std::stable_sort(values.begin(), values.end(),
                     [](const Value& a, const Value& b) { return a.order < b.order; });
    return values;
}

}  // namespace

// Reads one thread: each event stands behind the call that it is about, and details behind it.
class MessageMatcher::Thread final {
public:
    /// shift: between the begins of the measurements of this trace and of the first.
    Thread(MessageMatcher& matcher, const EventNames& names, const TraceClock& clock,
           std::int64_t shift)
        : matcher_(matcher), names_(names), clock_(clock), shift_(shift) {}

    void add(const TraceRecord& record) {
        if (record.kind() == TraceKind::Start) {
            open_.push_back(record.time);
        } else if (record.kind() == TraceKind::Stop && !open_.empty()) {
            begin_ = open_.back();
            end_ = record.time;
            open_.pop_back();
        } else if (record.kind() == TraceKind::Lost) {
            open_.clear();
            matcher_.missing_ += record.id();
        } else if (record.kind() == TraceKind::Event) {
            about_ = names_.of(record.id());
        } else if (record.kind() == TraceKind::Value && about_ != nullptr) {
            take(std::bit_cast<double>(record.time));
            about_ = nullptr;
        }
    }

    void finish() { put(); }

private:
    void take(double value) {
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
                    ++matcher_.calls_[of_->communicator][static_cast<std::uint64_t>(number)];
                }
                break;
            default:
                put();
                of_ = about_;
                bytes_ = number;
                time_ = shift_ + unitsBetween(clock_, of_->kind == Kind::Message ? begin_ : end_);
        }
    }

    // What was read is whole when the next one begins.
    void put() {
        const bool isSend = of_ != nullptr && of_->kind == Kind::Message;
        const bool isReceive = of_ != nullptr && of_->kind == Kind::Received;
        if ((isSend || isReceive) && tag_ && of_->from && of_->to) {
            Ends& ends = matcher_.ends_[{*of_->from, *of_->to, *tag_, of_->communicator}];
            auto& side = isSend ? ends.sends : ends.receives;
            side.push_back({bytes_, time_, order_.value_or(side.size())});
        }
        of_ = nullptr;
        tag_.reset();
        order_.reset();
    }

    MessageMatcher& matcher_;
    const EventNames& names_;
    const TraceClock& clock_;
    std::int64_t shift_;
    std::vector<std::uint64_t> open_;
    std::uint64_t begin_ = 0;  // of the call that ended last
    std::uint64_t end_ = 0;
    const MessageEvent* about_ = nullptr;  // of the record before
    const MessageEvent* of_ = nullptr;     // that the details are of
    std::int64_t bytes_ = 0;
    std::int64_t time_ = 0;
    std::optional<std::int64_t> tag_;
    std::optional<std::uint64_t> order_;
};

void MessageMatcher::add(const Trace& trace) {
    const EventNames names(trace);
    const TraceClock clock = trace.tables().clock.value_or(TraceClock{});
    if (!first_) {
        first_ = clock;
    }
    // A tick of the first trace's clock would have been that moment here. The two readings of one
    // process may be some milliseconds apart; clocks of two machines do not agree so well.
    constexpr std::int64_t kSameClockNs = 100'000'000;
    const std::int64_t expected = first_->startUtcNs + unitsBetween(*first_, clock.startTicks);
    const bool same = std::abs(clock.startUtcNs - expected) < kSameClockNs;
    oneClock_ = oneClock_ && same;
    const std::int64_t shift = same ? 0 : clock.startUtcNs - first_->startUtcNs;
    for (const auto& [number, chunks] : trace.threads()) {
        Thread thread(*this, names, same ? *first_ : clock, shift);
        TraceCursor cursor(trace, number);
        for (TraceRecord record{}; cursor.next(record);) {
            thread.add(record);
        }
        thread.finish();
    }
}

MessageMatching MessageMatcher::result() const {
    MessageMatching found;
    found.missing = missing_;
    found.oneClock = oneClock_;
    for (const auto& [key, ends] : ends_) {
        const std::vector<End> sends = byOrder(ends.sends);
        const std::vector<End> receives = byOrder(ends.receives);
        const std::size_t pairs = std::min(sends.size(), receives.size());
        found.neverReceived += sends.size() - pairs;
        found.neverSent += receives.size() - pairs;
        for (std::size_t place = 0; place < pairs; ++place) {
            const auto& [from, to, tag, communicator] = key;
            const End& send = sends[place];
            const End& receive = receives[place];
            found.differing += send.bytes < receive.bytes ? 1 : 0;
            found.beforeSent += receive.time < send.time ? 1 : 0;
            found.messages.push_back(
                {from, to, tag, receive.bytes, communicator, send.time, receive.time});
        }
    }
    std::stable_sort(found.messages.begin(), found.messages.end(),
                     [](const auto& a, const auto& b) { return a.sent < b.sent; });
    for (const auto& [communicator, instances] : calls_) {
        CollectiveInstances all{communicator, 0, 0, 0};
        for (const auto& [number, ranks] : instances) {
            all.ranks = std::max(all.ranks, ranks);
        }
        for (const auto& [number, ranks] : instances) {
            ++(ranks == all.ranks ? all.whole : all.partial);
        }
        found.collectives.push_back(std::move(all));
    }
    return found;
}

ReportTable matchTable(const MessageMatching& found) {
    ReportTable table{"matched", "message", {}, {}, {}, 0};
    table.columns = {{"sent", "sent", "ns"},
                     {"took", "took", "ns"},
                     {"from", "from", ""},
                     {"to", "to", ""},
                     {"tag", "tag", ""},
                     {"bytes", "bytes", "B"},
                     {"communicator", "communicator", ""}};
    for (const MatchedMessage& message : found.messages) {
        table.rows.push_back({message.sent, message.received - message.sent, message.from,
                              message.to, message.tag, message.bytes, message.communicator});
    }
    return table;
}

}  // namespace gantry::perf
