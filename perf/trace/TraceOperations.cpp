#include <perf/model/MessageEvent.hpp>
#include <perf/trace/TraceError.hpp>
#include <perf/trace/TraceOperations.hpp>

#include <optional>
#include <utility>

#include "TraceRecords.hpp"

namespace gantry::perf {

namespace {

OperationKind ofEvent(const std::string& name) {
    EventStats event;
    event.name = name;
    const std::optional<MessageEvent> about = messageEvent(event);
    using Kind = MessageEvent::Kind;
    const bool isMessage =
        about && (about->kind == Kind::Message || about->kind == Kind::Received ||
                  about->kind == Kind::OneSided);
    return isMessage ? OperationKind::Message : OperationKind::Counter;
}

template <class Record>
SizedRecord sized(const Record& fields) {
    SizedRecord record;
    record.kind = Record::kKind;
    fields.write(record.fields);
    return record;
}

template <class Record>
Record fieldsOf(const SizedRecord& record) {
    ByteReader bytes(record.fields);
    // Fields behind these are of a later version.
    Record fields = Record::read(bytes);
    if (bytes.failed()) {
        throw TraceError(TraceError::Kind::Damaged,
                         "a record of the trace is damaged: it ends in the middle");
    }
    return fields;
}

}  // namespace

std::vector<SizedRecord> operationRecords(const TraceTables& tables) {
    std::vector<SizedRecord> records;
    for (const auto& [id, timer] : tables.timers) {
        traced::TimerOperationRecord fields;
        fields.timer = id;
        fields.operation = static_cast<std::uint32_t>(operationOf(timer));
        const SourceLocation place = sourceOf(timer.name).value_or(SourceLocation{});
        fields.file = place.file;
        fields.line = place.line;
        fields.column = place.column;
        records.push_back(sized(fields));
    }
    for (const auto& [id, name] : tables.events) {
        traced::EventOperationRecord fields;
        fields.event = id;
        fields.operation = static_cast<std::uint32_t>(ofEvent(name));
        records.push_back(sized(fields));
    }
    return records;
}

void takeOperations(const std::vector<SizedRecord>& records, TraceOperations& operations) {
    for (const SizedRecord& record : records) {
        if (record.kind == traced::TimerOperationRecord::kKind) {
            auto fields = fieldsOf<traced::TimerOperationRecord>(record);
            const auto number = [](std::uint64_t value) {
                return static_cast<std::uint32_t>(value > 0xffffffffU ? 0 : value);
            };
            operations.timers[fields.timer] = {
                fields.operation,
                {std::move(fields.file), number(fields.line), number(fields.column)}};
        } else if (record.kind == traced::EventOperationRecord::kKind) {
            const auto fields = fieldsOf<traced::EventOperationRecord>(record);
            operations.events[fields.event] = {fields.operation, {}};
        }
    }
}

std::vector<std::string> tableChunks(const TraceTables& tables) {
    std::vector<std::string> chunks = sizedChunks(operationRecords(tables));
    chunks.insert(chunks.begin(), encodeTables(tables));
    return chunks;
}

}  // namespace gantry::perf
