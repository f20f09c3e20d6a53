#include <base/text/NumberText.hpp>
#include <perf/model/CoreUse.hpp>

#include <algorithm>
#include <sstream>
#include <string>

namespace gantry::perf {

namespace {

// Three numbers: a reader of the archive needs no text.
std::optional<CoreUse> parsed(const std::string& text) {
    std::istringstream stream(text);
    CoreUse use;
    std::string rest;
    if (!(stream >> use.available >> use.busy >> use.own) || stream >> rest ||
        !(use.available > 0) || use.busy < 0 || use.own < 0) {
        return std::nullopt;
    }
    return use;
}

}  // namespace

double CoreUse::othersShare() const noexcept {
    return available > 0 ? std::clamp((busy - own) / available, 0.0, 1.0) : 0;
}

void noteCoreUse(Profile& profile, const CoreUse& use) {
    profile.context.emplace_back(kCoreUse, base::exact(use.available) + ' ' +
                                               base::exact(use.busy) + ' ' + base::exact(use.own));
}

std::optional<CoreUse> coreUseOf(const Profile& profile) {
    for (const auto& [key, value] : profile.context) {
        if (key == kCoreUse) {
            return parsed(value);
        }
    }
    return std::nullopt;
}

}  // namespace gantry::perf
