// The names of the events that the module for MPI leaves (docs/formats/trace.md), read back.

#include <perf/model/MessageEvent.hpp>

#include <array>
#include <charconv>
#include <string_view>
#include <utility>

namespace gantry::perf {

namespace {

using Kind = MessageEvent::Kind;

constexpr std::string_view kBegin = "MPI ";
constexpr std::string_view kArrow = " -> ";
constexpr std::string_view kBreak = ", ";
constexpr std::string_view kOthers = "others";
constexpr std::string_view kCollectiveCalls = "collective calls";
constexpr std::string_view kCollectiveTime = "collective time";

// By the word in the names of events.
constexpr std::array<std::pair<std::string_view, Kind>, 4> kKinds{
    {{"message ", Kind::Message},
     {"one-sided ", Kind::OneSided},
     {"collective ", Kind::Collective},
     {"received ", Kind::Received}}};

// Details of the event before, in a traced run.
constexpr std::array<std::pair<std::string_view, Kind>, 4> kDetails{{{"tag", Kind::Tag},
                                                                     {"posted", Kind::Posted},
                                                                     {"instance", Kind::Instance},
                                                                     {"root", Kind::Root}}};

// Takes the beginning away if the text begins so.
bool take(std::string_view& text, std::string_view beginning) {
    if (text.substr(0, beginning.size()) != beginning) {
        return false;
    }
    text.remove_prefix(beginning.size());
    return true;
}

// What stands before the separator, which is taken away with it.
std::optional<std::string_view> takeUntil(std::string_view& text, std::string_view separator) {
    const std::size_t place = text.find(separator);
    if (place == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view part = text.substr(0, place);
    text.remove_prefix(place + separator.size());
    return part;
}

template <class Number>
std::optional<Number> numberIn(std::string_view text) {
    Number number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole ? std::optional(number) : std::nullopt;
}

// False where it is neither a rank nor the word for the others.
bool readRank(std::optional<std::string_view> text, std::optional<std::int64_t>& rank) {
    if (!text) {
        return false;
    }
    rank = numberIn<std::int64_t>(*text);
    return rank ? *rank >= 0 : *text == kOthers;
}

// "2048+ B", "1 B"
bool readSize(std::optional<std::string_view> text, std::uint64_t& least) {
    constexpr std::string_view kUnit = " B";
    if (!text || text->size() <= kUnit.size() || !text->ends_with(kUnit)) {
        return false;
    }
    text->remove_suffix(kUnit.size());
    if (text->back() == '+') {
        text->remove_suffix(1);
    }
    const auto number = numberIn<std::uint64_t>(*text);
    least = number.value_or(0);
    return number.has_value();
}

}  // namespace

std::optional<MessageEvent> messageEvent(const EventStats& event) {
    std::string_view rest = event.name;
    // An event that is kept by call path also exists over all paths; counting both would double it.
    if (!event.path.empty() || !take(rest, kBegin)) {
        return std::nullopt;
    }
    MessageEvent about;
    if (std::string_view calls = rest; take(calls, kCollectiveCalls) && take(calls, kBreak)) {
        about.kind = Kind::CollectiveCalls;
        about.communicator = calls;
        return about;
    }
    if (std::string_view time = rest; take(time, kCollectiveTime) && take(time, kBreak)) {
        about.kind = Kind::CollectiveTime;
        about.communicator = time;
        return about;
    }
    for (const auto& [word, kind] : kDetails) {
        if (rest == word) {
            about.kind = kind;
            return about;
        }
    }
    for (const auto& [word, kind] : kKinds) {
        if (std::string_view of = rest; take(of, word)) {
            about.kind = kind;
            const bool whole = readRank(takeUntil(of, kArrow), about.from) &&
                               readRank(takeUntil(of, kBreak), about.to) &&
                               readSize(takeUntil(of, kBreak), about.least);
            about.communicator = of;
            // A program may have an event of its own that only begins like one of these.
            return whole ? std::optional(about) : std::nullopt;
        }
    }
    return std::nullopt;
}

}  // namespace gantry::perf
