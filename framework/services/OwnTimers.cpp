#include "services/OwnTimers.hpp"

#include <sidl/array.hpp>

namespace gantry::framework {
namespace {

/// "a.b -> c.d" of "method(int) a.b -> c.d"; empty if the name does not end so. Names of instances
/// and ports have no blanks.
std::string connectionOf(const std::string& fullName) {
    const std::size_t arrow = fullName.rfind(" -> ");
    if (arrow == std::string::npos || arrow == 0) {
        return {};
    }
    const std::size_t blank = fullName.rfind(' ', arrow - 1);
    return fullName.substr(blank == std::string::npos ? 0 : blank + 1);
}

}  // namespace

bool OwnTimers::contains(const std::string& fullName, const std::string& group) const {
    return group == instance || (connections && connections->contains(connectionOf(fullName)));
}

std::vector<int> OwnTimers::in(performance::Snapshot& snapshot) const {
    const sidl::array<std::string> names = snapshot.getTimerNames();
    const sidl::array<std::string> groups = snapshot.getTimerGroups();
    std::vector<int> own;
    for (int i = 0; i < names.length(); ++i) {
        // A backend of another tool may know no groups.
        if (contains(names[i], i < groups.length() ? groups[i] : std::string())) {
            own.push_back(i);
        }
    }
    return own;
}

}  // namespace gantry::framework
