#include "matrices/common/System.hpp"

#include <algorithm>
#include <random>

#include "matrices/common/TextFile.hpp"

namespace matrices {
namespace {

// Where the entries of each row begin, and the entries in the order of their rows.
std::vector<std::size_t> byRows(System& system, const std::vector<Triplet>& entries) {
    system.rowStarts.assign(static_cast<std::size_t>(system.rows) + 1, 0);
    for (const Triplet& entry : entries) {
        // A counting sort by rows: linear, where a sort of all entries is not.
        ++system.rowStarts[static_cast<std::size_t>(entry.row) + 1];
    }
    for (std::size_t row = 0; row < static_cast<std::size_t>(system.rows); ++row) {
        system.rowStarts[row + 1] += system.rowStarts[row];
    }
    std::vector<std::int32_t> next(system.rowStarts.begin(), system.rowStarts.end() - 1);
    std::vector<std::size_t> order(entries.size());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        order[static_cast<std::size_t>(next[static_cast<std::size_t>(entries[i].row)]++)] = i;
    }
    return order;
}

}  // namespace

void compress(System& system, const std::vector<Triplet>& entries, const std::string& file) {
    std::vector<std::size_t> order = byRows(system, entries);
    for (std::size_t row = 0; row < static_cast<std::size_t>(system.rows); ++row) {
        const auto begin = order.begin() + system.rowStarts[row];
        const auto end = order.begin() + system.rowStarts[row + 1];
        // Stable, so that of entries at one place the message names the earlier line first.
        std::stable_sort(begin, end, [&](std::size_t a, std::size_t b) {
            return entries[a].column < entries[b].column;
        });
        const auto twice = std::adjacent_find(begin, end, [&](std::size_t a, std::size_t b) {
            return entries[a].column == entries[b].column;
        });
        if (twice != end) {
            const Triplet& first = entries[*twice];
            const Triplet& second = entries[*(twice + 1)];
            fail(file, second.line,
                 "the entry of row " + std::to_string(first.row + 1) + ", column " +
                     std::to_string(first.column + 1) + " stands in line " +
                     std::to_string(first.line) + ", too; each may occur once");
        }
    }
    system.columns.clear();
    system.values.clear();
    system.columns.reserve(order.size());
    system.values.reserve(order.size());
    for (const std::size_t i : order) {
        system.columns.push_back(entries[i].column);
        system.values.push_back(entries[i].value);
    }
}

std::vector<double> rightSideOf(const System& system, std::int64_t seed) {
    std::mt19937_64 random(static_cast<std::uint64_t>(seed));
    std::vector<double> x(static_cast<std::size_t>(system.numColumns));
    for (double& element : x) {
        // 53 random bits of one draw: the same numbers on every platform.
        element = static_cast<double>(random() >> 11U) * 0x1p-52 - 1;
    }
    std::vector<double> b(static_cast<std::size_t>(system.rows));
    for (std::size_t row = 0; row < b.size(); ++row) {
        for (auto at = static_cast<std::size_t>(system.rowStarts[row]);
             at < static_cast<std::size_t>(system.rowStarts[row + 1]); ++at) {
            b[row] += system.values[at] * x[static_cast<std::size_t>(system.columns[at])];
        }
    }
    return b;
}

}  // namespace matrices
