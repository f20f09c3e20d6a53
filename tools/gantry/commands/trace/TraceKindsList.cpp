#include "TraceKindsList.hpp"

#include <base/text/CsvLine.hpp>
#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/TableText.hpp>
#include <perf/trace/TraceCursor.hpp>

#include <nlohmann/json.hpp>

#include <iostream>
#include <map>
#include <string>

namespace gantry::tools {

namespace {

using Json = nlohmann::ordered_json;
using Counts = std::map<std::uint32_t, std::int64_t>;

Counts countsOf(const perf::Trace& trace) {
    Counts counts;
    for (const auto& [number, kind] : trace.kinds().records) {
        counts[number] = 0;
    }
    for (const auto& [thread, chunks] : trace.threads()) {
        perf::TraceCursor cursor(trace, thread);
        for (perf::TraceRecord record{}; cursor.next(record);) {
            ++counts[static_cast<std::uint32_t>(record.kind())];
        }
    }
    for (const perf::SizedRecord& record : trace.sizedRecords()) {
        ++counts[record.kind];
    }
    return counts;
}

// As the trace describes it; as this program knows it in a trace that describes nothing.
perf::TraceRecordKind kindOf(const perf::Trace& trace, std::uint32_t number) {
    for (const perf::TraceKinds* const kinds : {&trace.kinds(), &perf::knownKinds()}) {
        if (const auto found = kinds->records.find(number); found != kinds->records.end()) {
            return found->second;
        }
    }
    return {"kind " + std::to_string(number), 0, "not described in the trace", {}};
}

std::string fieldsText(const std::vector<perf::RawField>& fields) {
    std::string text;
    for (const perf::RawField& field : fields) {
        text += (text.empty() ? "" : ", ") + field.name + " = " + field.text +
                (field.unit.empty() ? "" : ' ' + field.unit);
    }
    return text;
}

perf::ReportTable kindTable(const perf::Trace& trace) {
    perf::ReportTable table{"kinds", "kind", {}, {}, {}, 0};
    table.columns = {{"kind", "kind", ""},
                     {"version", "version", ""},
                     {"records", "records", ""},
                     {"name", "name", ""},
                     {"meaning", "meaning", ""}};
    for (const auto& [number, count] : countsOf(trace)) {
        const perf::TraceRecordKind kind = kindOf(trace, number);
        table.rows.push_back(
            {std::int64_t{number}, std::int64_t{kind.version}, count, kind.name, kind.meaning});
    }
    return table;
}

perf::ReportTable recordTable(const perf::Trace& trace) {
    perf::ReportTable table{"records", "record", {}, {}, {}, 0};
    table.columns = {{"record", "record", ""}, {"fields", "fields", ""}};
    for (const perf::SizedRecord& record : trace.sizedRecords()) {
        table.rows.push_back(
            {kindOf(trace, record.kind).name, fieldsText(perf::rawFields(trace.kinds(), record))});
    }
    return table;
}

Json fieldsJson(const std::vector<perf::RawField>& fields) {
    Json json = Json::array();
    for (const perf::RawField& field : fields) {
        json.push_back({{"name", base::printable(field.name)},
                        {"value", base::printable(field.text)},
                        {"unit", base::printable(field.unit)}});
    }
    return json;
}

Json kindJson(std::uint32_t number, const perf::TraceRecordKind& kind, std::int64_t records) {
    Json fields = Json::array();
    for (const perf::TraceField& field : kind.fields) {
        fields.push_back({{"name", base::printable(field.name)},
                          {"type", field.type},
                          {"unit", base::printable(field.unit)},
                          {"meaning", base::printable(field.meaning)}});
    }
    return {{"kind", number},          {"name", base::printable(kind.name)},
            {"version", kind.version}, {"meaning", base::printable(kind.meaning)},
            {"records", records},      {"fields", fields}};
}

void printJson(const perf::Trace& trace) {
    Json json{{"format", "gantry-trace-kinds"}, {"version", 1}};
    json["kinds"] = Json::array();
    for (const auto& [number, count] : countsOf(trace)) {
        json["kinds"].push_back(kindJson(number, kindOf(trace, number), count));
    }
    json["operations"] = Json::array();
    for (const auto& [number, operation] : trace.kinds().operations) {
        json["operations"].push_back({{"operation", number},
                                      {"name", base::printable(operation.name)},
                                      {"meaning", base::printable(operation.meaning)}});
    }
    json["records"] = Json::array();
    for (const perf::SizedRecord& record : trace.sizedRecords()) {
        json["records"].push_back({{"kind", record.kind},
                                   {"name", base::printable(kindOf(trace, record.kind).name)},
                                   {"fields", fieldsJson(rawFields(trace.kinds(), record))}});
    }
    std::cout << json.dump(1, ' ', false, Json::error_handler_t::replace) << '\n';
}

void printCsv(const perf::Trace& trace) {
    std::cout << base::csvLine({"kind", "name", "fields"});
    for (const perf::SizedRecord& record : trace.sizedRecords()) {
        std::cout << base::csvLine({std::to_string(record.kind), kindOf(trace, record.kind).name,
                                    fieldsText(rawFields(trace.kinds(), record))});
    }
}

}  // namespace

std::uint64_t unknownRecords(const perf::Trace& trace) {
    std::uint64_t unknown = 0;
    for (const perf::SizedRecord& record : trace.sizedRecords()) {
        unknown += perf::knownKinds().records.count(record.kind) == 0 ? 1 : 0;
    }
    return unknown;
}

void printKinds(const perf::Trace& trace, perf::TraceText::Format format) {
    if (format == perf::TraceText::Format::Json) {
        printJson(trace);
    } else if (format == perf::TraceText::Format::Csv) {
        printCsv(trace);
    } else {
        std::cout << perf::tableText(kindTable(trace));
        if (const perf::ReportTable records = recordTable(trace); !records.rows.empty()) {
            std::cout << '\n' << perf::tableText(records);
        }
        if (trace.kinds().records.empty()) {
            std::cout << "The trace is of before traces described their kinds.\n";
        }
    }
    std::cout << std::flush;
}

}  // namespace gantry::tools
