#include "MessageFlows.hpp"

#include <algorithm>
#include <string>
#include <tuple>

namespace gantry::perf {

namespace {

using Kind = MessageEvent::Kind;
// Sender, receiver, tag, communicator.
using Key = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::string>;

// Where the number of an end is to go, and by what ends of one key are sorted.
struct Place {
    std::int64_t order;
    std::uint64_t* flow;
};

struct Ends {
    std::vector<Place> sends;
    std::vector<Place> receives;
};

bool isEnd(const TracedMessage& message) {
    return message.about.kind == Kind::Message || message.about.kind == Kind::Received;
}

void sort(std::vector<Place>& places) {
    std::stable_sort(places.begin(), places.end(),
                     [](const Place& a, const Place& b) { return a.order < b.order; });
}

}  // namespace

// Where messages begin and end, by what a send and its receive have in common.
class MessageFlows::Found final {
public:
    // Of one thread; its ends are added to `ends`, which stays where it is.
    void add(CallMessages calls, std::vector<End>& ends) {
        for (CallSteps call; calls.next(call);) {
            for (const TracedMessage& message : call.messages) {
                if (isEnd(message)) {
                    ends.push_back({message.time, 0});
                    add(message, ends);
                }
            }
        }
    }

    [[nodiscard]] std::vector<Ends> matches() const {
        std::vector<Ends> matches;
        for (const auto& [key, found] : all_) {
            Ends& ends = matches.emplace_back();
            for (const auto& [isSend, order, in, at] : found) {
                (isSend ? ends.sends : ends.receives).push_back({order, &(*in)[at].flow});
            }
        }
        return matches;
    }

private:
    struct Noted {
        bool isSend = false;
        std::int64_t order = 0;
        std::vector<End>* in = nullptr;
        std::size_t at = 0;
    };

    void add(const TracedMessage& message, std::vector<End>& ends) {
        const auto& about = message.about;
        if (about.from && about.to && message.tag) {
            const bool isSend = about.kind == Kind::Message;
            // Sends of several threads of a rank are in the order of time.
            all_[{*about.from, *about.to, *message.tag, about.communicator}].push_back(
                {isSend, isSend ? message.time : message.posted.value_or(message.time), &ends,
                 ends.size() - 1});
        }
    }

    std::map<Key, std::vector<Noted>> all_;
};

MessageFlows::MessageFlows(const ExportSource& source) {
    Found found;
    for (const RankTrace& rank : source.traces) {
        for (const auto& [thread, chunks] : rank.trace->threads()) {
            found.add(CallMessages(*rank.trace, thread, {}), threads_[{rank.rank, thread}]);
        }
    }
    std::uint64_t flow = 0;
    for (Ends& ends : found.matches()) {
        sort(ends.sends);
        sort(ends.receives);
        for (std::size_t i = 0; i < std::min(ends.sends.size(), ends.receives.size()); ++i) {
            *ends.sends[i].flow = *ends.receives[i].flow = ++flow;
        }
    }
}

MessageFlows::Thread MessageFlows::of(std::uint32_t rank, std::uint32_t thread) const {
    Thread of;
    if (const auto found = threads_.find({rank, thread}); found != threads_.end()) {
        of.ends_ = &found->second;
    }
    return of;
}

std::optional<std::uint64_t> MessageFlows::Thread::next(const TracedMessage& message) {
    if (ends_ == nullptr || !isEnd(message)) {
        return std::nullopt;
    }
    // Those that a window left out at the begin are earlier.
    while (at_ < ends_->size() && (*ends_)[at_].time < message.time) {
        ++at_;
    }
    const std::uint64_t flow = at_ < ends_->size() ? (*ends_)[at_++].flow : 0;
    return flow > 0 ? std::optional(flow) : std::nullopt;
}

}  // namespace gantry::perf
