#pragma once

#include <perf/importers/reading/ImportedProfile.hpp>
#include <perf/importers/reading/JsonCursor.hpp>

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace gantry::perf {

/// A call, or one end of it, with times in ns.
struct ChromeCall {
    enum class Phase : std::uint8_t { Begin, Whole, End, EndInnermost };

    std::int64_t time = 0;
    std::int64_t end = 0;  ///< of a whole call
    std::uint64_t offset = 0;
    std::uint32_t timer = 0;
    Phase phase = Phase::Begin;
};

/// Sorts by time. Where times are equal the order of the file stays, but of neighbours that are
/// whole calls the longest comes first: the others are inside it.
void sortByTime(std::vector<ChromeCall>& calls);

struct ChromeThread {
    std::string key;
    std::string process;
    std::string thread;
    std::vector<ChromeCall> calls;
};

/// Takes the events of a trace one by one: calls are kept, by their threads; counters go into the
/// profile; names of threads and processes are noted; the others are counted.
class ChromeEvents final {
public:
    explicit ChromeEvents(ImportedProfile& profile) : profile_(profile) {}

    /// Reads the event that is next.
    void read(JsonCursor& json);

    std::deque<ChromeThread>& threads() { return threads_; }
    /// As its metadata say, or else by its numbers.
    [[nodiscard]] std::string nameOf(const ChromeThread& thread) const;
    /// What was not read, in words; empty where that is nothing.
    [[nodiscard]] std::string skippedText() const;

private:
    /// The members of an event that matter.
    struct Event {
        std::string phase;
        std::string name;
        std::string category;
        std::string process;
        std::string thread;
        std::optional<std::int64_t> time{};
        std::optional<std::int64_t> duration{};
        std::optional<std::size_t> arguments{};  ///< their offset
    };

    static std::string textOf(JsonCursor& json);
    std::int64_t timeOf(JsonCursor& json);
    void readMember(JsonCursor& json, const std::string& member, Event& event);
    void take(const Event& event, JsonCursor& json);
    void addCall(const Event& event);
    void addCounter(const Event& event, const JsonCursor& json);
    void addName(const Event& event, const JsonCursor& json);
    ChromeThread& threadOf(const Event& event);

    ImportedProfile& profile_;
    std::deque<ChromeThread> threads_;
    std::unordered_map<std::string, std::size_t> places_;
    std::unordered_map<std::string, std::string> names_;
    std::map<std::string, std::uint64_t> skipped_;
};

}  // namespace gantry::perf
