#include <base/text/NumberText.hpp>
#include <perf/analysis/SourceTable.hpp>

#include <limits>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace gantry::perf {

namespace {

using Listings = std::vector<SourceListing>;

constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();

bool endsWithPath(const std::string& path, const std::string& wanted) {
    return path == wanted ||
           (path.size() > wanted.size() && path.ends_with(wanted) &&
            (wanted.starts_with('/') || path[path.size() - wanted.size() - 1] == '/'));
}

const SourceListing& fileNamed(const Listings& files, const std::string& wanted) {
    constexpr std::size_t kMostNamed = 8;
    std::vector<const SourceListing*> found;
    std::string known;
    for (std::size_t i = 0; i < files.size(); ++i) {
        if (endsWithPath(files[i].path, wanted)) {
            found.push_back(&files[i]);
        }
        if (i < kMostNamed) {
            known += (known.empty() ? "" : ", ") + files[i].path;
        }
    }
    if (found.size() == 1) {
        return *found.front();
    }
    if (files.empty()) {
        throw std::invalid_argument(
            "no source line is known: sample the program, and compile it with -g");
    }
    if (found.empty()) {
        throw std::invalid_argument("nothing was measured in a file '" + wanted +
                                    "'; lines are known of: " + known +
                                    (files.size() > kMostNamed ? ", ..." : ""));
    }
    throw std::invalid_argument("'" + wanted + "' is the end of " + found[0]->path + " and of " +
                                found[1]->path + "; give more of its path");
}

std::vector<std::string> linesOf(const std::optional<std::string>& source) {
    std::vector<std::string> lines;
    std::istringstream text(source.value_or(""));
    for (std::string line; std::getline(text, line);) {
        if (!line.empty() && line.back() == '\r') {
            line.pop_back();
        }
        lines.push_back(line);
    }
    return lines;
}

// By number; null for those that only surround another one.
std::map<std::int64_t, const SourceLine*> shownLines(const SourceListing& file,
                                                     std::int64_t count) {
    constexpr std::int64_t kAround = 2;
    std::map<std::int64_t, const SourceLine*> shown;
    // It is kept for what was measured of its functions or allocations as a whole.
    for (std::int64_t at = 1; file.lines.empty() && at <= count; ++at) {
        shown.emplace(at, nullptr);
    }
    for (const auto& [number, line] : file.lines) {
        for (std::int64_t at = number - kAround; at <= number + kAround; ++at) {
            if (at >= 1 && at <= count) {
                shown.try_emplace(at, nullptr);
            }
        }
        shown[number] = &line;
    }
    return shown;
}

void addColumns(ReportTable& table, const SourceListing& file, const std::string& unit,
                const std::string& note) {
    if (file.hasSamples) {
        table.columns.push_back({"own", "own", "%"});
        table.columns.push_back({"whole", "with calls", "%"});
    }
    if (file.hasTimers) {
        table.columns.push_back({"calls", "calls", ""});
        table.columns.push_back({"inclusive", "inclusive", unit});
    }
    table.columns.push_back({"line", "line", ""});
    table.columns.push_back({"text", file.path + (note.empty() ? "" : " (" + note + ")"), ""});
}

void addValues(std::vector<ReportValue>& row, const SourceListing& file, const SourceLine* line) {
    const bool hasShare = line != nullptr && (line->ownPercent > 0 || line->wholePercent > 0);
    const bool hasTimer = line != nullptr && !line->timer.empty();
    if (file.hasSamples) {
        row.emplace_back(hasShare ? line->ownPercent : kNoValue);
        row.emplace_back(hasShare ? line->wholePercent : kNoValue);
    }
    if (file.hasTimers) {
        row.emplace_back(hasTimer ? static_cast<double>(line->calls) : kNoValue);
        row.emplace_back(hasTimer ? static_cast<double>(line->inclusive) : kNoValue);
    }
}

std::string keptText(const ArchivedSource* source) {
    if (source == nullptr) {
        return "not asked for";
    }
    return source->text ? base::plural(source->text->size(), "byte") : source->leftOut;
}

}  // namespace

ReportTable sourceFiles(const Profile& profile, const std::vector<ArchivedSource>& kept) {
    ReportTable table{"sources", "file", {}, {}, {}, 0};
    table.columns = {{"file", "file", ""}, {"own", "own", "%"}, {"lines", "lines", ""}};
    if (!kept.empty()) {
        table.columns.push_back({"archived", "in the archive", ""});
    }
    for (const SourceListing& file : sourceListings(profile, kept)) {
        std::vector<ReportValue> row{file.path, file.ownPercent(),
                                     static_cast<std::int64_t>(file.lines.size())};
        if (!kept.empty()) {
            row.emplace_back(keptText(sourceAt(kept, file.path)));
        }
        table.rows.push_back(std::move(row));
    }
    sortRows(table, "own");
    return table;
}

ReportTable sourceLines(const Listings& files, const std::string& file, const std::string& unit,
                        const SourceReader& read) {
    const SourceListing& listing = fileNamed(files, file);
    const SourceText source = read(listing.path);
    const std::vector<std::string> text = linesOf(source.text);
    const auto count = static_cast<std::int64_t>(text.size());
    ReportTable table{"source", "line", {}, {}, {}, 0};
    addColumns(table, listing, unit, source.note);
    for (const auto& [number, line] : shownLines(listing, count)) {
        std::vector<ReportValue>& row = table.rows.emplace_back();
        addValues(row, listing, line);
        row.emplace_back(number);
        row.emplace_back(number <= count ? text[static_cast<std::size_t>(number - 1)]
                                         : std::string(count == 0 ? "(its text is gone)" : ""));
    }
    return table;
}

}  // namespace gantry::perf
