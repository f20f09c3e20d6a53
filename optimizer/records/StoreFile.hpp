#pragma once

#include <base/sqlite/Database.hpp>
#include <tuning/Learned.hpp>

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace records {

inline constexpr int kStoreVersion = 1;

/// Which rows of a store are meant; what is not given does not matter.
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
/// method is one transaction, and throws RecordsError; the store is then as it was before. For one
/// thread.
class StoreFile final {
public:
    enum class Missing { Make, Refuse };

    /// Opens the store and checks that it is whole and of a version that is known.
    StoreFile(const std::filesystem::path& file, Missing missing);

    /// now: seconds since 1970, from which ages follow.
    [[nodiscard]] std::vector<StoredRow> rows(const StoreFilter& filter, double now);
    /// Takes the place of what was known of the same machine, port, context, candidate and version.
    void save(const std::string& machine, const std::string& port,
              const std::vector<tuning::Learned>& learned, double now);
    /// Returns how many rows there were.
    std::int64_t forget(const StoreFilter& filter);

private:
    void prepare(Missing missing);

    std::filesystem::path file_;
    std::optional<gantry::base::Database> database_;
};

}  // namespace records
