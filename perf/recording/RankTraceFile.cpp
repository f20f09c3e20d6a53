#include <base/files/AtomicFile.hpp>
#include <perf/recording/RankTraceFile.hpp>
#include <perf/trace/TraceChunk.hpp>
#include <perf/trace/TraceFile.hpp>

#include <algorithm>
#include <charconv>
#include <string>
#include <string_view>
#include <system_error>

namespace gantry::perf {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view kMark = ".rank";

// Between file systems a file cannot be renamed.
void move(const fs::path& from, const fs::path& to) {
    std::error_code error;
    fs::rename(from, to, error);
    if (error == std::errc::cross_device_link) {
        fs::copy_file(from, to, fs::copy_options::overwrite_existing);
        fs::remove(from);
    } else if (error) {
        throw fs::filesystem_error("cannot be moved", from, to, error);
    }
}

}  // namespace

std::optional<std::uint32_t> rankOfTrace(const fs::path& file) {
    const std::string ending = file.stem().extension().string();
    if (file.extension() != ".trace" || !ending.starts_with(kMark)) {
        return std::nullopt;
    }
    const char* const first = ending.data() + kMark.size();
    const char* const last = ending.data() + ending.size();
    std::uint32_t rank = 0;
    const auto [end, error] = std::from_chars(first, last, rank);
    return error == std::errc() && end == last ? std::optional(rank) : std::nullopt;
}

fs::path rankTraceBeside(const fs::path& archive, std::uint32_t rank) {
    return fs::path(archive).replace_extension(std::string(kMark) + std::to_string(rank) +
                                               ".trace");
}

std::map<std::uint32_t, fs::path> rankTracesBeside(const fs::path& archive) {
    std::map<std::uint32_t, fs::path> found;
    const fs::path folder = archive.has_parent_path() ? archive.parent_path() : fs::path(".");
    const fs::path stem = archive.stem();
    std::error_code error;
    for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
        const auto rank = rankOfTrace(entry.path());
        if (rank && entry.path().stem().stem() == stem) {
            found[*rank] = fs::path(archive).replace_filename(entry.path().filename());
        }
    }
    return found;
}

void removeOtherRankTraces(const fs::path& archive, const std::vector<fs::path>& own) {
    for (const auto& [rank, file] : rankTracesBeside(archive)) {
        if (std::find(own.begin(), own.end(), file) == own.end()) {
            std::error_code ignored;
            fs::remove(file, ignored);
        }
    }
}

RankTraceFile::RankTraceFile(const Profile& profile) : trace_(ringsOfThisProcess(profile)) {}

void RankTraceFile::writeRings(const fs::path& file) {
    if (!trace_.file) {
        base::writeAtomically(file, traceFileOf(trace_.chunks));
        trace_.file = file.string();
    }
    trace_.chunks.clear();
}

RunTrace RankTraceFile::finish(const fs::path& file) {
    const bool isDrained = trace_.file && *trace_.file != file.string();
    trace_.chunks.clear();
    if (!isDrained) {
        return trace_;
    }
    const TraceFileTotals totals = totalsOfTraceFile(*trace_.file);
    trace_.records = totals.records;
    trace_.bytes = totals.bytes;
    if (!file.empty()) {
        try {
            move(*trace_.file, file);
            trace_.file = file.string();
        } catch (const fs::filesystem_error& error) {
            trace_.notes.push_back("the trace stays in " + *trace_.file + ": " + file.string() +
                                   ": " + error.code().message());
        }
    }
    return trace_;
}

}  // namespace gantry::perf
