#include <perf/analysis/SourceTable.hpp>
#include <perf/page/SourceData.hpp>

#include <cstddef>
#include <sstream>
#include <string>
#include <utility>

#include "ProfileColumns.hpp"

namespace gantry::perf {

namespace {

constexpr std::size_t kMostText = std::size_t{1} << 20U;
constexpr std::size_t kMostFiles = 2000;

// Line by line, so that one that is not UTF-8 leaves the others as they are.
Json linesOf(const std::string& text) {
    Json lines = Json::array();
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) {
        if (!line.empty() && line.back() == '\r') {
            line.pop_back();
        }
        lines.push_back(pageText(line));
    }
    return lines;
}

Json measuredLines(const SourceListing& file) {
    Json columns = Json::object();
    for (const char* const key : {"line", "own", "whole", "calls", "inclusive", "timer"}) {
        columns[key] = Json::array();
    }
    for (const auto& [number, line] : file.lines) {
        columns["line"].push_back(number);
        columns["own"].push_back(line.ownPercent);
        columns["whole"].push_back(line.wholePercent);
        columns["calls"].push_back(line.calls);
        columns["inclusive"].push_back(line.inclusive);
        columns["timer"].push_back(pageText(line.timer));
    }
    return columns;
}

class SourceFiles final {
public:
    explicit SourceFiles(const std::vector<ArchivedSource>& kept) : kept_(kept) {}

    void add(const SourceListing& file) {
        if (files_.size() == kMostFiles) {
            ++leftOut_;
            return;
        }
        Json entry{{"path", pageText(file.path)},
                   {"own", file.ownPercent()},
                   {"note", ""},
                   {"leftOut", ""},
                   {"lines", measuredLines(file)},
                   {"text", nullptr}};
        if (const ArchivedSource* const source = sourceAt(kept_, file.path)) {
            entry["note"] = pageText(source->note);
            entry["leftOut"] = pageText(source->leftOut);
            addText(entry, *source);
        }
        files_.push_back(std::move(entry));
    }

    Json take() { return {{"files", std::move(files_)}, {"leftOut", leftOut_}}; }

private:
    void addText(Json& entry, const ArchivedSource& source) {
        if (!source.text) {
            return;
        }
        if (source.text->size() > room_) {
            entry["leftOut"] = "the page has no room for it; the archive has it";
            return;
        }
        room_ -= source.text->size();
        entry["text"] = linesOf(*source.text);
    }

    const std::vector<ArchivedSource>& kept_;
    Json files_ = Json::array();
    std::size_t leftOut_ = 0;
    std::size_t room_ = kMostText;
};

}  // namespace

Json sourceData(const Profile& profile, const std::vector<ArchivedSource>& kept) {
    SourceFiles files(kept);
    for (const SourceListing& file : sourceListings(profile, kept)) {
        files.add(file);
    }
    return files.take();
}

}  // namespace gantry::perf
