#include <base/text/Printable.hpp>
#include <perf/exporters/CallMessages.hpp>
#include <perf/exporters/Exporter.hpp>
#include <perf/exporters/ProtoMessage.hpp>

#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <string>

#include "MessageFlows.hpp"

namespace gantry::perf {

namespace {

// Numbers of fields and values of enumerations, as in trace.proto.
namespace packet {
constexpr std::uint32_t kTimestamp = 8;
constexpr std::uint32_t kSequence = 10;
constexpr std::uint32_t kTrackEvent = 11;
constexpr std::uint32_t kInternedData = 12;
constexpr std::uint32_t kSequenceFlags = 13;
constexpr std::uint32_t kTrackDescriptor = 60;
constexpr std::uint64_t kStateCleared = 1;
constexpr std::uint64_t kNeedsState = 2;
}  // namespace packet
namespace track {
constexpr std::uint32_t kUuid = 1;
constexpr std::uint32_t kName = 2;
constexpr std::uint32_t kProcess = 3;
constexpr std::uint32_t kThread = 4;
constexpr std::uint32_t kParent = 5;
constexpr std::uint32_t kCounter = 8;
}  // namespace track
namespace event {
constexpr std::uint32_t kCategory = 3;
constexpr std::uint32_t kType = 9;
constexpr std::uint32_t kName = 10;
constexpr std::uint32_t kTrack = 11;
constexpr std::uint32_t kCounterValue = 44;
constexpr std::uint32_t kFlow = 47;
constexpr std::uint32_t kFlowEnd = 48;
constexpr std::uint64_t kBegin = 1;
constexpr std::uint64_t kEnd = 2;
constexpr std::uint64_t kInstant = 3;
constexpr std::uint64_t kCounter = 4;
}  // namespace event

/// Names of slices, and of their categories, which are in the file once and have numbers from 1
/// on.
class Interned final {
public:
    explicit Interned(std::uint32_t field) : field_(field) {}

    /// Adds a name that is new to `added`, a message InternedData.
    std::uint64_t operator()(const std::string& name, ProtoMessage& added) {
        const auto [entry, isNew] = numbers_.try_emplace(name, numbers_.size() + 1);
        if (isNew) {
            added.message(field_,
                          ProtoMessage().number(1, entry->second).text(2, base::printable(name)));
        }
        return entry->second;
    }

private:
    std::uint32_t field_;
    std::map<std::string, std::uint64_t> numbers_;
};

class PerfettoWriter final {
public:
    PerfettoWriter(std::ostream& output, const MessageFlows& flows)
        : output_(output), flows_(flows) {}

    void write(const RankTrace& rank, ExportWindow window) {
        // Perfetto takes the process and the thread 0 for those of an idle processor.
        pid_ = std::uint64_t{rank.rank} + 1;
        // Identities of tracks must differ in the whole file: rank, thread and event each have bits
        // of their own, 20 for a thread and for an event.
        process_ = pid_ << 40U;
        put(describe(process_).message(
            track::kProcess,
            ProtoMessage().number(1, pid_).text(6, "rank " + std::to_string(rank.rank))));
        for (const auto& [thread, chunks] : rank.trace->threads()) {
            writeThread(rank, thread, window);
        }
    }

private:
    static ProtoMessage describe(std::uint64_t uuid) {
        return ProtoMessage().number(track::kUuid, uuid);
    }

    void put(const ProtoMessage& descriptor) {
        putPacket(ProtoMessage().message(packet::kTrackDescriptor, descriptor));
    }

    void putPacket(ProtoMessage message) {
        message.number(packet::kSequence, 1)
            .number(packet::kSequenceFlags, first_ ? packet::kStateCleared : packet::kNeedsState);
        first_ = false;
        output_ << ProtoMessage().message(1, message).bytes();
    }

    void writeThread(const RankTrace& rank, std::uint32_t thread, ExportWindow window) {
        const Trace& trace = *rank.trace;
        thread_ = process_ + ((std::uint64_t{thread} + 1) << 20U);
        const std::string name = threadName(trace, thread);
        put(describe(thread_)
                .number(track::kParent, process_)
                .message(track::kThread,
                         ProtoMessage()
                             .number(1, pid_)
                             .number(2, std::uint64_t{thread} + 1)
                             .text(5, base::printable("thread " + std::to_string(thread) +
                                                      (name.empty() ? "" : " " + name)))));
        CallMessages calls(trace, thread, window);
        MessageFlows::Thread flows = flows_.of(rank.rank, thread);
        for (CallSteps call; calls.next(call);) {
            if (call.enter) {
                writeSlice(trace, *call.enter, call, flows);
            }
            if (call.leave) {
                // A call with others inside has its messages at its end, as an event of no length.
                writeInstant(call, flows);
                writeSlice(trace, *call.leave, {}, flows);
            }
            for (const TraceStep& value : call.values) {
                writeValue(trace, value);
            }
        }
    }

    // The messages of a call, by numbers that the other end has too.
    static void addFlows(ProtoMessage& slice, const CallSteps& call, MessageFlows::Thread& flows) {
        for (const TracedMessage& message : call.messages) {
            if (const std::optional<std::uint64_t> flow = flows.next(message)) {
                const bool isSend = message.about.kind == MessageEvent::Kind::Message;
                slice.fixed(isSend ? event::kFlow : event::kFlowEnd, *flow);
            }
        }
    }

    void writeInstant(const CallSteps& call, MessageFlows::Thread& flows) {
        if (call.enter || call.messages.empty()) {
            return;
        }
        ProtoMessage added;
        ProtoMessage instant;
        instant.number(event::kType, event::kInstant)
            .number(event::kName, names_("messages", added))
            .number(event::kTrack, thread_);
        addFlows(instant, call, flows);
        putEvent(call.end(), instant, added);
    }

    void putEvent(std::int64_t time, const ProtoMessage& what, const ProtoMessage& added) {
        ProtoMessage message = packetAt(time).message(packet::kTrackEvent, what);
        if (!added.bytes().empty()) {
            message.message(packet::kInternedData, added);
        }
        putPacket(std::move(message));
    }

    // A time before the beginning would be a very late one.
    static ProtoMessage packetAt(std::int64_t time) {
        return ProtoMessage().number(packet::kTimestamp,
                                     static_cast<std::uint64_t>(time < 0 ? 0 : time));
    }

    void writeSlice(const Trace& trace, const TraceStep& step, const CallSteps& call,
                    MessageFlows::Thread& flows) {
        ProtoMessage added;
        ProtoMessage slice;
        if (step.kind == TraceStep::Kind::Enter) {
            slice.number(event::kCategory, categories_(timerGroup(trace, step.id), added))
                .number(event::kType, event::kBegin)
                .number(event::kName, names_(trace.timerName(step.id), added));
        } else {
            slice.number(event::kType, event::kEnd);
        }
        slice.number(event::kTrack, thread_);
        addFlows(slice, call, flows);
        putEvent(step.time, slice, added);
    }

    void writeValue(const Trace& trace, const TraceStep& step) {
        if (!std::isfinite(step.value)) {
            return;
        }
        const std::uint64_t counter = thread_ + step.id + 1;
        if (counters_.insert(counter).second) {
            put(describe(counter)
                    .text(track::kName, base::printable(trace.eventName(step.id)))
                    .number(track::kParent, thread_)
                    .message(track::kCounter, ProtoMessage()));
        }
        putPacket(packetAt(step.time).message(packet::kTrackEvent,
                                              ProtoMessage()
                                                  .number(event::kType, event::kCounter)
                                                  .number(event::kTrack, counter)
                                                  .real(event::kCounterValue, step.value)));
    }

    std::ostream& output_;
    const MessageFlows& flows_;
    Interned categories_{1};
    Interned names_{2};
    std::set<std::uint64_t> counters_;
    std::uint64_t pid_ = 0;
    std::uint64_t process_ = 0;
    std::uint64_t thread_ = 0;
    bool first_ = true;
};

void write(const ExportSource& source, std::ostream& output) {
    const MessageFlows flows(source);
    PerfettoWriter writer(output, flows);
    for (const RankTrace& rank : source.traces) {
        writer.write(rank, source.window);
    }
}

}  // namespace

Exporter perfettoExporter() {
    return {"perfetto",
            "Perfetto trace: a track for each thread, a slice for each call, a flow for each "
            "message, a "
            "counter for each event; ui.perfetto.dev, trace_processor",
            "sizes of messages but as counters, totals, other metrics, facts",
            ".pftrace",
            TraceUse::Required,
            write};
}

}  // namespace gantry::perf
