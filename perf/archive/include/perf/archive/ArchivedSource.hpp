#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// A source file that measured lines are in, as it was at the end of the run.
struct ArchivedSource {
    /// Absolute, without "." and ".."; any bytes but NUL. Of a file that was left out it may be the
    /// name that a timer has, any text.
    std::string path;
    std::int64_t bytes = 0;       ///< of the file; 0 where that is not known
    std::int64_t modifiedNs = 0;  ///< when it was changed last, since 1970; 0: not known
    std::string digest{};         ///< that of the text, by sourceDigest(); empty without text
    std::string leftOut{};        ///< why the text is not there; empty where it is
    /// Any bytes; null where it was left out. Files with the same text share it.
    std::shared_ptr<const std::string> text{};
    /// What became of the file since, where someone has looked (perf/sources/SourceState.hpp). Not
    /// in the archive.
    std::string note{};
};

/// An archive is refused whose texts are larger: nobody writes one, and reading it would take all
/// memory.
inline constexpr std::int64_t kMostSourceBytes = std::int64_t{256} << 20U;
inline constexpr std::int64_t kMostSourcesBytes = std::int64_t{1024} << 20U;

/// FNV-1a, 64 bit, of the bytes as 16 hexadecimal digits: shows that a file was changed, and
/// nothing about who did it.
std::string sourceDigest(std::string_view text);

/// Whether an archive may have the text of a file of that path: absolute, without empty names, "."
/// and
/// "..", without NUL.
bool isSourcePath(std::string_view path);

/// The file of that path; null where there is none.
const ArchivedSource* sourceAt(const std::vector<ArchivedSource>& sources, std::string_view path);

}  // namespace gantry::perf
