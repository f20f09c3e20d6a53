#include <perf/analysis/MessageTable.hpp>

#include <algorithm>
#include <charconv>
#include <string_view>
#include <tuple>
#include <vector>

namespace gantry::perf {

namespace {

constexpr std::string_view kBegin = "MPI bytes ";
constexpr std::string_view kArrow = " -> ";
constexpr std::string_view kOthers = "others";

std::optional<std::int64_t> numberIn(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    return whole && number >= 0 ? std::optional(number) : std::nullopt;
}

struct Messages {
    MessagePair pair;
    const EventStats* event;
};

// The others come after all ranks that have a number.
auto orderOf(const Messages& messages) {
    return std::tuple(messages.pair.from, !messages.pair.to, messages.pair.to.value_or(0));
}

}  // namespace

std::optional<MessagePair> messagePair(const EventStats& event) {
    const std::string_view name = event.name;
    const std::size_t arrow = name.find(kArrow);
    if (name.substr(0, kBegin.size()) != kBegin || arrow == std::string_view::npos ||
        !event.path.empty()) {
        return std::nullopt;
    }
    const auto from = numberIn(name.substr(kBegin.size(), arrow - kBegin.size()));
    const std::string_view receiver = name.substr(arrow + kArrow.size());
    const auto to = numberIn(receiver);
    if (!from || (!to && receiver != kOthers)) {
        return std::nullopt;
    }
    return MessagePair{*from, to};
}

ReportTable messageTable(const Profile& profile) {
    ReportTable table{"messages", "pair of ranks", {}, {}, {}, 0};
    table.columns = {{"from", "from", ""},    {"to", "to", ""},    {"messages", "messages", ""},
                     {"bytes", "bytes", "B"}, {"min", "min", "B"}, {"mean", "mean", "B"},
                     {"max", "max", "B"}};
    std::vector<Messages> all;
    for (const EventStats& event : profile.events) {
        if (const auto pair = messagePair(event)) {
            all.push_back({*pair, &event});
        }
    }
    std::sort(all.begin(), all.end(), [](const Messages& one, const Messages& other) {
        return orderOf(one) < orderOf(other);
    });
    for (const auto& [pair, event] : all) {
        table.rows.push_back({std::to_string(pair.from),
                              pair.to ? std::to_string(*pair.to) : std::string(kOthers),
                              static_cast<std::int64_t>(event->count), event->sum(), event->min,
                              event->mean, event->max});
    }
    return table;
}

}  // namespace gantry::perf
