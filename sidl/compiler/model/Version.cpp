#include "Version.hpp"

#include <algorithm>

namespace sidlc {

namespace {

// Removes and returns the first number without leading zeros; an empty string means zero.
std::string_view takeNumber(std::string_view& version) {
    const std::size_t point = version.find('.');
    std::string_view number = version.substr(0, point);
    version.remove_prefix(point == version.npos ? version.size() : point + 1);
    number.remove_prefix(std::min(number.find_first_not_of('0'), number.size()));
    return number;
}

}  // namespace

bool sameVersion(std::string_view a, std::string_view b) {
    while (!a.empty() || !b.empty()) {
        if (takeNumber(a) != takeNumber(b)) {
            return false;
        }
    }
    return true;
}

}  // namespace sidlc
