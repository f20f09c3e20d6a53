// Finds the timeline of a trace, or makes it: in the archive, beside the trace, in the user's
// cache, else from the trace itself.

#include <base/hash/Fnv1a.hpp>
#include <perf/analysis/MessageMatching.hpp>
#include <perf/analysis/StateTable.hpp>
#include <perf/archive/ArchivedTimeline.hpp>
#include <perf/recording/MissingMeasurement.hpp>
#include <perf/recording/RankTraceFile.hpp>
#include <perf/recording/TimelineSource.hpp>
#include <perf/recording/TraceSource.hpp>
#include <perf/timeline/TimelineOfTraces.hpp>
#include <perf/trace/PackedChunk.hpp>
#include <perf/trace/TraceChunk.hpp>
#include <perf/trace/TraceError.hpp>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace gantry::perf {

namespace {

namespace fs = std::filesystem;

// Small enough to be unpacked one after the other without much memory.
constexpr std::size_t kPiece = std::size_t{4} << 20U;

ActivityOf usualActivities() {
    return [rules = StateRules(usualStates())](const std::string& timer) {
        std::optional<Activity> activity;
        if (const auto state = rules.of(timer)) {
            activity = static_cast<Activity>(static_cast<std::uint32_t>(*state) + 1);
        }
        return activity;
    };
}

void addMessages(TimelineBuilder& builder, MessageMatcher& matcher) {
    for (const MatchedMessage& message : matcher.result().messages) {
        TimelineMessage to;
        to.from = static_cast<std::int32_t>(message.from);
        to.to = static_cast<std::int32_t>(message.to);
        to.sent = message.sent;
        to.received = message.received;
        to.tag = message.tag;
        to.bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(message.bytes, 0));
        to.communicator = builder.name({message.communicator, {}, {}, OperationKind::Message, {}});
        builder.addMessage(to);
    }
}

// -1 for a trace that is not named as those of ranks are.
std::int32_t rankIn(const std::string& word) {
    const auto rank = rankOfTrace(word);
    return rank ? static_cast<std::int32_t>(*rank) : -1;
}

// A number that changes with size and time of the files; 0 if one is not a file, as a process is
// not.
std::uint64_t keyOf(const std::vector<std::string>& words) {
    // Of what is made of the same files: a later program may make something else.
    std::string all = "1";
    for (const std::string& word : words) {
        std::error_code error;
        const bool isFile = fs::is_regular_file(word, error);
        const auto size = isFile ? fs::file_size(word, error) : 0;
        const auto time = isFile ? fs::last_write_time(word, error) : fs::file_time_type();
        if (!isFile || error || fs::path(word).extension() == ".segment") {
            return 0;
        }
        all += ' ' + std::to_string(size) + ' ' + std::to_string(time.time_since_epoch().count());
    }
    return base::fnv1a(all);
}

fs::path beside(const std::string& word) {
    return word + ".timeline";
}

// In the user's cache, by the path of the first file; empty where there is no home.
fs::path inCache(const std::string& word) {
    const char* const cache = std::getenv("XDG_CACHE_HOME");
    const char* const home = std::getenv("HOME");
    fs::path folder;
    if (cache != nullptr && *cache == '/') {
        folder = cache;
    } else if (home != nullptr && *home == '/') {
        folder = fs::path(home) / ".cache";
    } else {
        return {};
    }
    std::error_code ignored;
    const std::string name =
        std::to_string(base::fnv1a(fs::weakly_canonical(word, ignored).string()));
    return folder / "gantry" / (name + ".timeline");
}

// A timeline that was kept of these sources.
std::optional<OpenedTimeline> kept(const fs::path& file, std::uint64_t key) {
    std::error_code error;
    if (file.empty() || !fs::is_regular_file(file, error)) {
        return std::nullopt;
    }
    try {
        Timeline timeline = Timeline::map(file);
        if (timeline.source() == key) {
            return OpenedTimeline{std::move(timeline), {}, file, false};
        }
    } catch (const TimelineError&) {
        // Damaged, or of another version: it is made again.
        return std::nullopt;
    }
    return std::nullopt;
}

std::optional<OpenedTimeline> archived(const TimelineRequest& request, const std::string& word) {
    const std::vector<std::string> pieces =
        request.archive != nullptr ? request.archive->timelineChunks() : readTimelineChunks(word);
    if (pieces.empty()) {
        return std::nullopt;
    }
    std::vector<std::byte> image;
    for (const std::string& piece : pieces) {
        if (std::string native = piece; makeNative(native), native != piece) {
            // Of the other byte order, as is what is inside: the timeline is made of the trace.
            return std::nullopt;
        }
        ChunkHeader header{};
        if (lookAtChunk(piece, header) != ChunkState::Whole) {
            throw TimelineError(TimelineError::Kind::Damaged,
                                word + ": the timeline is damaged at byte " +
                                    std::to_string(image.size()) +
                                    ": a piece of it is not as it was written");
        }
        const std::string plain = payloadOf(piece);
        const auto* const bytes = reinterpret_cast<const std::byte*>(plain.data());
        image.insert(image.end(), bytes, bytes + plain.size());
    }
    return OpenedTimeline{Timeline(std::move(image)), {}, {}, false};
}

class Maker final {
public:
    explicit Maker(const TimelineRequest& request)
        : traces_(builder_, usualActivities(), request.progress) {}

    void add(TraceSource source, const std::string& word) {
        if (source.chunks.empty()) {
            throw NoTraceError(word + ": there is no trace in it");
        }
        notes_.insert(notes_.end(), source.notes.begin(), source.notes.end());
        const Trace trace(std::move(source.chunks));
        records_ += trace.records();
        traces_.add(trace, rankIn(word));
        matcher_.add(trace);
    }

    OpenedTimeline finish(const TimelineRequest& request, std::uint64_t key) {
        addMessages(builder_, matcher_);
        if (key == 0 || records_ < request.keepFrom) {
            return {Timeline(builder_.image(key)), std::move(notes_), {}, true};
        }
        const std::string& word = request.words.front();
        // Beside the trace first: others who read the same folder find it there. A folder that
        // cannot be written is not a fault.
        for (const fs::path& file : {beside(word), inCache(word)}) {
            if (!file.empty() && keep(file, key)) {
                return {Timeline::map(file), std::move(notes_), file, true};
            }
        }
        notes_.push_back("the timeline cannot be stored, neither as " + beside(word).string() +
                         " nor in the cache; it will be rebuilt the next time");
        return {Timeline(builder_.image(key)), std::move(notes_), {}, true};
    }

private:
    bool keep(const fs::path& file, std::uint64_t key) {
        try {
            std::error_code ignored;
            fs::create_directories(fs::absolute(file).parent_path(), ignored);
            builder_.write(file, key);
            return true;
        } catch (const TimelineError&) {
            return false;
        }
    }

    TimelineBuilder builder_;
    TimelineOfTraces traces_;
    MessageMatcher matcher_;
    std::vector<std::string> notes_;
    std::uint64_t records_ = 0;
};

}  // namespace

OpenedTimeline openTimeline(const TimelineRequest& request) {
    if (request.words.empty()) {
        throw std::runtime_error("no trace was named");
    }
    std::vector<std::string> words;
    for (const std::string& word : request.words) {
        const std::vector<std::string> ranks = rankTraces(word);
        words.insert(words.end(), ranks.begin(), ranks.end());
    }
    const bool isAlone = words.size() == 1;
    if (isAlone && looksLikeTimeline(words[0])) {
        return {Timeline::map(words[0]), {}, words[0], false};
    }
    if (isAlone && looksLikeArchive(words[0])) {
        if (auto found = archived(request, words[0])) {
            return *std::move(found);
        }
    }
    const std::uint64_t key = keyOf(words);
    for (const fs::path& file : {beside(request.words[0]), inCache(request.words[0])}) {
        if (auto found = key == 0 ? std::nullopt : kept(file, key)) {
            return *std::move(found);
        }
    }
    Maker maker(request);
    for (const std::string& word : words) {
        const bool isOpen = request.archive != nullptr && word == request.words[0];
        maker.add(isOpen ? traceInArchive(*request.archive, word) : readTraceSource(word), word);
    }
    return maker.finish(request, key);
}

std::vector<std::string> rankTraces(const std::string& word) {
    std::vector<std::string> files;
    if (fs::path(word).extension() != ".trace") {
        for (const auto& [rank, file] : rankTracesBeside(word)) {
            files.push_back(file.string());
        }
    }
    if (files.empty()) {
        files.push_back(word);
    }
    return files;
}

std::vector<ArchivedChunk> withTimeline(std::vector<ArchivedChunk> trace) {
    if (trace.empty()) {
        return trace;
    }
    std::vector<std::byte> image;
    try {
        std::vector<std::string> chunks;
        chunks.reserve(trace.size());
        for (const ArchivedChunk& chunk : trace) {
            chunks.push_back(chunk.bytes);
        }
        TimelineBuilder builder;
        TimelineOfTraces(builder, usualActivities()).add(Trace(std::move(chunks)), -1);
        image = builder.image();
    } catch (const TraceError&) {
        // The trace is kept as it is; who reads it reports what is wrong with it.
        return trace;
    }
    for (std::size_t at = 0; at < image.size(); at += kPiece) {
        const std::string_view plain(reinterpret_cast<const char*>(image.data()) + at,
                                     std::min(kPiece, image.size() - at));
        ArchivedChunk& piece = trace.emplace_back();
        piece.kind = kTimelineChunk;
        piece.bytes = packedChunk(static_cast<std::uint32_t>(kTimelineChunk), plain);
    }
    return trace;
}

}  // namespace gantry::perf
