#pragma once

#include <perf/exporters/TraceSteps.hpp>
#include <perf/model/MessageEvent.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gantry::perf {

/// A message that a call sent or received, bytes that it put to another rank or got from it, or its
/// part in a collective operation, as the module for MPI noted it behind the call. Ranks are those
/// of the whole run. A plain value.
struct TracedMessage {
    MessageEvent about;
    std::int64_t bytes = 0;
    std::optional<std::int64_t> tag;     ///< of a message
    std::optional<std::int64_t> posted;  ///< of a receive: its place among those of the process
    std::optional<std::int64_t> root;    ///< of a collective operation that has one
    std::int64_t time = 0;               ///< of the event: just after the call
};

/// Steps that belong together: a single one; or the end of a call, with its begin where nothing is
/// between them, and the messages of that call.
struct CallSteps {
    std::optional<TraceStep> enter;
    std::optional<TraceStep> leave;
    std::vector<TraceStep> values;  ///< those of the messages too, in their order
    std::vector<TracedMessage> messages;

    /// When the call began to send, or ended, as far as it is known.
    [[nodiscard]] std::int64_t begin() const noexcept {
        return enter ? enter->time : leave ? leave->time : 0;
    }
    [[nodiscard]] std::int64_t end() const noexcept { return leave ? leave->time : begin(); }
};

/// The steps of one thread with what its calls sent and received. As TraceSteps otherwise; for one
/// thread.
///
///     CallMessages calls(trace, thread, window);
///     for (CallSteps call; calls.next(call);) { write(call); }
class CallMessages final {
public:
    /// The trace must outlive this. Throws ExportError if the trace has no clock in ns.
    CallMessages(const Trace& trace, std::uint32_t thread, ExportWindow window);

    /// Sets the next steps; false at the end. Throws TraceError. Replaces all members of `call`.
    /// Memory grows with the messages of one call.
    bool next(CallSteps& call);

private:
    bool take(TraceStep& step);
    void takeValues(CallSteps& call);
    void note(const TraceStep& step, CallSteps& call) const;

    TraceSteps steps_;
    std::map<std::uint32_t, MessageEvent> about_;  // by number of the event
    std::optional<TraceStep> ahead_;
};

/// The ranks of each communicator, in ascending order: those that left events of it, or that such
/// events name, as far as they are exported and have a thread.
using Communicators = std::map<std::string, std::vector<std::uint32_t>>;
Communicators communicatorsOf(const ExportSource& source);

}  // namespace gantry::perf
