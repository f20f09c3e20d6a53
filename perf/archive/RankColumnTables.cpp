#include "RankColumnTables.hpp"

#include <base/hash/Fnv1a.hpp>

#include <stdexcept>
#include <string_view>

#include "Rows.hpp"
#include "Schema.hpp"

namespace gantry::perf {

namespace {

// FNV-1a over block, timer and bytes (docs/formats/archive.md). The key is included, so that a
// column that was moved to another row is found as well.
std::int64_t digestOf(std::int64_t block, std::int64_t timer, std::string_view bytes) {
    base::Fnv1a64 hash;
    for (const std::int64_t number : {block, timer}) {
        for (unsigned shift = 0; shift < 64; shift += 8) {
            hash.add((static_cast<std::uint64_t>(number) >> shift) & 0xffU);
        }
    }
    hash.add(bytes);
    return static_cast<std::int64_t>(hash.value());
}

base::Database& withTables(base::Database& database) {
    for (const SchemaObject& table : columnTables()) {
        database.run(table.statement);
    }
    database.run(kColumnTable);
    return database;
}

// The checksums have been verified, so they say reliably whether there are columns.
bool hasColumns(base::Database& database) {
    return database.number("SELECT count(*) FROM checksum WHERE object = 'rank_block'") > 0;
}

[[noreturn]] void damaged(const std::filesystem::path& path, const std::string& what) {
    throw ArchiveError(ArchiveError::Kind::Damaged, path,
                       "'rank_column' is not as it was written: " + what +
                           "; the file is damaged or was changed, take another copy of it");
}

RankColumn unpacked(const std::filesystem::path& path, std::string_view bytes,
                    std::uint32_t count) {
    try {
        return unpackColumn(bytes, count);
    } catch (const std::invalid_argument& error) {
        damaged(path, error.what());
    }
}

std::size_t metricsIn(base::Database& database) {
    return static_cast<std::size_t>(database.number("SELECT count(*) FROM metric"));
}

// One block of a table that has all of them.
struct Block {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

Block blockOf(const Rows& rows) {
    const Block block{rows.whole<std::uint32_t>(0), rows.whole<std::uint32_t>(1)};
    if (block.count > kRanksInBlock) {
        rows.fail(1, "1024 at most");
    }
    return block;
}

std::int64_t value(const RankColumn& column, std::size_t figure, std::size_t place) {
    return columnValue(column.figures[figure][place]);
}

}  // namespace

RankColumnWriter::RankColumnWriter(base::Database& database)
    : database_(withTables(database)),
      blocks_(database.prepare("INSERT INTO rank_block VALUES (?, ?, ?, ?)")),
      columns_(database.prepare("INSERT INTO rank_column VALUES (?, ?, ?, ?, ?)")) {}

void RankColumnWriter::add(const RankBlock& block) {
    const std::int64_t id = nextBlock_++;
    blocks_.insert(id, block.first, block.count, std::string_view(block.totals));
    for (const PackedColumn& column : block.columns) {
        const TimerInfo& timer = column.timer;
        const auto number = static_cast<std::int64_t>(timers_.size());
        const auto entry =
            timers_.try_emplace({timer.name, timer.type, timer.group, timer.kind}, number).first;
        columns_.insert(nextColumn_++, id, entry->second, std::string_view(column.bytes),
                        digestOf(id, entry->second, column.bytes));
    }
}

void RankColumnWriter::finish(const Profile& profile) {
    // After the rows: building an index at once is cheaper than keeping it sorted row by row.
    database_.run(kColumnIndex);
    if (profile.ranks) {
        base::Statement known = database_.prepare(
            "INSERT INTO column_timer SELECT ?, ?, count(*) FROM rank_column "
            "WHERE column_timer_id = ?");
        for (const RankRecord& record : profile.ranks->timers) {
            const TimerInfo& timer = record.info;
            const auto entry = timers_.find({timer.name, timer.type, timer.group, timer.kind});
            if (entry != timers_.end()) {
                known.insert(entry->second, record.info.id, entry->second);
                // What remains in timers_ has no timer over ranks.
                timers_.erase(entry);
            }
        }
    }
    // Of ranks whose profiles could not be joined.
    for (const auto& [key, number] : timers_) {
        database_.run("DELETE FROM rank_column WHERE column_timer_id = " + std::to_string(number));
    }
}

std::vector<RankTotals> rankTotalsIn(base::Database& database, const std::filesystem::path& path) {
    std::vector<RankTotals> totals;
    if (!hasColumns(database)) {
        return totals;
    }
    const std::size_t metrics = metricsIn(database);
    Rows rows(database, path, "rank_block", "first_rank, ranks, totals", "id");
    while (rows.next()) {
        const Block block = blockOf(rows);
        const RankColumn column = unpacked(path, rows.text(2), block.count);
        if (!column.ranks.empty() && column.figures.size() != kTotalMeasured + metrics) {
            rows.fail(2, "one value for each metric");
        }
        for (std::size_t i = 0; i < column.ranks.size(); ++i) {
            RankTotals& each = totals.emplace_back();
            each.rank = block.first + column.ranks[i];
            each.threads = value(column, kTotalThreads, i);
            each.calls = value(column, kTotalCalls, i);
            each.cpuNs = value(column, kTotalCpu, i);
            for (std::size_t m = 0; m < metrics; ++m) {
                each.measured.push_back(value(column, kTotalMeasured + m, i));
            }
        }
    }
    return totals;
}

std::vector<RankValues> rankValuesIn(base::Database& database, const std::filesystem::path& path,
                                     std::uint32_t timer) {
    std::vector<RankValues> values;
    if (!hasColumns(database)) {
        return values;
    }
    const std::size_t metrics = metricsIn(database);
    const std::string ofTimer =
        " FROM column_timer WHERE rank_timer_id = " + std::to_string(timer) + "), -1)";
    const std::int64_t number = database.number("SELECT coalesce((SELECT id" + ofTimer);
    std::int64_t left = database.number("SELECT coalesce((SELECT columns" + ofTimer);
    Rows rows(database, path,
              "rank_column JOIN rank_block ON rank_block.id = block_id AND column_timer_id = " +
                  std::to_string(number),
              "first_rank, ranks, bytes, digest, block_id", "block_id");
    while (rows.next()) {
        const Block block = blockOf(rows);
        const std::string bytes = rows.text(2);
        if (digestOf(rows.whole(4), number, bytes) != rows.whole(3)) {
            damaged(path, "a column has another digest");
        }
        const RankColumn column = unpacked(path, bytes, block.count);
        if (column.figures.size() != 1 + 2 * metrics) {
            damaged(path, "a column has not one value for each metric");
        }
        // The number of columns is in a table with a checksum; missing rows would otherwise look
        // like ranks that never ran the timer.
        --left;
        for (std::size_t i = 0; i < column.ranks.size(); ++i) {
            RankValues& each = values.emplace_back();
            each.rank = block.first + column.ranks[i];
            each.calls = value(column, 0, i);
            for (std::size_t m = 0; m < metrics; ++m) {
                each.inclusive.push_back(value(column, 1 + m, i));
                each.exclusive.push_back(value(column, 1 + metrics + m, i));
            }
        }
    }
    if (number >= 0 && left != 0) {
        damaged(path, "columns of a timer are missing");
    }
    return values;
}

}  // namespace gantry::perf
