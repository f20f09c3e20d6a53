// Tables of messages. The module for MPI leaves events whose names say what they are about
// (docs/formats/trace.md); this is the reader of these names, and the sums over them.

#include <perf/analysis/MessageTable.hpp>

#include <array>
#include <charconv>
#include <map>
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

struct KindName {
    Kind kind;
    std::string_view word;  // in names of events
    const char* view;
    const char* title;
};

constexpr std::array<KindName, 4> kKinds{
    {{Kind::Message, "message ", "messages", "messages"},
     {Kind::OneSided, "one-sided ", "oneSided", "one-sided"},
     {Kind::Collective, "collective ", "collectives", "collective"},
     {Kind::Received, "received ", "received", "received"}}};

// Details of the event before, in a traced run.
constexpr std::array<std::pair<std::string_view, Kind>, 3> kDetails{
    {{"tag", Kind::Tag}, {"posted", Kind::Posted}, {"instance", Kind::Instance}}};

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

std::string rankText(std::optional<std::int64_t> rank) {
    return rank ? std::to_string(*rank) : std::string(kOthers);
}

// Others come after all ranks that have a number.
using RankOrder = std::pair<bool, std::int64_t>;

RankOrder orderOf(std::optional<std::int64_t> rank) {
    return {!rank, rank.value_or(0)};
}

std::int64_t countOf(const Moments& values) {
    return static_cast<std::int64_t>(values.count);
}

// Calls f(what it is about, values) for each event of the module.
template <class F>
void forEachMessageEvent(const Profile& profile, F f) {
    for (const EventStats& event : profile.events) {
        if (const auto about = messageEvent(event)) {
            f(*about, event);
        }
    }
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
    for (const KindName& kind : kKinds) {
        if (std::string_view of = rest; take(of, kind.word)) {
            about.kind = kind.kind;
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

ReportTable messageTable(const Profile& profile, Kind kind) {
    ReportTable table{"", "rank pair", {}, {}, {}, 0};
    for (const KindName& known : kKinds) {
        if (known.kind == kind) {
            table.view = known.view;
            table.columns = {
                {"from", "from", ""},    {"to", "to", ""},    {"messages", known.title, ""},
                {"bytes", "bytes", "B"}, {"min", "min", "B"}, {"mean", "mean", "B"},
                {"max", "max", "B"}};
        }
    }
    std::map<std::pair<RankOrder, RankOrder>, std::pair<MessageEvent, Moments>> pairs;
    forEachMessageEvent(profile, [&](const MessageEvent& about, const Moments& values) {
        if (about.kind == kind && kind != Kind::CollectiveCalls) {
            auto& pair = pairs[{orderOf(about.from), orderOf(about.to)}];
            pair.first = about;
            pair.second.merge(values);
        }
    });
    for (const auto& [order, pair] : pairs) {
        const auto& [about, values] = pair;
        table.rows.push_back({rankText(about.from), rankText(about.to), countOf(values),
                              values.sum(), values.min, values.mean, values.max});
    }
    return table;
}

// Details of a trace are no messages: their kinds come behind CollectiveCalls.
ReportTable communicatorTable(const Profile& profile) {
    struct Sums {
        Moments messages;
        Moments oneSided;
        Moments calls;
        Moments time;
    };
    ReportTable table{"communicators", "communicator", {}, {}, {}, 0};
    table.columns = {{"communicator", "communicator", ""},
                     {"messages", "messages", ""},
                     {"bytes", "bytes", "B"},
                     {"oneSided", "one-sided", "", ReportColumn::Shown::ToPrograms},
                     {"oneSidedBytes", "one-sided bytes", "B", ReportColumn::Shown::ToPrograms},
                     {"collectiveCalls", "collective calls", ""},
                     {"collectiveBytes", "handed in", "B"},
                     {"collectiveTime", "time in them", "ns"}};
    std::map<std::string, Sums> all;
    forEachMessageEvent(profile, [&](const MessageEvent& about, const Moments& values) {
        if (about.kind > Kind::CollectiveCalls && about.kind != Kind::CollectiveTime) {
            return;
        }
        Sums& sums = all[about.communicator];
        if (about.kind == Kind::Message) {
            sums.messages.merge(values);
        } else if (about.kind == Kind::OneSided) {
            sums.oneSided.merge(values);
        } else if (about.kind == Kind::CollectiveCalls) {
            sums.calls.merge(values);
        } else if (about.kind == Kind::CollectiveTime) {
            sums.time.merge(values);
        }
    });
    for (const auto& [label, sums] : all) {
        table.rows.push_back({label, countOf(sums.messages), sums.messages.sum(),
                              countOf(sums.oneSided), sums.oneSided.sum(), countOf(sums.calls),
                              sums.calls.sum(), sums.time.sum()});
    }
    return table;
}

ReportTable messageSizeTable(const Profile& profile) {
    ReportTable table{"sizes", "size", {}, {}, {}, 0};
    table.columns = {{"from", "from", "B"},         {"to", "to", "B"},
                     {"messages", "messages", ""},  {"bytes", "bytes", "B"},
                     {"oneSided", "one-sided", ""}, {"collective", "collective", ""}};
    std::map<std::uint64_t, std::map<Kind, Moments>> sizes;
    forEachMessageEvent(profile, [&](const MessageEvent& about, const Moments& values) {
        if (about.kind < Kind::CollectiveCalls) {
            sizes[about.least][about.kind].merge(values);
        }
    });
    for (auto& [least, values] : sizes) {
        const std::uint64_t most = least < 2 ? least : least + (least - 1);
        table.rows.push_back({static_cast<std::int64_t>(least), static_cast<std::int64_t>(most),
                              countOf(values[Kind::Message]), values[Kind::Message].sum(),
                              countOf(values[Kind::OneSided]), countOf(values[Kind::Collective])});
    }
    return table;
}

std::vector<ReportTable> messageTables(const Profile& profile) {
    std::vector<ReportTable> tables{messageTable(profile, Kind::Message)};
    for (ReportTable table :
         {messageTable(profile, Kind::OneSided), messageTable(profile, Kind::Collective),
          communicatorTable(profile), messageSizeTable(profile)}) {
        if (!table.rows.empty()) {
            tables.push_back(std::move(table));
        }
    }
    return tables;
}

}  // namespace gantry::perf
