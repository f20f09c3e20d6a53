#include <perf/importers/Importer.hpp>
#include <perf/importers/reading/Decimal.hpp>
#include <perf/importers/reading/ImportedProfile.hpp>
#include <perf/importers/reading/TextLines.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <unordered_map>

namespace gantry::perf {

namespace {

constexpr std::string_view kArrow = " => ";
// Times are in microseconds, other metrics whole.
constexpr int kNsPerUs = 3;
constexpr std::int64_t kMostCalls = std::int64_t{1} << 48U;

// "12 templated_functions_MULTI_TIME"
std::optional<std::pair<std::uint64_t, std::string_view>> countLine(std::string_view line) {
    const std::vector<std::string_view> words = wordsOf(line);
    if (words.size() < 2) {
        return std::nullopt;
    }
    const std::optional<std::uint64_t> count = countNumber(words[0]);
    return count ? std::optional(std::pair(*count, words[1])) : std::nullopt;
}

bool recognises(std::string_view beginning) {
    TextLines lines(beginning);
    std::string_view line;
    lines.next(line);
    const auto head = countLine(line);
    return head && head->second.starts_with("templated_functions");
}

// profile.NODE.CONTEXT.THREAD
std::optional<std::array<std::uint32_t, 3>> placesIn(const std::string& fileName) {
    std::array<std::uint32_t, 3> places{};
    std::string_view rest = fileName;
    // From the end: what is in front of the numbers may have points of its own.
    for (std::size_t i = places.size(); i-- > 0;) {
        const std::size_t point = rest.rfind('.');
        const std::optional<std::uint64_t> number =
            point == std::string_view::npos ? std::nullopt : countNumber(rest.substr(point + 1));
        if (!number || *number > 10'000'000) {
            return std::nullopt;
        }
        places[i] = static_cast<std::uint32_t>(*number);
        rest = rest.substr(0, point);
    }
    return places;
}

// A line of a function.
struct Function {
    std::string_view name;
    std::string_view group;
    std::size_t offset = 0;
    std::uint64_t calls = 0;
    std::int64_t exclusive = 0;
    std::int64_t inclusive = 0;
    [[nodiscard]] bool isPath() const { return name.find(kArrow) != std::string_view::npos; }
};

class Reader final {
public:
    explicit Reader(const ImportFile& file) : file_(file), profile_(file), lines_(file.bytes()) {}

    ImportedPart read() {
        readHead();
        for (std::uint64_t i = 0; i < functions_.first; ++i) {
            all_.push_back(readFunction(dueLine("a function")));
        }
        readAggregates();
        readEvents();
        const auto places = placesIn(file_.path().filename().string());
        const std::string name = !places ? ""
                                         : "node " + std::to_string((*places)[0]) + ", context " +
                                               std::to_string((*places)[1]) + ", thread " +
                                               std::to_string((*places)[2]);
        thread_ = profile_.thread("", name);
        addFunctions();
        ImportedPart part{profile_.finish()};
        if (places) {
            part.rank = (*places)[0];
        }
        return part;
    }

private:
    std::string_view dueLine(const char* what) {
        std::string_view line;
        if (!lines_.next(line)) {
            profile_.at(file_.bytes().size());
            profile_.fail(std::string("the file ends where ") + what +
                          " is due; it was cut short: copy it again");
        }
        profile_.at(lines_.offset());
        return line;
    }

    void readHead() {
        const auto head = countLine(dueLine("the number of functions"));
        if (!head || !head->second.starts_with("templated_functions")) {
            profile_.fail("'N templated_functions' is due here; the file is not a TAU profile");
        }
        functions_ = *head;
        constexpr std::string_view kMulti = "templated_functions_MULTI_";
        const std::string metric(head->second.starts_with(kMulti)
                                     ? head->second.substr(kMulti.size())
                                     : std::string_view("TIME"));
        isTime_ = metric.find("TIME") != std::string::npos || metric == "P_WALL_CLOCK_TIME";
        shift_ = isTime_ ? kNsPerUs : 0;
        // As Gantry names its own clocks.
        metric_ = metric == "WALL_TIME" ? "wall" : metric == "CPU_TIME" ? "cpu" : metric;
        dueLine("the line of titles");
    }

    std::int64_t value(std::string_view word) {
        const std::optional<std::int64_t> value = scaledDecimal(word, shift_);
        // Few enough that sums of them fit.
        constexpr std::int64_t kMost = std::int64_t{1} << 56U;
        if (!value || *value > kMost || *value < -kMost) {
            profile_.fail("'" + std::string(word) +
                          "' is not a number that fits; the file is "
                          "damaged");
        }
        return *value;
    }

    // "name" calls subroutines exclusive inclusive profiles GROUP="A | B"
    Function readFunction(std::string_view line) {
        Function function;
        function.offset = lines_.offset();
        // From the end: a name may contain anything, quotes included.
        const std::size_t group = line.rfind("GROUP=\"");
        const std::size_t end = line.substr(0, group).rfind('"');
        if (!line.starts_with('"') || end == 0 || end == std::string_view::npos) {
            profile_.fail("a line with a name in quotes is due here; the file is damaged");
        }
        function.name = trimmed(line.substr(1, end - 1));
        const std::vector<std::string_view> words = wordsOf(line.substr(0, group).substr(end + 1));
        if (words.size() < 4) {
            profile_.fail(
                "expected calls, subroutines, exclusive and inclusive values after the name; the "
                "file is damaged or truncated");
        }
        const std::optional<std::int64_t> calls = scaledDecimal(words[0], 0);
        if (!calls || *calls < 0 || *calls > kMostCalls) {
            profile_.fail("'" + std::string(words[0]) + "' is not a number of calls");
        }
        function.calls = static_cast<std::uint64_t>(*calls);
        function.exclusive = value(words[2]);
        function.inclusive = value(words[3]);
        if (group != std::string_view::npos) {
            function.group = groupIn(line.substr(group + 7));
        }
        return function;
    }

    // The first group but that of all call paths.
    static std::string_view groupIn(std::string_view text) {
        text = text.substr(0, text.find('"'));
        for (std::size_t at = 0; at <= text.size();) {
            const std::size_t end = std::min(text.find('|', at), text.size());
            const std::string_view group = trimmed(text.substr(at, end - at));
            if (group != "TAU_CALLPATH" && !group.empty()) {
                return group;
            }
            at = end + 1;
        }
        return {};
    }

    void readAggregates() {
        const auto head = countLine(dueLine("the number of aggregates"));
        if (!head || head->second != "aggregates") {
            profile_.fail(
                "expected 'N aggregates' here: there are fewer functions than the first line "
                "states; the file is damaged");
        }
        for (std::uint64_t i = 0; i < head->first; ++i) {
            dueLine("an aggregate");
        }
    }

    // "name" number max min mean sum-of-squares
    void readEvents() {
        std::string_view line;
        if (!lines_.next(line) || trimmed(line).empty()) {
            return;
        }
        profile_.at(lines_.offset());
        const auto head = countLine(line);
        if (!head || head->second != "userevents") {
            profile_.fail("'N userevents' is due here; the file is damaged");
        }
        if (head->first > 0) {
            dueLine("the line of titles");
        }
        for (std::uint64_t i = 0; i < head->first; ++i) {
            readEvent(dueLine("an event"));
        }
    }

    void readEvent(std::string_view line) {
        const std::size_t end = line.rfind('"');
        const std::vector<std::string_view> words =
            wordsOf(line.substr(std::min(end, line.size() - 1) + 1));
        if (!line.starts_with('"') || end == 0 || words.size() < 5) {
            profile_.fail("an event has a name in quotes and five numbers; the file is damaged");
        }
        std::array<double, 5> numbers{};
        for (std::size_t i = 0; i < numbers.size(); ++i) {
            const std::optional<double> number = realNumber(words[i]);
            if (!number) {
                profile_.fail("'" + std::string(words[i]) + "' is not a number");
            }
            numbers[i] = *number;
        }
        if (numbers[0] < 0 || numbers[0] > 1e15) {
            profile_.fail("the number of values of the event is negative or too large");
        }
        EventStats event;
        event.name = line.substr(1, end - 1);
        event.count = static_cast<std::uint64_t>(numbers[0]);
        event.max = numbers[1];
        event.min = numbers[2];
        event.mean = numbers[3];
        event.sumSquares = numbers[4];
        // Sum of squares less n times the square of the mean; rounding may make it negative.
        event.m2 = std::max(0.0, numbers[4] - numbers[0] * numbers[3] * numbers[3]);
        if (event.count > 0) {
            profile_.addEvent(std::move(event));
        }
    }

    void addFunctions() {
        using Values = ImportedProfile::Values;
        const bool hasPaths = std::any_of(all_.begin(), all_.end(),
                                          [](const Function& each) { return each.isPath(); });
        // Paths of limited depth lack their beginnings, and cannot be put into a tree.
        const bool isWhole = hasPaths && arePathsWhole();
        if (hasPaths && !isWhole) {
            profile_.addMissing(
                "call paths do not begin at the root (TAU_CALLPATH_DEPTH): each function is shown "
                "without its callers");
        } else if (!hasPaths && all_.size() > 1) {
            profile_.addFact("inclusive", "as exclusive: the file has no call paths");
        }
        place_ = profile_.metric(isTime_ && metric_ == "TIME" ? "time" : metric_,
                                 isTime_ ? "ns" : "count", isWhole ? Values::Whole : Values::Own);
        for (const Function& function : all_) {
            profile_.at(function.offset);
            if (!isWhole) {
                addFlat(function);
            } else if (function.isPath()) {
                addPath(function, function.calls, function.inclusive);
            } else if (const Top& top = tops_.at(function.name);
                       top.calls > 0 || (top.inclusive > 0 && top.beginsPath)) {
                addPath(function, static_cast<std::uint64_t>(std::max<std::int64_t>(top.calls, 0)),
                        top.inclusive);
            }
        }
    }

    // A function as it is at the top: its flat line without the paths that end in it.
    struct Top {
        std::int64_t calls = 0;
        std::int64_t inclusive = 0;
        bool beginsPath = false;
    };

    // Whether each path begins with a function that was called at the top. Notes what was.
    bool arePathsWhole() {
        for (const Function& function : all_) {
            if (!function.isPath()) {
                Top& top = tops_[function.name];
                profile_.at(function.offset);
                addTo(top.calls, static_cast<std::int64_t>(function.calls));
                addTo(top.inclusive, function.inclusive);
            }
        }
        for (const Function& function : all_) {
            if (function.isPath()) {
                takeFromTop(function);
            }
        }
        return std::all_of(tops_.begin(), tops_.end(), [](const auto& entry) {
            return !entry.second.beginsPath || entry.second.calls > 0;
        });
    }

    void takeFromTop(const Function& function) {
        const std::size_t arrow = function.name.rfind(kArrow);
        const std::string_view above = function.name.substr(0, arrow);
        const std::string_view last = trimmed(function.name.substr(arrow + kArrow.size()));
        tops_[trimmed(above.substr(0, above.find(kArrow)))].beginsPath = true;
        Top& top = tops_[last];
        profile_.at(function.offset);
        addTo(top.calls, -static_cast<std::int64_t>(function.calls));
        // The time of a call inside a call of the same function is in the flat line once.
        if (!isIn(last, above)) {
            addTo(top.inclusive, -function.inclusive);
        }
    }

    void addTo(std::int64_t& sum, std::int64_t value) {
        if (__builtin_add_overflow(sum, value, &sum)) {
            profile_.fail("the values are beyond 2^63 together; the file is damaged");
        }
    }

    static bool isIn(std::string_view name, std::string_view path) {
        for (std::size_t at = 0; at <= path.size();) {
            const std::size_t end = std::min(path.find(kArrow, at), path.size());
            if (trimmed(path.substr(at, end - at)) == name) {
                return true;
            }
            at = end + kArrow.size();
        }
        return false;
    }

    void addFlat(const Function& function) {
        if (function.isPath()) {
            return;
        }
        const ImportedProfile::Node node = profile_.child(
            thread_, ImportedProfile::kTop, profile_.timer(function.name, {}, function.group));
        profile_.addCalls(thread_, node, function.calls);
        profile_.add(thread_, node, place_, function.exclusive);
    }

    // Groups are those of the flat lines; a path has that of its last function.
    std::uint32_t timerNamed(std::string_view name) {
        if (groups_.empty()) {
            for (const Function& function : all_) {
                groups_.emplace(function.name, function.group);
            }
        }
        const auto known = groups_.find(name);
        return profile_.timer(name, {},
                              known == groups_.end() ? std::string_view{} : known->second);
    }

    void addPath(const Function& function, std::uint64_t calls, std::int64_t inclusive) {
        ImportedProfile::Node node = ImportedProfile::kTop;
        for (std::size_t at = 0; at <= function.name.size();) {
            const std::size_t end = std::min(function.name.find(kArrow, at), function.name.size());
            node = profile_.child(thread_, node,
                                  timerNamed(trimmed(function.name.substr(at, end - at))));
            at = end + kArrow.size();
        }
        profile_.addCalls(thread_, node, calls);
        profile_.add(thread_, node, place_, inclusive);
    }

    const ImportFile& file_;
    ImportedProfile profile_;
    TextLines lines_;
    std::pair<std::uint64_t, std::string_view> functions_;
    std::vector<Function> all_;
    std::unordered_map<std::string_view, Top> tops_;
    std::unordered_map<std::string_view, std::string_view> groups_;
    std::string metric_;
    bool isTime_ = false;
    int shift_ = 0;
    std::size_t thread_ = 0;
    std::size_t place_ = 0;
};

std::vector<ImportedPart> read(const ImportFile& file) {
    std::vector<ImportedPart> parts;
    parts.push_back(Reader(file).read());
    return parts;
}

}  // namespace

Importer tauImporter() {
    return {"tau", "TAU profiles, profile.NODE.CONTEXT.THREAD: each node is a rank",
            "metadata; inclusive values of a profile without call paths; one metric at a time",
            recognises, read};
}

}  // namespace gantry::perf
