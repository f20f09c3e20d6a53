#include "StoreTypes.hpp"

#include <perf/segment/EventRecord.hpp>
#include <perf/segment/MisuseRecord.hpp>
#include <perf/segment/NodeRecord.hpp>
#include <perf/segment/SketchPage.hpp>
#include <perf/segment/TraceRing.hpp>

#include <cstring>

namespace gantry::perf {

namespace {

RecordType type(const char* name, std::size_t bytes) noexcept {
    RecordType type{};
    std::strncpy(type.name.data(), name, type.name.size() - 1);
    type.bytes = static_cast<std::uint32_t>(bytes);
    return type;
}

}  // namespace

std::array<RecordType, kRecordTypes> storeTypes() noexcept {
    return {type("name", sizeof(NameRecord)),     type("metric", sizeof(MetricRecord)),
            type("timer", sizeof(TimerEntry)),    type("event", sizeof(EventEntry)),
            type("fact", sizeof(FactRecord)),     type("thread", sizeof(ThreadRecord)),
            type("node", sizeof(NodeRecord)),     type("eventValues", sizeof(EventRecord)),
            type("misuse", sizeof(MisuseRecord)), type("sketchPage", sizeof(SketchPage)),
            type("traceRing", sizeof(TraceRing)), type("traceRecord", sizeof(TraceRecord))};
}

}  // namespace gantry::perf
