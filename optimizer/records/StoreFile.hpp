#pragma once

#include <base/sqlite/Database.hpp>
#include <tuning/Learned.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace records {

inline constexpr int kStoreVersion = 2;

/// Selects rows of a store; an empty member matches every row.
struct StoreFilter {
    std::optional<std::string> machine{};
    std::optional<std::string> port{};
    std::optional<std::string> context{};
    std::optional<std::string> candidate{};
};

/// A row of a store.
struct StoredRow {
    std::string machine;
    std::string port;
    tuning::Learned learned;
};

/// A tuning store (docs/formats/tuning-store.md): one SQLite file that several programs share. Each
/// method is one transaction, which first compares all rows with the store's checksum. If it throws
/// RecordsError, the store is unchanged. For one thread.
class StoreFile final {
public:
    enum class Missing { Make, Refuse };

    /// Opens the store and checks its structure and version.
    StoreFile(const std::filesystem::path& file, Missing missing);

    /// now: seconds since 1970, from which ages follow.
    [[nodiscard]] std::vector<StoredRow> rows(const StoreFilter& filter, double now);
    /// False for a store of version 1, in which a changed byte may go unnoticed: the next save or
    /// forget gives it a checksum.
    [[nodiscard]] bool hasChecksum();
    /// Replaces what is known of the same machine, port, context, candidate and version.
    void save(const std::string& machine, const std::string& port,
              const std::vector<tuning::Learned>& learned, double now);
    /// Returns how many rows there were.
    std::int64_t forget(const StoreFilter& filter);

private:
    void prepare(Missing missing);
    void create();
    void checkRows();
    void writeChecksum();

    std::filesystem::path file_;
    std::optional<gantry::base::Database> database_;
};

}  // namespace records
