#pragma once

#include <performance/Snapshot.hpp>

#include <memory>
#include <set>
#include <string>
#include <vector>

namespace gantry::framework {

/// Which timers are those of one instance: the timers in the group of its name, which are the ones
/// of its own methods and of the connections it uses, and the timers of the monitored connections
/// that it provides. A plain value.
struct OwnTimers {
    /// The name of the instance.
    std::string instance;
    /// The types of timers of monitored connections, "USER.PORT -> PROVIDER.PORT".
    std::shared_ptr<const std::set<std::string>> connections{};

    /// fullName: the name of a timer, a blank, and its type if it has one.
    [[nodiscard]] bool contains(const std::string& fullName, const std::string& group) const;
    /// The indices of those timers in a snapshot.
    [[nodiscard]] std::vector<int> in(performance::Snapshot& snapshot) const;
};

}  // namespace gantry::framework
