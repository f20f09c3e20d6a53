#include <server/api/LiveDocument.hpp>

#include <algorithm>
#include <cstddef>
#include <utility>

namespace gantry::server {

namespace {

using perf::Json;
using Members = Json::object_t;

// Documents have lists of one kind each.
bool isNested(const Json& list) {
    return list.is_array() && !list.empty() && list.front().is_structured();
}

const Members& membersOf(const Json& object) {
    return object.get_ref<const Members&>();
}

const Members::value_type& memberAt(const Members& members, std::size_t place) {
    return members.begin()[static_cast<std::ptrdiff_t>(place)];
}

// Whether the same members are in the same order.
bool areAlike(const Members& a, const Members& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const auto& x, const auto& y) { return x.first == y.first; });
}

std::string textOf(const Json& value) {
    return value.dump(-1, ' ', true);
}

bool isLeftOut(const std::string& name, LiveParts parts) {
    const std::vector<std::string_view>& known = liveParts();
    const auto place = std::find(known.begin(), known.end(), name) - known.begin();
    return (parts.left >> static_cast<unsigned>(place) & 1U) != 0;
}

Json runsWithout(const Json& document, LiveParts parts) {
    Json runs = Json::array();
    for (const Json& run : document.at("runs")) {
        Json kept = Json::object();
        for (const auto& [name, value] : membersOf(run)) {
            if (!isLeftOut(name, parts)) {
                kept[name] = value;
            }
        }
        runs.push_back(std::move(kept));
    }
    return runs;
}

}  // namespace

const std::vector<std::string_view>& liveParts() {
    static const std::vector<std::string_view> parts{"timers",   "paths", "threads", "onThreads",
                                                     "assembly", "views", "modules"};
    return parts;
}

/// Compares two states, and notes what is new.
class LiveDocument::Follower final {
public:
    explicit Follower(std::uint32_t id) : id_(id) {}

    [[nodiscard]] Since beginning(const Json& value) const {
        Since since{id_, id_, {}, {}};
        if (value.is_object()) {
            for (const auto& member : membersOf(value)) {
                since.parts.push_back(beginning(member.second));
            }
        } else if (isNested(value)) {
            for (const Json& element : value) {
                since.parts.push_back(beginning(element));
            }
        } else if (value.is_array()) {
            since.values.assign(value.size(), id_);
        }
        return since;
    }

    void follow(const Json& before, const Json& after, Since& since) const {
        if (before.is_object() && after.is_object() &&
            areAlike(membersOf(before), membersOf(after))) {
            const Members& old = membersOf(before);
            const Members& now = membersOf(after);
            for (std::size_t i = 0; i < now.size(); ++i) {
                followPart(memberAt(old, i).second, memberAt(now, i).second, since, i);
            }
        } else if (before.is_array() && after.is_array() && isNested(before) == isNested(after)) {
            isNested(after) ? followNested(before, after, since)
                            : followValues(before, after, since);
        } else if (before != after) {
            since = beginning(after);
        }
    }

private:
    void followPart(const Json& before, const Json& after, Since& since, std::size_t place) const {
        follow(before, after, since.parts[place]);
        since.newest = std::max(since.newest, since.parts[place].newest);
    }

    void followNested(const Json& before, const Json& after, Since& since) const {
        const std::size_t common = std::min(before.size(), after.size());
        for (std::size_t i = 0; i < common; ++i) {
            followPart(before[i], after[i], since, i);
        }
        if (before.size() != after.size()) {
            since.newest = id_;
            since.parts.resize(common);
        }
        for (std::size_t i = common; i < after.size(); ++i) {
            since.parts.push_back(beginning(after[i]));
        }
    }

    void followValues(const Json& before, const Json& after, Since& since) const {
        const std::size_t common = std::min(before.size(), after.size());
        for (std::size_t i = 0; i < common; ++i) {
            if (before[i] != after[i]) {
                since.values[i] = since.newest = id_;
            }
        }
        if (before.size() != after.size()) {
            since.newest = id_;
            since.values.resize(after.size(), id_);
            std::fill(since.values.begin() + static_cast<std::ptrdiff_t>(common),
                      since.values.end(), id_);
        }
    }

    std::uint32_t id_;
};

/// Writes what has changed since a state.
class LiveDocument::ChangeText final {
public:
    ChangeText(std::uint32_t base, LiveParts parts) : base_(base), parts_(parts) {}

    std::string text(const Json& document, const Since& since) {
        write(document, since, 0);
        return std::move(text_);
    }

private:
    // The members of the members of "runs" are the parts.
    static constexpr int kDepthOfRun = 2;

    void write(const Json& value, const Since& since, int depth) {
        if (since.whole > base_) {
            text_ += "{\"set\":" + textOf(value) + '}';
        } else if (value.is_object()) {
            writeMembers(membersOf(value), since, depth);
        } else if (isNested(value)) {
            writeNested(value, since, depth);
        } else {
            writeValues(value, since);
        }
    }

    void writeMembers(const Members& members, const Since& since, int depth) {
        text_ += "{\"in\":{";
        bool first = true;
        for (std::size_t i = 0; i < members.size(); ++i) {
            const auto& [name, value] = memberAt(members, i);
            if (since.parts[i].newest <= base_ ||
                (depth == kDepthOfRun && isLeftOut(name, parts_))) {
                continue;
            }
            text_ += (first ? "" : ",") + textOf(name) + ':';
            first = false;
            write(value, since.parts[i], depth + 1);
        }
        text_ += "}}";
    }

    void writeNested(const Json& list, const Since& since, int depth) {
        text_ += "{\"size\":" + std::to_string(list.size()) + ",\"each\":[";
        bool first = true;
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (since.parts[i].newest > base_) {
                text_ += (first ? "[" : ",[") + std::to_string(i) + ',';
                first = false;
                write(list[i], since.parts[i], depth + 1);
                text_ += ']';
            }
        }
        text_ += "]}";
    }

    void writeValues(const Json& list, const Since& since) {
        std::string at;
        std::string to;
        std::size_t changed = 0;
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (since.values[i] > base_) {
                at += (changed == 0 ? "" : ",") + std::to_string(i);
                to += (changed++ == 0 ? "" : ",") + textOf(list[i]);
            }
        }
        // Then the places would take as much as the values that stay.
        if (2 * changed > list.size()) {
            text_ += "{\"set\":" + textOf(list) + '}';
            return;
        }
        text_ += "{\"size\":" + std::to_string(list.size()) + ",\"at\":[" + at + "],\"to\":[" + to +
                 "]}";
    }

    std::uint32_t base_;
    LiveParts parts_;
    std::string text_;
};

void LiveDocument::update(Json newest) {
    const Follower follower(id_ + 1);
    if (id_ == 0) {
        since_ = follower.beginning(newest);
    } else {
        follower.follow(newest_, newest, since_);
    }
    newest_ = std::move(newest);
    ++id_;
}

std::string LiveDocument::whole(LiveParts parts) const {
    if (parts.left == 0) {
        return textOf(newest_);
    }
    Json document = Json::object();
    for (const auto& [name, value] : membersOf(newest_)) {
        document[name] = name == "runs" ? runsWithout(newest_, parts) : value;
    }
    return textOf(document);
}

std::string LiveDocument::changeSince(std::uint32_t base, LiveParts parts) const {
    return ChangeText(base, parts).text(newest_, since_);
}

}  // namespace gantry::server
