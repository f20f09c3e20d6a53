#include "monitoring/matchesPattern.hpp"

#include <framework/Monitoring.hpp>

namespace gantry::framework {

bool matchesPattern(std::string_view pattern, std::string_view text) noexcept {
    // Where the last star stands, and the place in text up to which it reaches so far.
    std::size_t star = std::string_view::npos;
    std::size_t reach = 0;
    std::size_t p = 0;
    std::size_t t = 0;
    while (t < text.size()) {
        if (p < pattern.size() && pattern[p] == '*') {
            star = p++;
            reach = t;
        } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == text[t])) {
            ++p;
            ++t;
        } else if (star != std::string_view::npos) {
            p = star + 1;
            t = ++reach;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

bool matches(const ConnectionInfo& connection, const std::string& user,
             const std::string& usesPort) {
    return matchesPattern(user, connection.user) && matchesPattern(usesPort, connection.usesPort);
}

}  // namespace gantry::framework
