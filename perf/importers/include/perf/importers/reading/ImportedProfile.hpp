#pragma once

#include <perf/importers/reading/ImportFile.hpp>
#include <perf/importers/reading/ImportedTrace.hpp>
#include <perf/model/Profile.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gantry::perf {

/// Puts a profile together from what a file says piece by piece, and keeps it in the bounds of an
/// archive whatever the file says: values, call depth, number of call paths. A breach throws as
/// ImportFile::fail() at the offset that was set last. For one thread; the file must outlive it.
///
///     ImportedProfile profile(file);
///     const std::size_t wall = profile.metric("wall", "ns");
///     const std::size_t thread = profile.thread("1", "main");
///     const auto node = profile.child(thread, ImportedProfile::kTop, profile.timer("solve"));
///     profile.add(thread, node, wall, 1500);
///     return profile.finish();
/// Places and numbers that its functions take are those that they returned; others are not checked.
class ImportedProfile final {
public:
    /// Call paths deeper than that are refused: views of a profile go up each path.
    static constexpr std::int32_t kMostDepth = 4096;
    /// More call paths than that are refused: some hundred bytes each.
    static constexpr std::size_t kMostPaths = 4'000'000;

    /// What the values of a metric are that add() gets.
    enum class Values {
        Own,    ///< without what is below in the tree
        Whole,  ///< with it
    };

    /// One of a tree; kTop is above all. Of one thread: its place in ThreadProfile::nodes.
    using Node = std::int32_t;
    static constexpr Node kTop = -1;

    /// file is used for messages only.
    explicit ImportedProfile(const ImportFile& file) : file_(file) {}

    /// Where the reader is, for messages. isText: counted in lines as well.
    void at(std::size_t offset, bool isText = true) {
        offset_ = offset;
        isText_ = isText;
    }
    /// In bytes, as at() set it last.
    [[nodiscard]] std::size_t offset() const { return offset_; }
    /// Throws InputError with the place that was set last.
    [[noreturn]] void fail(const std::string& what) const;

    /// The metric of that name and unit, made where there is none yet. Of two with one name and
    /// different units the later one's name gets the unit behind it. Its place in Profile::metrics.
    /// Throws InputError beyond kMaxMetrics.
    std::size_t metric(const std::string& name, const std::string& unit,
                       Values values = Values::Own);
    /// The number of the timer with that name, type and group; made where there is none yet. A hash
    /// look-up; names are copied where the timer is new.
    std::uint32_t timer(std::string_view name, std::string_view type = {},
                        std::string_view group = {});
    /// Whether there is such a timer already.
    [[nodiscard]] bool hasTimer(std::string_view name, std::string_view group) const;
    /// The thread of that key; name is that of a new one. Its place, which the next functions take.
    /// Keys are the file's own, such as "process 3, thread 1"; they are not in the profile.
    std::size_t thread(const std::string& key, const std::string& name);
    /// The key stays.
    void rename(std::size_t thread, const std::string& name);
    /// The node of the timer below another one. The same node for the same arguments. O(1). A timer
    /// below itself is a node of its own: recursion is not folded.
    Node child(std::size_t thread, Node parent, std::uint32_t timer);

    /// Adds to the value of the node, as the metric's Values say. Negative values are allowed; each
    /// value, and each sum, is at most 2^56.
    void add(std::size_t thread, Node node, std::size_t metric, std::int64_t value);
    /// At most 2^56 for each node; more is a breach.
    void addCalls(std::size_t thread, Node node, std::uint64_t calls);
    /// The calls directly below, where the file says them; else they are counted at the end. Once
    /// used for any node, none is counted at the end. At most 2^62.
    void setChildCalls(std::size_t thread, Node node, std::uint64_t calls);
    /// A call with its times, in the unit of the metric; kept in the trace if that is ns.
    void noteStart(std::size_t thread, std::uint32_t timer, std::size_t metric, std::int64_t time);
    /// As noteStart().
    void noteStop(std::size_t thread, std::uint32_t timer, std::size_t metric, std::int64_t time);
    /// Of a call whose end is not in the file.
    void markRunning(std::size_t thread, Node node);

    /// A value of an event, such as a counter.
    void addEvent(const std::string& name, double value);
    /// As it is: not merged with one of the same name.
    void addEvent(EventStats event) { profile_.events.push_back(std::move(event)); }
    /// A free fact; the same key may be there several times.
    void addFact(const std::string& key, const std::string& text);
    /// Something that is missing; several are separated by a semicolon.
    void addMissing(const std::string& what);
    /// For what a format knows beside trees, such as the machine. Places that were returned must
    /// stay valid.
    Profile& profile() { return profile_; }

    /// The whole profile, once. A profile without a metric gets one of time. Makes inclusive values
    /// of what was given, counts child calls, and checks the totals. The object is empty then.
    Profile finish();
    /// The calls that were noted, as the chunks of a trace; empty where there were none. Once,
    /// before finish().
    std::vector<std::string> finishTrace();

private:
    // The nodes of one thread: children by parent and timer, and the depth of each node.
    struct Tree {
        std::unordered_map<std::uint64_t, Node> children;
        std::vector<std::int32_t> depths;
    };

    CallPathNode& nodeOf(std::size_t thread, Node node) {
        return profile_.threads[thread].nodes[static_cast<std::size_t>(node)];
    }
    [[nodiscard]] MetricValues whole(ThreadProfile& thread) const;
    void checkTotals() const;

    const ImportFile& file_;
    std::size_t offset_ = 0;
    bool isText_ = true;
    Profile profile_;
    std::vector<Values> values_;
    std::vector<Tree> trees_;
    std::size_t paths_ = 0;
    bool hasChildCalls_ = false;
    std::unordered_map<std::string, std::uint32_t> timers_;
    std::unordered_map<std::string, std::size_t> threads_;
    std::unordered_map<std::string, std::size_t> events_;
    ImportedTrace trace_;
};

/// "1 event", "3 events", for what is said of a file.
std::string counted(std::uint64_t number, const std::string& noun);

}  // namespace gantry::perf
