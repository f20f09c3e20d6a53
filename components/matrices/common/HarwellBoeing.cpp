#include "matrices/common/HarwellBoeing.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <limits>

#include "matrices/common/TextFile.hpp"

namespace matrices {
namespace {

// A Fortran format such as (10I8) or (1P,4D20.12): how many fields a line has, and how wide.
struct Format {
    std::int64_t fields = 0;
    std::int64_t width = 0;
};

std::int64_t leadingNumber(std::string_view& text) {
    std::int64_t number = 0;
    while (!text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) != 0 &&
           number < 1000000) {
        number = 10 * number + (text.front() - '0');
        text.remove_prefix(1);
    }
    return number;
}

Format readFormat(const TextFile& file, std::string_view text) {
    const std::string lower = lowerCase(trimmed(text));
    std::string_view rest = lower;
    Format format;
    while (!rest.empty()) {
        const char c = rest.front();
        // A repeat count; the last one before the letter counts.
        if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
            format.fields = leadingNumber(rest);
        } else if (c == 'p') {
            format.fields = 0;  // It was a scale factor.
            rest.remove_prefix(1);
        } else if (c == 'i' || c == 'e' || c == 'd' || c == 'f' || c == 'g') {
            rest.remove_prefix(1);
            format.width = leadingNumber(rest);
            break;
        } else {
            rest.remove_prefix(1);
        }
    }
    format.fields = std::max<std::int64_t>(format.fields, 1);
    if (format.width < 1 || format.width > 1000) {
        file.fail("'" + std::string(trimmed(text)) +
                  "' is not a format of numbers, such as (10I8) or (4E20.12)");
    }
    return format;
}

std::string_view column(std::string_view line, std::size_t from, std::size_t width) {
    return from < line.size() ? line.substr(from, width) : std::string_view();
}

// Gives the fields of lines of a fixed format one after the other.
class Fields final {
public:
    Fields(TextFile& file, Format format, const char* what)
        : file_(file), format_(format), what_(what) {}

    std::string_view next() {
        if (used_ == format_.fields) {
            line_ = file_.require(what_);
            used_ = 0;
        }
        const auto at = static_cast<std::size_t>(used_++ * format_.width);
        return column(line_, at, static_cast<std::size_t>(format_.width));
    }

    std::int64_t nextWhole(std::int64_t least, std::int64_t most) {
        const std::string_view text = next();
        const auto number = wholeNumber(text);
        if (!number || *number < least || *number > most) {
            file_.fail(std::string(what_) + ": '" + std::string(trimmed(text)) +
                       "' is not a number from " + std::to_string(least) + " to " +
                       std::to_string(most));
        }
        return *number;
    }

    double nextReal() {
        const std::string_view text = next();
        const auto number = realNumber(text);
        if (!number || !std::isfinite(*number)) {
            file_.fail(std::string(what_) + ": '" + std::string(trimmed(text)) +
                       "' is not a finite number");
        }
        return *number;
    }

private:
    TextFile& file_;
    Format format_;
    const char* what_;
    std::string_view line_;
    std::int64_t used_ = format_.fields;
};

struct Header {
    std::string title;
    std::string type;
    std::int64_t rows = 0;
    std::int64_t columns = 0;
    std::int64_t entries = 0;
    std::int64_t rightSideLines = 0;
    std::string rightSideType;
    Format pointers;
    Format indices;
    Format values;
    Format rightSides;
};

std::int64_t headerNumber(const TextFile& file, std::string_view line, std::size_t from,
                          const char* what) {
    const std::string_view text = column(line, from, 14);
    const auto number = wholeNumber(text);
    if (!number || *number < 0) {
        file.fail(std::string(what) + ": '" + std::string(trimmed(text)) +
                  "' is not a number; is this a Harwell-Boeing or Rutherford-Boeing file?");
    }
    return *number;
}

void checkType(const TextFile& file, const std::string& type) {
    if (type.size() != 3) {
        file.fail("matrix type '" + type + "' must have three letters, such as RUA or RSA");
    }
    if (type[0] == 'p' || type[0] == 'q') {
        file.fail("a pattern has no values, so it is not a system of equations");
    }
    if (type[0] == 'c') {
        file.fail("complex numbers are not read; real and integer ones are");
    }
    if (type[0] != 'r' && type[0] != 'i') {
        file.fail("matrix type '" + type + "': R (real) and I (integer) are read");
    }
    if (std::string_view("usrz").find(type[1]) == std::string_view::npos) {
        file.fail("matrix type '" + type + "': U, S, Z and R are read as its second letter");
    }
    if (type[2] != 'a') {
        file.fail("matrix type '" + type + "': assembled matrices (A) are read, no elements");
    }
}

void checkSizes(const TextFile& file, const Header& header) {
    constexpr std::int64_t kMost = std::numeric_limits<std::int32_t>::max() / 2;
    const auto bytes = static_cast<std::int64_t>(file.size());
    if (header.rows >= kMost || header.columns > bytes || header.entries > bytes ||
        header.entries >= kMost || header.rows > header.entries + 1000000) {
        file.fail("promises " + std::to_string(header.rows) + " rows, " +
                  std::to_string(header.columns) + " columns and " +
                  std::to_string(header.entries) + " entries, more than a file of " +
                  std::to_string(bytes) + " bytes can hold");
    }
    if (header.type[1] != 'r' && header.type[1] != 'u' && header.rows != header.columns) {
        file.fail("a matrix of type '" + header.type + "' has as many rows as columns");
    }
}

Header readHeader(TextFile& file) {
    Header header;
    header.title = std::string(trimmed(file.require("the title")));
    std::string_view line = file.require("the numbers of lines");
    const std::int64_t valueLines = headerNumber(file, line, 42, "lines of values");
    if (!trimmed(column(line, 56, 14)).empty()) {
        header.rightSideLines = headerNumber(file, line, 56, "lines of right sides");
    }
    // Fields of the header are at fixed columns, as Fortran writes them: numbers have 14, formats
    // 16 or 20.
    line = file.require("the matrix type");
    header.type = lowerCase(trimmed(column(line, 0, 3)));
    checkType(file, header.type);
    header.rows = headerNumber(file, line, 14, "rows");
    header.columns = headerNumber(file, line, 28, "columns");
    header.entries = headerNumber(file, line, 42, "entries");
    checkSizes(file, header);
    if (valueLines == 0 && header.entries > 0) {
        file.fail("there are no values, so it is not a system of equations");
    }
    line = file.require("the formats");
    header.pointers = readFormat(file, column(line, 0, 16));
    header.indices = readFormat(file, column(line, 16, 16));
    if (header.entries > 0) {
        header.values = readFormat(file, column(line, 32, 20));
    }
    if (header.rightSideLines > 0) {
        header.rightSides = readFormat(file, column(line, 52, 20));
        header.rightSideType = lowerCase(trimmed(column(file.require("the right sides"), 0, 3)));
    }
    return header;
}

std::vector<std::int64_t> readPointers(TextFile& file, const Header& header) {
    Fields fields(file, header.pointers, "the beginning of a column");
    std::vector<std::int64_t> pointers;
    std::int64_t last = 1;
    for (std::int64_t i = 0; i <= header.columns; ++i) {
        last = fields.nextWhole(last, header.entries + 1);
        pointers.push_back(last);
    }
    if (pointers.front() != 1 || pointers.back() != header.entries + 1) {
        file.fail("the columns do not go from entry 1 to the last of " +
                  std::to_string(header.entries));
    }
    return pointers;
}

std::vector<Triplet> readEntries(TextFile& file, const Header& header) {
    const std::vector<std::int64_t> pointers = readPointers(file, header);
    std::vector<Triplet> entries;
    entries.reserve(static_cast<std::size_t>(2 * header.entries));
    Fields indices(file, header.indices, "a row of an entry");
    for (std::int64_t column = 0; column < header.columns; ++column) {
        for (std::int64_t i = pointers[static_cast<std::size_t>(column)];
             i < pointers[static_cast<std::size_t>(column) + 1]; ++i) {
            // Indices count from 1.
            const std::int64_t row = indices.nextWhole(1, header.rows);
            entries.push_back({static_cast<std::int32_t>(row - 1),
                               static_cast<std::int32_t>(column), 0, file.line()});
        }
    }
    // Values follow all indices, in the same order.
    Fields values(file, header.values, "a value");
    for (Triplet& entry : entries) {
        entry.value = values.nextReal();
    }
    return entries;
}

// Files of symmetric matrices hold one half of them.
void mirror(const TextFile& file, const Header& header, std::vector<Triplet>& entries) {
    const std::size_t read = entries.size();
    for (std::size_t i = 0; i < read; ++i) {
        const Triplet entry = entries[i];
        if (entry.row < entry.column) {
            matrices::fail(file.name(), entry.line,
                           "a symmetric matrix lists only entries on and below its diagonal");
        }
        if (entry.row != entry.column) {
            entries.push_back({entry.column, entry.row,
                               // Skew-symmetric: the other half has the opposite sign.
                               header.type[1] == 'z' ? -entry.value : entry.value, entry.line});
        }
    }
}

}  // namespace

System readHarwellBoeing(const std::string& name) {
    TextFile file(name);
    const Header header = readHeader(file);
    std::vector<Triplet> entries = readEntries(file, header);
    System system;
    if (header.rightSideLines > 0 && header.rightSideType.starts_with('f')) {
        Fields fields(file, header.rightSides, "the right side");
        for (std::int64_t i = 0; i < header.rows; ++i) {
            system.rightSide.push_back(fields.nextReal());
        }
    }
    if (header.type[1] == 's' || header.type[1] == 'z') {
        mirror(file, header, entries);
    }
    system.name = std::filesystem::path(name).stem().string();
    system.rows = static_cast<int>(header.rows);
    system.numColumns = static_cast<int>(header.columns);
    compress(system, entries, name);
    return system;
}

}  // namespace matrices
