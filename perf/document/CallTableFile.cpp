#include <base/files/AtomicFile.hpp>
#include <perf/document/CallTableFile.hpp>

#include <array>
#include <charconv>
#include <cmath>

namespace gantry::perf {

namespace {

// A comment ends with its line, so that the name may not hold one.
std::string oneLine(const std::string& text) {
    std::string line;
    for (const char c : text) {
        if (c == '\n') {
            line += "\\n";
        } else if (c == '\r') {
            line += "\\r";
        } else {
            line += c;
        }
    }
    return line;
}

// '#' as well: a first cell that begins with it would be read as a comment.
std::string field(const std::string& text) {
    if (text.find_first_of(",\"\r\n#") == std::string::npos) {
        return text;
    }
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + '"';
}

void append(std::string& text, double value) {
    // An empty cell: a value that is not known, in the way most readers of CSV expect it.
    if (std::isnan(value)) {
        return;
    }
    // Whole numbers as people write them; all that a double holds exactly.
    constexpr double kMostDigits = 1e15;
    std::array<char, 32> digits{};
    char* const last = digits.data() + digits.size();
    const bool isWhole = std::abs(value) < kMostDigits && value == std::trunc(value);
    const auto end = isWhole
                         ? std::to_chars(digits.data(), last, static_cast<std::int64_t>(value)).ptr
                         : std::to_chars(digits.data(), last, value).ptr;
    text.append(digits.data(), end);
}

}  // namespace

std::string callTableToCsv(const CallTable& table) {
    std::string text = "# gantry-monitor-record " + std::to_string(kCallTableVersion) +
                       "\n# record: " + oneLine(table.name) +
                       "\n# rows: " + std::to_string(table.rows()) +
                       "\n# dropped: " + std::to_string(table.dropped) +
                       "\n# unmatched: " + std::to_string(table.unmatched) + '\n';
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
        text += (column > 0 ? "," : "") + field(table.columns[column]);
    }
    text += '\n';
    for (std::size_t i = 0; i < table.rows() * table.columns.size(); ++i) {
        append(text, table.values[i]);
        text += (i + 1) % table.columns.size() == 0 ? '\n' : ',';
    }
    return text;
}

void writeCallTable(const std::filesystem::path& path, const CallTable& table) {
    base::writeAtomically(path, callTableToCsv(table));
}

}  // namespace gantry::perf
