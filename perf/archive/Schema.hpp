#pragma once

#include <cstdint>
#include <vector>

/// What is in an archive, as SQL; docs/formats/archive.md describes it.
namespace gantry::perf {

/// "GNTY", the application id in the head of the file.
inline constexpr std::int64_t kApplicationId = 0x474e5459;

/// A table or a view by its name and the SQL statement that makes it. Static data.
struct SchemaObject {
    const char* name;
    const char* statement;
};

/// The tables of this version, the checksums' own left out. Each has at least two columns, and the
/// first two are, or begin with, its key.
const std::vector<SchemaObject>& schemaTables();

/// Tables that were added to this version later: every new archive has them, older ones do not.
const std::vector<SchemaObject>& addedTables();

/// The table that stands only in archives with a trace.
const SchemaObject& traceTable();
/// Of archives whose trace has a timeline.
const SchemaObject& timelineTable();

/// The tables that stand only in archives of profiles in which calls were not timed.
const std::vector<SchemaObject>& sampleTables();

/// Of what modules recorded; only in archives that have such records.
const std::vector<SchemaObject>& moduleTables();

/// Of source files; only in archives of runs that were to keep them. SourceTables.cpp has them.
const std::vector<SchemaObject>& sourceTables();

/// The table that stands only in archives of parallel runs whose ranks know their overhead.
const SchemaObject& rankTable();

/// The tables that stand only in archives of runs of very many ranks. The last one is checked row
/// by row when it is read, as opening must not cost its size.
const std::vector<SchemaObject>& columnTables();
extern const char* const kColumnTable;
extern const char* const kColumnIndex;

/// Queries for people, in an order in which each knows those it uses.
const std::vector<SchemaObject>& schemaViews();

/// The table that holds the number of rows and the digest of all others.
extern const char* const kChecksumTable;

}  // namespace gantry::perf
