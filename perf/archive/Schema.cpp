#include "Schema.hpp"

namespace gantry::perf {

// Comments in these texts are part of the file: sqlite3's .schema shows them to who opens an
// archive. A change of one is a change of the digest of its table.
const char* const kChecksumTable = R"(CREATE TABLE checksum (
    object TEXT PRIMARY KEY,  -- name of a table or view
    rows INTEGER NOT NULL,    -- number of its rows; 0 for a view
    digest TEXT NOT NULL      -- FNV-1a, 64 bit, of its definition and rows; 16 hexadecimal digits
) WITHOUT ROWID)";

namespace {

// The tables of every archive. Columns may be added in a version, but not changed or removed
// (docs/formats/archive.md); statements that insert bind by place, in the order given here.
constexpr SchemaObject kRun{"run", R"(CREATE TABLE run (
    id INTEGER PRIMARY KEY,      -- 1: there is one row
    created TEXT NOT NULL,       -- moment of the snapshot, UTC
    time_ns INTEGER NOT NULL,    -- ns since the measurement began
    partial TEXT,                -- what is missing and why; NULL where nothing is
    host TEXT NOT NULL,
    cpu_model TEXT NOT NULL,
    cores INTEGER NOT NULL,      -- processors the system had online
    os TEXT NOT NULL,
    clock_source TEXT NOT NULL,  -- the clock of the operating system
    ranks INTEGER                -- processes of a parallel run; NULL for one process
))"};
constexpr SchemaObject kContext{"context", R"(CREATE TABLE context (
    id INTEGER PRIMARY KEY,
    key TEXT NOT NULL,
    value TEXT NOT NULL
))"};
constexpr SchemaObject kInstance{"instance", R"(CREATE TABLE instance (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,
    class TEXT NOT NULL
))"};
constexpr SchemaObject kConnection{"connection", R"(CREATE TABLE connection (
    id INTEGER PRIMARY KEY,
    user TEXT NOT NULL,      -- name of an instance
    uses_port TEXT NOT NULL,
    provider TEXT NOT NULL,  -- name of an instance
    provides_port TEXT NOT NULL
))"};
constexpr SchemaObject kChange{"change", R"(CREATE TABLE change (
    id INTEGER PRIMARY KEY,
    time_ns INTEGER NOT NULL,  -- ns since the measurement began
    action TEXT NOT NULL,      -- create, destroy, connect, disconnect, swap, set or monitor
    cause TEXT NOT NULL,       -- who asked for it, and why
    user TEXT NOT NULL,        -- name of an instance
    uses_port TEXT,            -- NULL for create and destroy, as the next two
    provider TEXT,             -- of a swap: the new one
    provides_port TEXT,
    command TEXT,              -- of the script language, that does the same; NULL: there is none
    implied INTEGER NOT NULL   -- 1: it followed from another change, and does so again
))"};
constexpr SchemaObject kMetric{"metric", R"(CREATE TABLE metric (
    id INTEGER PRIMARY KEY,  -- 0 is the first one
    name TEXT NOT NULL,
    unit TEXT NOT NULL,      -- of every value of this metric
    source TEXT NOT NULL,    -- the clock or counter it comes from
    probe_overhead REAL,        -- of one start and stop, in the unit; NULL: not known
    probe_overhead_inside REAL  -- the part of that inside the timer's own value; NULL: not known
))"};
constexpr SchemaObject kName{"name", R"(CREATE TABLE name (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL  -- a BLOB where the bytes are not UTF-8 or hold a zero
))"};
constexpr SchemaObject kTimer{"timer", R"(CREATE TABLE timer (
    id INTEGER PRIMARY KEY,
    name_id INTEGER NOT NULL REFERENCES name,
    type_id INTEGER NOT NULL REFERENCES name,   -- often the class of a component
    group_id INTEGER NOT NULL REFERENCES name,  -- often the component
    kind TEXT NOT NULL,                         -- timer, phase or parameter
    base_id INTEGER REFERENCES timer,           -- of a parameter: the timer it belongs to
    throttled INTEGER NOT NULL                  -- 1: switched off in mid-run for its cost
))"};
constexpr SchemaObject kThread{"thread", R"(CREATE TABLE thread (
    id INTEGER PRIMARY KEY,
    position INTEGER NOT NULL,  -- place in the profile, from 0
    name TEXT NOT NULL,         -- as the system knew it
    ended INTEGER NOT NULL,     -- 1: it was over
    cpu_ns INTEGER NOT NULL,    -- CPU time of the whole thread in ns, measured or not
    process_id INTEGER REFERENCES process,  -- NULL: not known
    role TEXT NOT NULL          -- main, worker, library (never ran a timer) or unknown
))"};
constexpr SchemaObject kCallPath{"call_path", R"(CREATE TABLE call_path (
    id INTEGER PRIMARY KEY,      -- depth first: what is below a path comes directly behind it
    parent_id INTEGER REFERENCES call_path,  -- NULL at the top
    timer_id INTEGER NOT NULL REFERENCES timer,
    depth INTEGER NOT NULL,      -- number of paths above it
    recursive INTEGER NOT NULL,  -- 1: the same timer is also above it
    in_group INTEGER NOT NULL,   -- 1: a timer of the same group is above it
    phase_id INTEGER REFERENCES timer,     -- the innermost phase around it, or itself; NULL: none
    instance_id INTEGER REFERENCES timer,  -- the instance of that phase, a parameter; NULL: none
    in_phase INTEGER NOT NULL    -- 1: a path of the same phase, instance and timer is above it
))"};
constexpr SchemaObject kNode{"node", R"(CREATE TABLE node (
    id INTEGER PRIMARY KEY,          -- in the order of the threads and their first calls
    thread_id INTEGER NOT NULL REFERENCES thread,
    path_id INTEGER NOT NULL REFERENCES call_path,
    calls INTEGER NOT NULL,          -- starts, a running call included
    child_calls INTEGER NOT NULL,    -- starts of other timers directly inside
    running INTEGER NOT NULL         -- 1: started and not stopped
))"};
constexpr SchemaObject kValue{"value", R"(CREATE TABLE value (
    node_id INTEGER NOT NULL REFERENCES node,
    metric_id INTEGER NOT NULL REFERENCES metric,
    inclusive INTEGER NOT NULL,  -- in the unit of the metric, as the next
    exclusive INTEGER NOT NULL,  -- inclusive without the paths directly below
    PRIMARY KEY (node_id, metric_id)
) WITHOUT ROWID)"};
constexpr SchemaObject kEvent{"event", R"(CREATE TABLE event (
    id INTEGER PRIMARY KEY,
    name_id INTEGER NOT NULL REFERENCES name,
    path_id INTEGER NOT NULL REFERENCES name,  -- 'main => foo'; the empty text: over all paths
    count INTEGER NOT NULL,
    min REAL,          -- in the unit of the event, as the next three and the sum; NULL: not a number
    max REAL,
    mean REAL,
    deviation REAL,    -- standard deviation of the values as the whole population
    sum REAL,
    m2 REAL,           -- sum of the squared differences from the mean
    sum_squares REAL,  -- sum of the squares of the values
    p50 REAL,          -- half of the values lie below it, to 1 %; NULL where no quantiles were kept
    p90 REAL,
    p99 REAL,
    zeros INTEGER NOT NULL,     -- of the quantiles: values too small for a bucket
    collapsed INTEGER NOT NULL  -- of the quantiles: values that do not stand in their bucket
))"};
constexpr SchemaObject kEventBucket{"event_bucket", R"(CREATE TABLE event_bucket (
    id INTEGER PRIMARY KEY,
    event_id INTEGER NOT NULL REFERENCES event,
    negative INTEGER NOT NULL,  -- 1: of negative values
    bucket INTEGER NOT NULL,    -- index by magnitude, as docs/formats/profile.md says
    count INTEGER NOT NULL      -- values in it
))"};
constexpr SchemaObject kMisuse{"misuse", R"(CREATE TABLE misuse (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    name_id INTEGER NOT NULL REFERENCES name,   -- the timer or event
    other_id INTEGER NOT NULL REFERENCES name,  -- the second timer of an overlap
    count INTEGER NOT NULL,
    thread_id INTEGER                           -- NULL: not known
))"};
constexpr SchemaObject kRankTimer{"rank_timer", R"(CREATE TABLE rank_timer (
    id INTEGER PRIMARY KEY,
    name_id INTEGER NOT NULL REFERENCES name,
    type_id INTEGER NOT NULL REFERENCES name,
    group_id INTEGER NOT NULL REFERENCES name,
    kind TEXT NOT NULL,
    base_id INTEGER REFERENCES rank_timer,
    throttled INTEGER NOT NULL,
    ranks INTEGER NOT NULL  -- how many ranks started it
))"};
constexpr SchemaObject kRankValue{"rank_value", R"(CREATE TABLE rank_value (
    id INTEGER PRIMARY KEY,
    rank_timer_id INTEGER NOT NULL REFERENCES rank_timer,
    figure TEXT NOT NULL,                 -- calls, inclusive or exclusive
    metric_id INTEGER REFERENCES metric,  -- NULL for calls
    min REAL,                             -- in the unit of the metric, as the next four
    max REAL,
    mean REAL,
    deviation REAL,                       -- standard deviation of the ranks as the whole population
    sum REAL,
    min_rank INTEGER NOT NULL,            -- the lowest rank that has the minimum
    max_rank INTEGER NOT NULL             -- the lowest rank that has the maximum
))"};

constexpr SchemaObject kDecision{"decision", R"(CREATE TABLE decision (
    id INTEGER PRIMARY KEY,    -- 0 is the first one; in the order of time
    time_ns INTEGER NOT NULL,  -- ns since the measurement began
    time REAL NOT NULL,        -- the same moment in seconds since 1970
    port TEXT NOT NULL,        -- the tuned uses port, instance.port
    request INTEGER NOT NULL,  -- number of the choice, from 1
    repeats INTEGER NOT NULL,  -- how many choices in a row it is about
    context TEXT NOT NULL,     -- key of the context
    candidate TEXT NOT NULL,   -- who was called
    reason TEXT NOT NULL,      -- incumbent, first-try, ...
    text TEXT NOT NULL,        -- the reason in words
    cost_limit REAL,           -- where the call was to be ended, in the unit of costs; NULL: nowhere
    fallback TEXT NOT NULL,    -- who served where the candidate did not; empty: nobody
    status TEXT NOT NULL,      -- completed, aborted, cancelled, failed, wrong, timed-out or crashed
    cost REAL,                 -- of the call, the mean of repeats; seconds unless tuned by another metric
    seconds REAL,              -- wall time of the call, likewise
    quality REAL               -- error over allowed error; NULL: not checked
))"};
constexpr SchemaObject kEstimate{"estimate", R"(CREATE TABLE estimate (
    id INTEGER PRIMARY KEY,
    decision_id INTEGER NOT NULL REFERENCES decision,
    candidate TEXT NOT NULL,
    calls INTEGER NOT NULL,      -- that it rests on
    cost REAL,                   -- expected, in the unit of the decision's cost; 0: nothing finished
    low REAL,                    -- with a probability of 95 % the cost is between this
    high REAL,                   -- and this; NULL: nothing is known
    bound REAL,                  -- calls that were ended cost at least that much; 0: none
    quarantine INTEGER NOT NULL  -- requests for which it is not chosen, because it failed
))"};

}  // namespace

namespace {

constexpr SchemaObject kProcess{"process", R"(CREATE TABLE process (
    id INTEGER PRIMARY KEY,  -- 0 is the first one; by rank where they have one
    run TEXT NOT NULL,       -- the same for all that were started together; empty: not known
    host TEXT NOT NULL,      -- name of the machine
    boot_id TEXT NOT NULL,   -- of its running system: equal ones share a clock; empty: not known
    pid INTEGER,             -- NULL: not known
    rank INTEGER,            -- in the parallel run, from 0; NULL: none
    size INTEGER             -- ranks of that run, measured or not; NULL: none
))"};

}  // namespace

// In the order in which they are written: a table refers to those before it. Readers check that
// each of these is in the list of checksums.
const std::vector<SchemaObject>& schemaTables() {
    static const std::vector<SchemaObject> tables{
        kRun,   kContext,     kInstance, kConnection, kChange,   kMetric,
        kName,  kTimer,       kThread,   kCallPath,   kNode,     kValue,
        kEvent, kEventBucket, kMisuse,   kRankTimer,  kRankValue};
    return tables;
}

const std::vector<SchemaObject>& addedTables() {
    static const std::vector<SchemaObject> tables{kDecision, kEstimate, kProcess};
    return tables;
}

const std::vector<SchemaObject>& sampleTables() {
    static const std::vector<SchemaObject> tables{{"sample", R"(CREATE TABLE sample (
    node_id INTEGER NOT NULL REFERENCES node,
    metric_id INTEGER NOT NULL REFERENCES metric,
    untimed INTEGER NOT NULL,  -- calls of the node that were counted and not timed
    error INTEGER NOT NULL,    -- by how much 'inclusive' is off at most, with 99 %, in the unit
    PRIMARY KEY (node_id, metric_id)
) WITHOUT ROWID)"},
                                                  {"sampling", R"(CREATE TABLE sampling (
    id INTEGER PRIMARY KEY REFERENCES metric,
    untimed_overhead REAL NOT NULL  -- of one call that is counted and not timed, in the unit
))"}};
    return tables;
}

const std::vector<SchemaObject>& moduleTables() {
    static const std::vector<SchemaObject> tables{{"module", R"(CREATE TABLE module (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL,        -- such as posix
    version INTEGER NOT NULL,  -- of the meaning of its fields
    partial TEXT               -- what is missing, and what helps; NULL where nothing is
))"},
                                                  {"module_field", R"(CREATE TABLE module_field (
    id INTEGER PRIMARY KEY,  -- module by module, in the order of the fields
    module_id INTEGER NOT NULL REFERENCES module,
    name TEXT NOT NULL,
    unit TEXT NOT NULL,
    reduction TEXT NOT NULL  -- over records of one name: sum, min, max, first, last or none
))"},
                                                  {"module_record", R"(CREATE TABLE module_record (
    id INTEGER PRIMARY KEY,
    module_id INTEGER NOT NULL REFERENCES module,
    process_id INTEGER REFERENCES process,         -- NULL: not known
    name_id INTEGER NOT NULL REFERENCES name       -- often of a file
))"},
                                                  {"module_value", R"(CREATE TABLE module_value (
    record_id INTEGER NOT NULL REFERENCES module_record,
    field_id INTEGER NOT NULL REFERENCES module_field,
    value INTEGER NOT NULL,  -- in the unit of the field; a field without a row is 0
    PRIMARY KEY (record_id, field_id)
) WITHOUT ROWID)"},
                                                  {"module_values", R"(CREATE VIEW module_values AS
    SELECT m.name AS module, n.text AS name, p.rank AS rank, p.pid AS pid, f.name AS field,
           v.value AS value, f.unit AS unit, f.reduction AS reduction
    FROM module_value v JOIN module_record r ON r.id = v.record_id
         JOIN module_field f ON f.id = v.field_id JOIN module m ON m.id = r.module_id
         JOIN name n ON n.id = r.name_id LEFT JOIN process p ON p.id = r.process_id)"}};
    return tables;
}

const SchemaObject& rankTable() {
    static constexpr SchemaObject table{"rank_compensated", R"(CREATE TABLE rank_compensated (
    id INTEGER PRIMARY KEY,
    rank_timer_id INTEGER NOT NULL REFERENCES rank_timer,
    figure TEXT NOT NULL,  -- inclusive or exclusive, without the measurement overhead
    metric_id INTEGER NOT NULL REFERENCES metric,
    min REAL,              -- this and what follows as in rank_value
    max REAL,
    mean REAL,
    deviation REAL,
    sum REAL,
    min_rank INTEGER NOT NULL,
    max_rank INTEGER NOT NULL
))"};
    return table;
}

const SchemaObject& traceTable() {
    static constexpr SchemaObject table{"trace", R"(CREATE TABLE trace (
    id INTEGER PRIMARY KEY,    -- in the order in which they were written
    kind INTEGER NOT NULL,     -- 1 records, 2 tables of names, 3 the end
    thread INTEGER NOT NULL,   -- of records: id of the thread
    first_ns INTEGER NOT NULL, -- of records: when the first was made, since the measurement began
    records INTEGER NOT NULL,
    lost INTEGER NOT NULL,     -- records of this thread lost up to then
    bytes BLOB NOT NULL        -- the chunk, as in docs/formats/trace.md
))"};
    return table;
}

const SchemaObject& timelineTable() {
    static constexpr SchemaObject table{"timeline", R"(CREATE TABLE timeline (
    id INTEGER PRIMARY KEY,    -- in the order of the file
    bytes BLOB NOT NULL        -- a piece of docs/formats/timeline.md, in a chunk as in trace.md
))"};
    return table;
}

const char* const kColumnTable = R"(CREATE TABLE rank_column (
    id INTEGER PRIMARY KEY,
    block_id INTEGER NOT NULL REFERENCES rank_block,
    column_timer_id INTEGER NOT NULL REFERENCES column_timer,
    bytes BLOB NOT NULL,     -- the values of the ranks that started the timer
    digest INTEGER NOT NULL  -- FNV-1a, 64 bit, of block_id, column_timer_id and bytes
))";
const char* const kColumnIndex =
    "CREATE INDEX rank_column_of ON rank_column (column_timer_id, block_id)";

const std::vector<SchemaObject>& columnTables() {
    static const std::vector<SchemaObject> tables{{"rank_block", R"(CREATE TABLE rank_block (
    id INTEGER PRIMARY KEY,
    first_rank INTEGER NOT NULL,
    ranks INTEGER NOT NULL,  -- how many, one behind the other
    totals BLOB NOT NULL     -- of each rank threads, calls, CPU time, and what was measured
))"},
                                                  {"column_timer", R"(CREATE TABLE column_timer (
    id INTEGER PRIMARY KEY,
    rank_timer_id INTEGER NOT NULL REFERENCES rank_timer,
    columns INTEGER NOT NULL  -- how many rows of rank_column are of it
))"}};
    return tables;
}

}  // namespace gantry::perf
