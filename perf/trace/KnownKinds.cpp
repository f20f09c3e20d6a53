// Made by scripts/trace-kinds from perf/trace/kinds.txt; do not edit.

#include <perf/trace/TraceKinds.hpp>

namespace gantry::perf {

// NOLINTNEXTLINE(readability-function-size): a table
const TraceKinds& knownKinds() {
    static const TraceKinds kKnown{
        {
            {1,
             {"start",
              1,
              "a call begins",
              {{"timer", 12, "", "of which"}, {"time", 8, "", "when"}}}},
            {2,
             {"stop",
              1,
              "the call ends",
              {{"timer", 12, "", "of which"}, {"time", 8, "", "when"}}}},
            {3,
             {"event",
              1,
              "an event is triggered",
              {{"event", 16, "", "which"}, {"time", 8, "", "when"}}}},
            {4,
             {"value",
              1,
              "the value of the event before it",
              {{"event", 16, "", "of which"}, {"value", 1, "", "the value"}}}},
            {5,
             {"lost",
              1,
              "there was no room",
              {{"records", 0, "", "how many are missing"},
               {"time", 8, "", "of the first of them"}}}},
            {6,
             {"thread",
              1,
              "a thread begins to use the ring",
              {{"systemId", 0, "", "its number in the system"}, {"time", 8, "", "when"}}}},
            {16,
             {"timerOperation",
              1,
              "what the calls of a timer are, and where they are in the source",
              {{"timer", 12, "", "which"},
               {"operation", 24, "", "what its calls are"},
               {"file", 2, "", "of the source; empty if not known"},
               {"line", 0, "", "in that file; 0 if not known"},
               {"column", 0, "", "in that line; 0 if not known"}}}},
            {17,
             {"eventOperation",
              1,
              "what an event is",
              {{"event", 16, "", "which"}, {"operation", 24, "", "what it is"}}}},
            {18,
             {"waited",
              1,
              "measuring stopped a thread until there was room in its ring (trace mode full)",
              {{"thread", 20, "", "which"},
               {"from", 8, "", "of the first record of the piece of the trace in which it waited"},
               {"to", 8, "", "of the last"},
               {"waited", 0, "ns", "how long in it"}}}},
        },
        {
            {0, {"function", "a piece of code"}},
            {1, {"send", "hands data to another rank"}},
            {2, {"receive", "gets data from another rank, or waits for it"}},
            {3, {"collective", "a call of all ranks of a group"}},
            {4, {"io", "reads, writes or manages files"}},
            {5, {"counter", "an event with values"}},
            {6, {"message", "an event about data between ranks"}},
            {7, {"state", "what a location is in"}},
            {8, {"user", "a piece of code that the user named for the trace"}},
        }};
    return kKnown;
}

}  // namespace gantry::perf
