#pragma once

#include <base/sqlite/Database.hpp>
#include <perf/archive/RankValues.hpp>
#include <perf/model/Profile.hpp>
#include <perf/model/RankColumns.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace gantry::perf {

/// Makes and fills the tables of columns. Throws DatabaseError.
class RankColumnWriter final {
public:
    explicit RankColumnWriter(base::Database& database);

    void add(const RankBlock& block);

    /// Says which timer over ranks each column is of, and leaves out those of none.
    void finish(const Profile& profile);

private:
    using TimerKey = std::tuple<std::string, std::string, std::string, TimerKind>;

    base::Database& database_;
    base::Statement blocks_;
    base::Statement columns_;
    std::map<TimerKey, std::int64_t> timers_;
    std::int64_t nextBlock_ = 0;
    std::int64_t nextColumn_ = 0;
};

/// What they hold; nothing where there are none. The database has been checked but for
/// rank_column, whose rows are checked here. Throws ArchiveError (Damaged) and DatabaseError.
std::vector<RankTotals> rankTotalsIn(base::Database& database, const std::filesystem::path& path);
std::vector<RankValues> rankValuesIn(base::Database& database, const std::filesystem::path& path,
                                     std::uint32_t timer);

}  // namespace gantry::perf
