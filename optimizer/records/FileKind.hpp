#pragma once

#include <cstdint>
#include <filesystem>

namespace records {

/// The kind of a file, recognised by its first bytes.
enum class FileKind : std::uint8_t {
    Store,    ///< a tuning store
    Archive,  ///< of a run
    DecisionLog,
    Other,  ///< also where it cannot be read
};

[[nodiscard]] FileKind kindOf(const std::filesystem::path& file) noexcept;

}  // namespace records
