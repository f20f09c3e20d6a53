// Reads back what the exporter `csv` writes. A name never has a line feed there: csvLine() writes
// texts in printable form.

#include <perf/importers/Importer.hpp>
#include <perf/importers/reading/Decimal.hpp>
#include <perf/importers/reading/ImportedProfile.hpp>
#include <perf/importers/reading/TextLines.hpp>
#include <perf/model/Overhead.hpp>

#include <array>
#include <optional>
#include <unordered_map>

namespace gantry::perf {

namespace {

constexpr std::string_view kTitles =
    "thread,thread name,call path,timer,type,group,calls,child calls,running,";
constexpr std::array<std::string_view, 2> kEndings{"] (raw)", "] (compensated)"};

enum Column : std::size_t { Thread, ThreadName, Path, Timer, Type, Group, Calls, Below, Running };
constexpr std::size_t kFirstValue = Running + 1;

bool recognises(std::string_view beginning) {
    return beginning.starts_with(kTitles);
}

// The cells of a line; nothing where a quote has no end.
std::optional<std::vector<std::string>> cellsOf(std::string_view line) {
    std::vector<std::string> cells(1);
    bool isQuoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        const char byte = line[i];
        if (byte == '"') {
            // A doubled quote inside quotes is a quote (RFC 4180).
            if (isQuoted && line.substr(i + 1).starts_with('"')) {
                cells.back() += '"';
                ++i;
            } else {
                isQuoted = !isQuoted;
            }
        } else if (byte == ',' && !isQuoted) {
            cells.emplace_back();
        } else {
            cells.back() += byte;
        }
    }
    return isQuoted ? std::nullopt : std::optional(cells);
}

class Reader final {
public:
    explicit Reader(const ImportFile& file) : profile_(file), lines_(file.bytes()) {}

    Profile read() {
        readTitles();
        for (std::string_view line; lines_.next(line);) {
            profile_.at(lines_.offset());
            if (!line.empty()) {
                readRow(cells(line));
            }
        }
        return profile_.finish();
    }

private:
    std::vector<std::string> cells(std::string_view line) {
        std::optional<std::vector<std::string>> cells = cellsOf(line);
        if (!cells) {
            profile_.fail("a quote has no end in this line; the file is damaged or cut short");
        }
        if (columns_ != 0 && cells->size() != columns_) {
            profile_.fail("the line has " + counted(cells->size(), "cell") + " instead of " +
                          std::to_string(columns_) + "; the file is damaged or cut short");
        }
        return std::move(*cells);
    }

    void readTitles() {
        std::string_view line;
        lines_.next(line);
        const std::vector<std::string> titles = cells(line);
        columns_ = titles.size();
        if (columns_ < kFirstValue + 2 || (columns_ - kFirstValue) % 2 != 0) {
            profile_.fail(
                "a metric has two columns, inclusive and exclusive; export the "
                "file again");
        }
        for (std::size_t i = kFirstValue; i < columns_; i += 2) {
            readMetric(titles[i]);
        }
    }

    // "wall.inclusive [ns] (raw)"
    void readMetric(std::string_view title) {
        constexpr std::string_view kMiddle = ".inclusive [";
        // The last one: a name of a metric may have any bytes.
        const std::size_t middle = title.rfind(kMiddle);
        for (const std::string_view ending : kEndings) {
            if (middle != std::string_view::npos && title.ends_with(ending)) {
                const std::size_t unit = middle + kMiddle.size();
                if (metrics_.empty() && ending == kEndings[1]) {
                    profile_.addFact(kCompensated, "by the writer of the file");
                }
                metrics_.push_back(profile_.metric(
                    std::string(title.substr(0, middle)),
                    std::string(title.substr(unit, title.size() - unit - ending.size())),
                    ImportedProfile::Values::Whole));
                return;
            }
        }
        profile_.fail("'" + std::string(title) +
                      "' is not the title of a metric, as 'wall.inclusive [ns] (raw)'");
    }

    std::int64_t number(const std::string& cell) {
        const std::optional<std::int64_t> value = wholeNumber(cell);
        if (!value) {
            profile_.fail("'" + cell + "' is not a whole number; the file is damaged");
        }
        return *value;
    }

    std::uint64_t count(const std::string& cell) {
        const std::optional<std::uint64_t> value = countNumber(cell);
        if (!value) {
            profile_.fail("'" + cell + "' is not a count; the file is damaged");
        }
        return *value;
    }

    // Rows of a path come after that of the path above, whose name is what its own ends with.
    ImportedProfile::Node above(std::size_t thread, const std::vector<std::string>& row) {
        const std::string& path = row[Path];
        const std::string name = row[Timer] + (row[Type].empty() ? "" : " " + row[Type]);
        if (path == name) {
            return ImportedProfile::kTop;
        }
        const std::string ending = " => " + name;
        if (path.ends_with(ending)) {
            const auto found = nodes_.find(std::to_string(thread) + ' ' +
                                           path.substr(0, path.size() - ending.size()));
            if (found != nodes_.end()) {
                return found->second;
            }
        }
        profile_.fail(
            "the parent of this call path is not in the preceding lines; the file is incomplete, "
            "or its lines were sorted");
    }

    void readRow(const std::vector<std::string>& row) {
        const std::size_t thread = profile_.thread(row[Thread], row[ThreadName]);
        const ImportedProfile::Node node = profile_.child(
            thread, above(thread, row), profile_.timer(row[Timer], row[Type], row[Group]));
        // The last row of a path counts, as its children come after it.
        nodes_[std::to_string(thread) + ' ' + row[Path]] = node;
        profile_.addCalls(thread, node, count(row[Calls]));
        profile_.setChildCalls(thread, node, count(row[Below]));
        if (row[Running] == "1") {
            profile_.markRunning(thread, node);
        }
        for (std::size_t i = kFirstValue; i < columns_; i += 2) {
            profile_.add(thread, node, metrics_[(i - kFirstValue) / 2], number(row[i]));
        }
    }

    ImportedProfile profile_;
    TextLines lines_;
    std::size_t columns_ = 0;
    std::vector<std::size_t> metrics_;
    std::unordered_map<std::string, ImportedProfile::Node> nodes_;
};

std::vector<ImportedPart> read(const ImportFile& file) {
    std::vector<ImportedPart> parts;
    parts.push_back({Reader(file).read()});
    return parts;
}

}  // namespace

Importer csvImporter() {
    return {"csv", "the CSV that Gantry exports",
            "exclusive values, which follow from the others; parameters are timers", recognises,
            read};
}

}  // namespace gantry::perf
