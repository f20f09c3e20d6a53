#pragma once

#include <cstdint>
#include <filesystem>

namespace records {

/// What a file is that has to do with tuning, as its first bytes tell.
enum class FileKind : std::uint8_t {
    Store,    ///< a tuning store
    Archive,  ///< of a run
    DecisionLog,
    Other,  ///< also where it cannot be read
};

[[nodiscard]] FileKind kindOf(const std::filesystem::path& file) noexcept;

}  // namespace records
