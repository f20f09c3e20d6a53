#include <perf/archive/CheckedArchive.hpp>

#include <string_view>
#include <utility>

#include "ArchiveReader.hpp"
#include "HistoryTables.hpp"
#include "OpenArchive.hpp"

namespace gantry::perf {

namespace {

// The bytes of all rows of a table that not every archive has; `table` is one of the names below.
std::vector<std::string> chunksIn(base::Database& database, const std::string& table) {
    std::vector<std::string> chunks;
    base::Statement sums =
        // The checksums have been verified, so they say reliably whether there is one.
        database.prepare("SELECT count(*) FROM checksum WHERE object = '" + table + "'");
    if (sums.next() && sums.whole(0) > 0) {
        base::Statement rows = database.prepare("SELECT bytes FROM " + table + " ORDER BY id");
        while (rows.next()) {
            chunks.emplace_back(rows.bytes(0));
        }
    }
    return chunks;
}

}  // namespace

CheckedArchive::CheckedArchive(std::filesystem::path path)
    : path_(std::move(path)), database_(std::make_unique<base::Database>(openArchive(path_))) {}

CheckedArchive::CheckedArchive(CheckedArchive&& other) noexcept = default;

CheckedArchive& CheckedArchive::operator=(CheckedArchive&& other) noexcept = default;

CheckedArchive::~CheckedArchive() = default;

Profile CheckedArchive::profile() {
    return inArchive(path_, [this] { return profileIn(*database_, path_); });
}

History CheckedArchive::history() {
    return inArchive(path_, [this] { return historyIn(*database_, path_); });
}

std::vector<std::string> CheckedArchive::traceChunks() {
    return inArchive(path_, [this] { return chunksIn(*database_, "trace"); });
}

std::vector<std::string> CheckedArchive::timelineChunks() {
    return inArchive(path_, [this] { return chunksIn(*database_, "timeline"); });
}

bool CheckedArchive::hasFact(const std::string& key) {
    return inArchive(path_, [&] {
        base::Statement facts = database_->prepare("SELECT count(*) FROM context WHERE key = ?");
        facts.bind(0, std::string_view(key));
        return facts.next() && facts.whole(0) > 0;
    });
}

}  // namespace gantry::perf
