#include <base/text/CsvLine.hpp>
#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/TableText.hpp>
#include <perf/analysis/TraceKindsText.hpp>
#include <perf/trace/TraceCursor.hpp>

#include <nlohmann/json.hpp>

#include <map>
#include <string>

namespace gantry::perf {

namespace {

using OrderedJson = nlohmann::ordered_json;
using Counts = std::map<std::uint32_t, std::int64_t>;

Counts countsOf(const Trace& trace) {
    Counts counts;
    for (const auto& [number, kind] : trace.kinds().records) {
        counts[number] = 0;
    }
    for (const auto& [thread, chunks] : trace.threads()) {
        TraceCursor cursor(trace, thread);
        for (TraceRecord record{}; cursor.next(record);) {
            ++counts[static_cast<std::uint32_t>(record.kind())];
        }
    }
    for (const SizedRecord& record : trace.sizedRecords()) {
        ++counts[record.kind];
    }
    return counts;
}

// As the trace describes it; as this program knows it in a trace that describes nothing.
TraceRecordKind kindOf(const Trace& trace, std::uint32_t number) {
    for (const TraceKinds* const kinds : {&trace.kinds(), &knownKinds()}) {
        if (const auto found = kinds->records.find(number); found != kinds->records.end()) {
            return found->second;
        }
    }
    return {"kind " + std::to_string(number), 0, "not described in the trace", {}};
}

std::string fieldsText(const std::vector<RawField>& fields) {
    std::string text;
    for (const RawField& field : fields) {
        text += (text.empty() ? "" : ", ") + field.name + " = " + field.text +
                (field.unit.empty() ? "" : ' ' + field.unit);
    }
    return text;
}

ReportTable kindTable(const Trace& trace) {
    ReportTable table{"kinds", "kind", {}, {}, {}, 0};
    table.columns = {{"kind", "kind", ""},
                     {"version", "version", ""},
                     {"records", "records", ""},
                     {"name", "name", ""},
                     {"meaning", "meaning", ""}};
    for (const auto& [number, count] : countsOf(trace)) {
        const TraceRecordKind kind = kindOf(trace, number);
        table.rows.push_back(
            {std::int64_t{number}, std::int64_t{kind.version}, count, kind.name, kind.meaning});
    }
    return table;
}

ReportTable recordTable(const Trace& trace) {
    ReportTable table{"records", "record", {}, {}, {}, 0};
    table.columns = {{"record", "record", ""}, {"fields", "fields", ""}};
    for (const SizedRecord& record : trace.sizedRecords()) {
        table.rows.push_back(
            {kindOf(trace, record.kind).name, fieldsText(rawFields(trace.kinds(), record))});
    }
    return table;
}

OrderedJson fieldsJson(const std::vector<RawField>& fields) {
    OrderedJson json = OrderedJson::array();
    for (const RawField& field : fields) {
        json.push_back({{"name", base::printable(field.name)},
                        {"value", base::printable(field.text)},
                        {"unit", base::printable(field.unit)}});
    }
    return json;
}

OrderedJson kindJson(std::uint32_t number, const TraceRecordKind& kind, std::int64_t records) {
    OrderedJson fields = OrderedJson::array();
    for (const TraceField& field : kind.fields) {
        fields.push_back({{"name", base::printable(field.name)},
                          {"type", field.type},
                          {"unit", base::printable(field.unit)},
                          {"meaning", base::printable(field.meaning)}});
    }
    return {{"kind", number},          {"name", base::printable(kind.name)},
            {"version", kind.version}, {"meaning", base::printable(kind.meaning)},
            {"records", records},      {"fields", fields}};
}

std::string inJson(const Trace& trace) {
    OrderedJson json{{"format", "gantry-trace-kinds"}, {"version", 1}};
    json["kinds"] = OrderedJson::array();
    for (const auto& [number, count] : countsOf(trace)) {
        json["kinds"].push_back(kindJson(number, kindOf(trace, number), count));
    }
    json["operations"] = OrderedJson::array();
    for (const auto& [number, operation] : trace.kinds().operations) {
        json["operations"].push_back({{"operation", number},
                                      {"name", base::printable(operation.name)},
                                      {"meaning", base::printable(operation.meaning)}});
    }
    json["records"] = OrderedJson::array();
    for (const SizedRecord& record : trace.sizedRecords()) {
        json["records"].push_back({{"kind", record.kind},
                                   {"name", base::printable(kindOf(trace, record.kind).name)},
                                   {"fields", fieldsJson(rawFields(trace.kinds(), record))}});
    }
    return json.dump(1, ' ', false, OrderedJson::error_handler_t::replace) + '\n';
}

std::string inCsv(const Trace& trace) {
    std::string text = base::csvLine({"kind", "name", "fields"});
    for (const SizedRecord& record : trace.sizedRecords()) {
        text += base::csvLine({std::to_string(record.kind), kindOf(trace, record.kind).name,
                               fieldsText(rawFields(trace.kinds(), record))});
    }
    return text;
}

}  // namespace

std::uint64_t unknownRecords(const Trace& trace) {
    std::uint64_t unknown = 0;
    for (const SizedRecord& record : trace.sizedRecords()) {
        unknown += knownKinds().records.count(record.kind) == 0 ? 1 : 0;
    }
    return unknown;
}

std::string traceKindsText(const Trace& trace, TraceText::Format format) {
    if (format == TraceText::Format::Json) {
        return inJson(trace);
    }
    if (format == TraceText::Format::Csv) {
        return inCsv(trace);
    }
    std::string text = tableText(kindTable(trace));
    if (const ReportTable records = recordTable(trace); !records.rows.empty()) {
        text += '\n' + tableText(records);
    }
    if (trace.kinds().records.empty()) {
        text += "The trace does not describe its kinds: an older version has written it.\n";
    }
    return text;
}

}  // namespace gantry::perf
