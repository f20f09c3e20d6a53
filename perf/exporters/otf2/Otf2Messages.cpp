// What calls of MPI moved, as events of OTF2.

#include <algorithm>
#include <iterator>
#include <optional>

#include "Otf2Archive.hpp"
#include "Otf2Terms.hpp"

namespace gantry::perf {

namespace {

std::uint64_t bytesOf(const TracedMessage& message) {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(message.bytes, 0));
}

}  // namespace

// Leaves out messages whose other end is of a rank that is not exported.
void Otf2Archive::writeMessages(OTF2_EvtWriter* writer, std::uint32_t rank, const CallSteps& call,
                                MessageEvent::Kind kind) {
    const bool isSend = kind == MessageEvent::Kind::Message;
    for (const TracedMessage& message : call.messages) {
        const auto& other = isSend ? message.about.to : message.about.from;
        const auto& own = isSend ? message.about.from : message.about.to;
        const auto of = numberOf(communicators_, message.about.communicator, other);
        if (message.about.kind != kind || !of || own != std::int64_t{rank}) {
            continue;
        }
        const auto tag = static_cast<std::uint32_t>(message.tag.value_or(0));
        check(isSend ? OTF2_EvtWriter_MpiSend(writer, nullptr, timeOf(call.begin()), of->rank,
                                              of->communicator, tag, bytesOf(message))
                     : OTF2_EvtWriter_MpiRecv(writer, nullptr, timeOf(call.end()), of->rank,
                                              of->communicator, tag, bytesOf(message)));
    }
}

// A rank notes what it put elsewhere, A -> B with A itself, and what it got, with B itself; to
// itself it puts. When such an operation is complete is not known.
void Otf2Archive::writeOneSided(OTF2_EvtWriter* writer, std::uint32_t rank, const CallSteps& call) {
    for (const TracedMessage& message : call.messages) {
        const MessageEvent& about = message.about;
        const bool isPut = about.from == std::int64_t{rank};
        const auto of = numberOf(communicators_, about.communicator, isPut ? about.to : about.from);
        if (about.kind != MessageEvent::Kind::OneSided || !of ||
            (!isPut && about.to != std::int64_t{rank})) {
            continue;
        }
        const OTF2_RmaWinRef window =
            windows_.try_emplace(of->communicator, static_cast<OTF2_RmaWinRef>(windows_.size()))
                .first->second;
        const OTF2_TimeStamp time = timeOf(call.begin());
        const std::uint64_t number = oneSided_++;
        check(isPut ? OTF2_EvtWriter_RmaPut(writer, nullptr, time, window, of->rank,
                                            bytesOf(message), number)
                    : OTF2_EvtWriter_RmaGet(writer, nullptr, time, window, of->rank,
                                            bytesOf(message), number));
    }
}

// What a rank got of an operation is not known.
void Otf2Archive::writeCollective(OTF2_EvtWriter* writer, const Trace& trace, const CallSteps& call,
                                  bool isEnd) {
    if (!call.leave) {
        return;
    }
    const std::optional<OTF2_CollectiveOp> operation = collectiveOf(trace, call.leave->id);
    for (const TracedMessage& message : call.messages) {
        const auto of = communicators_.find(message.about.communicator);
        if (message.about.kind != MessageEvent::Kind::CollectiveCalls || !operation ||
            of == communicators_.end()) {
            continue;
        }
        if (!isEnd) {
            check(OTF2_EvtWriter_MpiCollectiveBegin(writer, nullptr, timeOf(call.begin())));
            continue;
        }
        const auto root = numberOf(communicators_, message.about.communicator, message.root);
        check(OTF2_EvtWriter_MpiCollectiveEnd(
            writer, nullptr, timeOf(call.end()), *operation,
            static_cast<OTF2_CommRef>(std::distance(communicators_.begin(), of)),
            root ? root->rank : OTF2_COLLECTIVE_ROOT_NONE, bytesOf(message), 0));
    }
}

}  // namespace gantry::perf
