#include "Backend.hpp"

#include <algorithm>

namespace sidlc {

const Backend* findBackend(std::string_view name) {
    const auto found = std::find_if(backends().begin(), backends().end(),
                                    [name](const Backend& each) { return each.name == name; });
    return found == backends().end() ? nullptr : &*found;
}

}  // namespace sidlc
