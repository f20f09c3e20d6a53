#include "script/guardMarks.hpp"

#include <algorithm>

namespace gantry::framework::script {

GuardedConnection guardOf(const std::vector<GuardedConnection>& guarded,
                          const ConnectionInfo& connection) {
    const auto found =
        std::find_if(guarded.begin(), guarded.end(),
                     [&](const GuardedConnection& each) { return each.connection == connection; });
    return found == guarded.end() ? GuardedConnection{connection} : *found;
}

std::string guardText(const GuardedConnection& connection) {
    std::string text = connection.guarded ? "guarded" : "";
    if (connection.swaps > 0) {
        text += std::string(text.empty() ? "" : ", ") + "swapped " +
                (connection.swaps == 1 ? "once" : std::to_string(connection.swaps) + " times");
    }
    return text;
}

}  // namespace gantry::framework::script
