// Reads the Matrix Market exchange format of NIST: a banner, comments that begin with %, a line of
// sizes, and one entry a line, with indices from 1. Only what can be a system of linear equations
// is accepted.

#include "matrices/common/MatrixMarket.hpp"

#include <cmath>
#include <filesystem>
#include <limits>

#include "matrices/common/TextFile.hpp"

namespace matrices {
namespace {

// "1 1 1" and the end of the line: what an entry needs at least.
constexpr std::size_t kLeastEntry = 6;
// Rows beyond the number of entries are empty; so many are a mistake.
constexpr std::int64_t kMostEmptyRows = 1000000;

struct Banner {
    bool coordinate;
    std::string symmetry;
};

Banner readBanner(TextFile& file) {
    // The words of the banner are compared without case, as files in the wild have both.
    const std::string line =
        lowerCase(file.require("%%MatrixMarket matrix coordinate real general"));
    const std::vector<std::string_view> words = wordsOf(line);
    if (words.size() != 5 || words[0] != "%%matrixmarket" || words[1] != "matrix") {
        file.fail(
            "is not a Matrix Market file: the first line must be like '%%MatrixMarket matrix "
            "coordinate real general'");
    }
    if (words[2] != "coordinate" && words[2] != "array") {
        file.fail("format '" + std::string(words[2]) + "': coordinate and array are known");
    }
    if (words[3] == "pattern") {
        file.fail("a pattern has no values, so it is not a system of equations");
    }
    if (words[3] == "complex") {
        file.fail("complex numbers are not read; real and integer are");
    }
    if (words[3] != "real" && words[3] != "integer" && words[3] != "double") {
        file.fail("field '" + std::string(words[3]) + "': real and integer are read");
    }
    if (words[4] != "general" && words[4] != "symmetric" && words[4] != "skew-symmetric") {
        file.fail("symmetry '" + std::string(words[4]) +
                  "': general, symmetric and skew-symmetric are read");
    }
    return {words[2] == "coordinate", std::string(words[4])};
}

// The words of the next line that is neither empty nor a comment.
std::vector<std::string_view> requireWords(TextFile& file, const std::string& what) {
    while (true) {
        const std::string_view line = file.require(what.c_str());
        if (!line.starts_with('%')) {
            std::vector<std::string_view> words = wordsOf(line);
            if (!words.empty()) {
                return words;
            }
        }
    }
}

void requireEnd(TextFile& file, std::int64_t entries) {
    while (const auto line = file.next()) {
        if (!line->starts_with('%') && !trimmed(*line).empty()) {
            file.fail("there is more after the last of " + std::to_string(entries) +
                      " entries; correct the number in the line of sizes");
        }
    }
}

std::vector<std::int64_t> readSizes(TextFile& file, std::size_t count) {
    const auto words = requireWords(file, "the line of sizes");
    std::vector<std::int64_t> sizes;
    for (const std::string_view word : words) {
        const auto number = wholeNumber(word);
        if (!number || *number < 0) {
            file.fail("'" + std::string(word) + "' is not a size");
        }
        sizes.push_back(*number);
    }
    if (sizes.size() != count) {
        file.fail("the line of sizes has " + std::to_string(sizes.size()) + " numbers; " +
                  (count == 3 ? "rows, columns and entries are" : "rows and columns are") +
                  " expected");
    }
    for (std::size_t i = 0; i < 2; ++i) {
        if (sizes[i] >= std::numeric_limits<std::int32_t>::max()) {
            file.fail(std::to_string(sizes[i]) + " rows or columns are too many");
        }
    }
    return sizes;
}

// Sizes fit into an int32 (readSizes), so an index below them does.
std::int32_t readIndex(const TextFile& file, std::string_view word, std::int64_t size,
                       const char* name) {
    const auto number = wholeNumber(word);
    if (!number || *number < 1 || *number > size) {
        file.fail(std::string(name) + " '" + std::string(word) + "' is not a number from 1 to " +
                  std::to_string(size));
    }
    return static_cast<std::int32_t>(*number - 1);
}

double readValue(const TextFile& file, std::string_view word) {
    const auto number = realNumber(word);
    if (!number) {
        file.fail("'" + std::string(word) + "' is not a number");
    }
    if (!std::isfinite(*number)) {
        file.fail("the value '" + std::string(word) + "' is not finite");
    }
    return *number;
}

Triplet readEntry(TextFile& file, const std::vector<std::int64_t>& sizes, std::int64_t index) {
    const auto words = requireWords(
        file, "entry " + std::to_string(index + 1) + " of " + std::to_string(sizes[2]));
    if (words.size() != 3) {
        file.fail("an entry is a row, a column and a value; here are " +
                  std::to_string(words.size()) + " words");
    }
    return {readIndex(file, words[0], sizes[0], "row"),
            readIndex(file, words[1], sizes[1], "column"), readValue(file, words[2]), file.line()};
}

// The format stores the lower triangle alone. An entry above the diagonal is refused: it would be
// counted twice if both halves are in the file.
void addMirrored(const TextFile& file, const std::string& symmetry, const Triplet& entry,
                 std::vector<Triplet>& entries) {
    const bool skew = symmetry == "skew-symmetric";
    if (entry.column > entry.row || (skew && entry.column == entry.row)) {
        file.fail("a " + symmetry + " matrix lists only entries below its diagonal" +
                  (skew ? " alone" : " and on it"));
    }
    entries.push_back(entry);
    if (entry.column != entry.row) {
        entries.push_back({entry.column, entry.row, skew ? -entry.value : entry.value, entry.line});
    }
}

// Row starts are int32 too, so the number of entries is limited as well.
void checkPlausible(const TextFile& file, const std::vector<std::int64_t>& sizes, bool mirrored) {
    // Before memory is reserved for what a damaged line of sizes promises.
    if (sizes[2] > static_cast<std::int64_t>(file.size() / kLeastEntry) + 1) {
        file.fail("promises " + std::to_string(sizes[2]) + " entries, more than a file of " +
                  std::to_string(file.size()) + " bytes can hold");
    }
    const std::int64_t most = (mirrored ? 2 : 1) * sizes[2];
    if (sizes[0] > most + kMostEmptyRows || sizes[1] > most + kMostEmptyRows) {
        file.fail("has far more rows or columns than entries: the matrix is singular");
    }
    if (most >= std::numeric_limits<std::int32_t>::max()) {
        file.fail(std::to_string(most) + " entries are too many");
    }
}

}  // namespace

System readMatrixMarket(const std::string& name) {
    TextFile file(name);
    const Banner banner = readBanner(file);
    if (!banner.coordinate) {
        file.fail("an array is a dense matrix; the coordinate form is read");
    }
    const std::vector<std::int64_t> sizes = readSizes(file, 3);
    const bool mirrored = banner.symmetry != "general";
    checkPlausible(file, sizes, mirrored);
    if (mirrored && sizes[0] != sizes[1]) {
        file.fail("a " + banner.symmetry + " matrix has as many rows as columns");
    }
    std::vector<Triplet> entries;
    entries.reserve(static_cast<std::size_t>(mirrored ? 2 * sizes[2] : sizes[2]));
    for (std::int64_t i = 0; i < sizes[2]; ++i) {
        const Triplet entry = readEntry(file, sizes, i);
        if (mirrored) {
            addMirrored(file, banner.symmetry, entry, entries);
        } else {
            entries.push_back(entry);
        }
    }
    // A line of sizes that promises too few entries would otherwise drop equations silently.
    requireEnd(file, sizes[2]);
    System system;
    system.name = std::filesystem::path(name).stem().string();
    system.rows = static_cast<int>(sizes[0]);
    system.numColumns = static_cast<int>(sizes[1]);
    compress(system, entries, name);
    return system;
}

std::vector<double> readMatrixMarketVector(const std::string& name, int rows) {
    TextFile file(name);
    const Banner banner = readBanner(file);
    const std::vector<std::int64_t> sizes = readSizes(file, banner.coordinate ? 3 : 2);
    if (sizes[0] != rows || sizes[1] < 1 || banner.symmetry != "general") {
        file.fail("a right side has as many rows as the operator, which are " +
                  std::to_string(rows) + ", and a column or more");
    }
    // What the coordinate form does not list is 0.
    std::vector<double> values(static_cast<std::size_t>(rows));
    if (banner.coordinate) {
        for (std::int64_t i = 0; i < sizes[2]; ++i) {
            const Triplet entry = readEntry(file, sizes, i);
            // The first column is the right side; further ones are further right sides.
            if (entry.column == 0) {
                values[static_cast<std::size_t>(entry.row)] = entry.value;
            }
        }
        requireEnd(file, sizes[2]);
        return values;
    }
    // An array is stored column by column, so the first column comes first, and the rest is not
    // read.
    for (double& value : values) {
        const auto words = requireWords(file, "a value");
        if (words.size() != 1) {
            file.fail("an array has one value in each line");
        }
        value = readValue(file, words[0]);
    }
    return values;
}

}  // namespace matrices
