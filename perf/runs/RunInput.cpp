// What an exporter gets of the files that a user names: profiles, traces, and which rank each
// thread and trace is of.

#include <base/InputError.hpp>
#include <base/text/TimeText.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/model/Merge.hpp>
#include <perf/model/Overhead.hpp>
#include <perf/recording/RankTraceFile.hpp>
#include <perf/recording/SegmentTrace.hpp>
#include <perf/recording/TraceSource.hpp>
#include <perf/runs/RunFile.hpp>
#include <perf/runs/RunInput.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <perf/trace/TraceFile.hpp>

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>

namespace gantry::perf {

namespace {

std::optional<std::uint32_t> rankIn(std::string_view text) {
    std::uint32_t rank = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), rank);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole ? std::optional(rank) : std::nullopt;
}

std::uint32_t rankOrThrow(std::string_view word, const std::string& text) {
    if (const auto rank = rankIn(word)) {
        return *rank;
    }
    throw std::invalid_argument("takes ranks such as 0 or 0,4:7, not '" + text + "'");
}

std::optional<std::uint32_t> rankOfProfile(const Profile& profile) {
    for (const auto& [key, value] : profile.context) {
        if (key == kRankFact) {
            return rankIn(value);
        }
    }
    return std::nullopt;
}

// Nothing where the thread's process has no rank or is not known.
std::optional<std::uint32_t> knownRank(const Profile& profile, const ThreadProfile& thread) {
    const auto process = static_cast<std::size_t>(thread.process);
    if (thread.process < 0 || process >= profile.processes.size() ||
        profile.processes[process].rank < 0) {
        return std::nullopt;
    }
    return static_cast<std::uint32_t>(profile.processes[process].rank);
}

bool knowsRankOfThreads(const Profile& profile) {
    return !profile.threads.empty() &&
           std::all_of(profile.threads.begin(), profile.threads.end(),
                       [&](const auto& thread) { return knownRank(profile, thread).has_value(); });
}

// Values over all ranks are not those of some.
void keepThreads(Profile& profile, const RankSelection& ranks) {
    std::erase_if(profile.threads, [&](const ThreadProfile& thread) {
        return !ranks.includes(knownRank(profile, thread).value_or(0));
    });
    profile.ranks.reset();
}

// Whether there is a profile in it, as opposed to a segment, a process, or what cannot be read.
bool isProfile(const std::string& file) {
    try {
        (void)readProfileFile(file);
        return true;
    } catch (const base::InputError& error) {
        return error.kind() == base::InputError::Kind::Damaged ||
               error.kind() == base::InputError::Kind::Newer;
    }
}

std::optional<std::int64_t> timeIn(const std::string& word, const std::string& text) {
    if (word.empty()) {
        return std::nullopt;
    }
    const std::optional<std::int64_t> ns = base::nanoseconds(word);
    if (!ns) {
        throw std::invalid_argument("takes two times such as 1.5:1.6, 20ms: or :2, not '" + text +
                                    "'");
    }
    return ns;
}

}  // namespace

bool RankSelection::includes(std::uint32_t rank) const {
    return ranges.empty() || std::any_of(ranges.begin(), ranges.end(), [rank](const auto& range) {
               return range.first <= rank && rank <= range.second;
           });
}

RankSelection parseRanks(const std::string& text) {
    RankSelection selection;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find(',', at), text.size());
        const std::string word = text.substr(at, end - at);
        const std::size_t colon = word.find(':');
        const std::uint32_t first = rankOrThrow(word.substr(0, colon), text);
        const std::uint32_t last =
            colon == std::string::npos ? first : rankOrThrow(word.substr(colon + 1), text);
        if (first > last) {
            throw std::invalid_argument("has a range that ends before it begins: '" + text + "'");
        }
        selection.ranges.emplace_back(first, last);
        at = end + 1;
    }
    return selection;
}

ExportWindow parseWindow(const std::string& text) {
    const std::size_t colon = text.find(':');
    if (colon == std::string::npos) {
        throw std::invalid_argument("takes two times such as 1.5:1.6, 20ms: or :2, not '" + text +
                                    "'");
    }
    ExportWindow window;
    window.from = timeIn(text.substr(0, colon), text).value_or(window.from);
    window.to = timeIn(text.substr(colon + 1), text).value_or(window.to);
    if (window.from > window.to) {
        throw std::invalid_argument("begins after its end: '" + text + "'");
    }
    return window;
}

RunInput::RunInput(RunRequest request) : request_(std::move(request)), window_(request_.window) {
    std::vector<Part> parts;
    for (std::size_t i = 0; i < request_.files.size(); ++i) {
        parts.push_back(readFile(request_.files[i], static_cast<std::uint32_t>(i)));
    }
    addProfiles(std::move(parts));
    // Exporters write ranks in ascending order, whatever the order of the files.
    std::stable_sort(traces_.begin(), traces_.end(),
                     [](const auto& a, const auto& b) { return a.rank < b.rank; });
}

RunInput::Part RunInput::readFile(const std::string& file, std::uint32_t number) {
    Part part;
    part.rank = number;
    const bool wantsTrace = request_.trace != TraceUse::None;
    const bool isOther = request_.trace == TraceUse::Required && !isProfile(file);
    if (wantsTrace && (isOther || looksLikeTrace(file))) {
        part.rank = rankOfTrace(file).value_or(number);
        TraceSource source = readTraceSource(file);
        notes_.insert(notes_.end(), source.notes.begin(), source.notes.end());
        part.profile = source.profile.value_or(Profile{});
        addTrace(part.rank, std::move(source.chunks));
        return part;
    }
    part.profile = readProfileFile(file);
    if (const auto rank = rankOfProfile(part.profile)) {
        part.rank = *rank;
        part.knowsRank = true;
    }
    part.knowsRank = part.knowsRank || request_.files.size() > 1;
    if (wantsTrace && looksLikeArchive(file)) {
        readTraces(file, part);
    }
    if (!request_.raw && part.profile.probeOverhead && !isCompensated(part.profile)) {
        part.profile = compensated(part.profile);
    }
    return part;
}

void RunInput::readTraces(const std::string& file, Part& part) {
    TraceSource source = readTraceSource(file);
    notes_.insert(notes_.end(), source.notes.begin(), source.notes.end());
    addTrace(part.rank, std::move(source.chunks));
    for (const auto& [rank, path] : rankTracesBeside(file)) {
        addTrace(rank, chunksOfFile(path, false, notes_));
    }
}

void RunInput::addTrace(std::uint32_t rank, std::vector<std::string> chunks) {
    if (!chunks.empty() && request_.ranks.includes(rank)) {
        owned_.push_back(std::make_unique<Trace>(std::move(chunks)));
        traces_.push_back({rank, owned_.back().get()});
    }
}

// Leaves the threads of the ranks that are selected; false: there are none.
bool RunInput::keepSelected(Part& part) const {
    if (request_.ranks.ranges.empty()) {
        return true;
    }
    if (knowsRankOfThreads(part.profile)) {
        keepThreads(part.profile, request_.ranks);
        return !part.profile.threads.empty();
    }
    const bool isMerged = part.profile.ranks && part.profile.ranks->size > 1;
    if (isMerged && !part.knowsRank && traces_.empty()) {
        throw ExportError(
            "the archive does not state which thread belongs to which rank; ranks can be selected "
            "from traces, or from the archives of individual ranks");
    }
    return isMerged || request_.ranks.includes(part.rank);
}

void RunInput::addRanks(const Part& part) {
    const bool knowsThreads = knowsRankOfThreads(part.profile);
    if (!knowsThreads && !part.knowsRank) {
        return;
    }
    for (const ThreadProfile& thread : part.profile.threads) {
        rankOf_.push_back(knowsThreads ? knownRank(part.profile, thread).value_or(0) : part.rank);
    }
}

void RunInput::addProfiles(std::vector<Part> parts) {
    std::vector<Profile> profiles;
    for (Part& part : parts) {
        if (keepSelected(part)) {
            addRanks(part);
            profiles.push_back(std::move(part.profile));
        }
    }
    if (profiles.empty() && traces_.empty()) {
        throw ExportError("the run has none of the selected ranks");
    }
    // Merging one would drop its values over the ranks.
    const bool one = profiles.size() == 1;
    profile_ = one ? std::move(profiles.front()) : merge(profiles);
}

}  // namespace gantry::perf
