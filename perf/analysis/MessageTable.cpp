// Tables of messages: sums over the events that the module for MPI leaves.

#include <perf/analysis/MessageTable.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace gantry::perf {

namespace {

using Kind = MessageEvent::Kind;

constexpr std::string_view kOthers = "others";

struct KindName {
    Kind kind;
    const char* view;
    const char* title;
};

constexpr std::array<KindName, 4> kKinds{{{Kind::Message, "messages", "messages"},
                                          {Kind::OneSided, "oneSided", "one-sided"},
                                          {Kind::Collective, "collectives", "collective"},
                                          {Kind::Received, "received", "received"}}};

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

// The largest size of the class that begins with that one.
std::int64_t mostIn(std::uint64_t least) {
    return static_cast<std::int64_t>(least < 2 ? least : least + (least - 1));
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

ReportTable messageClassTable(const Profile& profile) {
    ReportTable table{"messageClasses", "class of messages", {}, {}, {}, 0};
    table.columns = {{"kind", "kind", ""},   {"from", "from", ""}, {"to", "to", ""},
                     {"least", "of", "B"},   {"most", "to", "B"},  {"messages", "messages", ""},
                     {"bytes", "bytes", "B"}};
    using Key = std::tuple<Kind, RankOrder, RankOrder, std::uint64_t>;
    std::map<Key, std::pair<MessageEvent, Moments>> classes;
    forEachMessageEvent(profile, [&](const MessageEvent& about, const Moments& values) {
        if (about.kind < Kind::CollectiveCalls) {
            auto& one = classes[{about.kind, orderOf(about.from), orderOf(about.to), about.least}];
            one.first = about;
            one.second.merge(values);
        }
    });
    for (const auto& [key, one] : classes) {
        const auto& [about, values] = one;
        const auto known =
            std::find_if(kKinds.begin(), kKinds.end(),
                         [kind = about.kind](const KindName& name) { return name.kind == kind; });
        if (known != kKinds.end()) {
            table.rows.push_back({std::string(known->view), rankText(about.from),
                                  rankText(about.to), static_cast<std::int64_t>(about.least),
                                  mostIn(about.least), countOf(values), values.sum()});
        }
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
        table.rows.push_back({static_cast<std::int64_t>(least), mostIn(least),
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
