#pragma once

#include <perf/exporters/Exporter.hpp>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace gantry::perf {

/// Some of the ranks of a run, such as "0,4:7". Without a range: all of them. Both ends of a range
/// are in it.
struct RankSelection {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> ranges;  ///< first and last

    [[nodiscard]] bool includes(std::uint32_t rank) const;
};

/// Throws std::invalid_argument, which shows what is allowed.
///
///     parseRanks("0,4:7").includes(5);    // true
RankSelection parseRanks(const std::string& text);

/// "1.5:1.6", "20ms:" or ":2": two times since the measurement began, of which one may be left out.
/// Throws std::invalid_argument.
ExportWindow parseWindow(const std::string& text);

/// What is read, and how. A plain value.
struct RunRequest {
    std::vector<std::string> files;  ///< of one run: one, or one for each rank
    TraceUse trace = TraceUse::None;
    bool raw = false;  ///< values as they were measured
    RankSelection ranks{};
    ExportWindow window{};
};

/// The measurement of a run, read from its files; owns what source() refers to.
///
///     const RunRequest request{.files = {"run.gantry"}, .trace = TraceUse::Optional};
///     const RunInput input(request);
///     exporterNamed("csv").write(input.source(), output);
class RunInput final {
public:
    /// Throws what the readers throw, and ExportError where a rank is not there or where it is not
    /// known which thread belongs to which rank.
    explicit RunInput(RunRequest request);

    /// Refers to this object, and is valid as long as it.
    [[nodiscard]] ExportSource source() const { return {profile_, traces_, window_, rankOf_}; }
    /// What is damaged or missing in the traces. Sentences for people; empty where nothing is.
    [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

private:
    struct Part {
        std::uint32_t rank = 0;
        bool knowsRank = false;
        Profile profile;
    };

    Part readFile(const std::string& file, std::uint32_t number);
    void readTraces(const std::string& file, Part& part);
    void addTrace(std::uint32_t rank, std::vector<std::string> chunks);
    bool keepSelected(Part& part) const;
    void addRanks(const Part& part);
    void addProfiles(std::vector<Part> parts);

    const RunRequest request_;
    Profile profile_;
    std::vector<std::unique_ptr<Trace>> owned_;
    std::vector<RankTrace> traces_;
    std::vector<std::uint32_t> rankOf_;
    ExportWindow window_;
    std::vector<std::string> notes_;
};

}  // namespace gantry::perf
