#include "script/guardMarks.hpp"

namespace gantry::framework::script {

Guards guardsOf(const Framework& framework) {
    Guards guards;
    for (const GuardedConnection& each : framework.guarded()) {
        guards.emplace(each.connection, each);
    }
    return guards;
}

GuardedConnection guardOf(const Guards& guards, const ConnectionInfo& connection) {
    const auto found = guards.find(connection);
    return found == guards.end() ? GuardedConnection{connection} : found->second;
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
