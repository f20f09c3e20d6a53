#include <perf/model/FileSystems.hpp>

#include <algorithm>

namespace gantry::perf {

namespace {

constexpr std::string_view kMount = "mount ";
constexpr std::string_view kLink = "link ";

void addOnce(Profile& profile, std::string key, const std::string& text) {
    const bool known = std::any_of(profile.context.begin(), profile.context.end(),
                                   [&](const auto& fact) { return fact.first == key; });
    if (!known) {
        profile.context.emplace_back(std::move(key), text);
    }
}

}  // namespace

void noteFileSystem(Profile& profile, const FileSystem& system) {
    addOnce(profile, std::string(kMount) + system.folder, system.type);
}

void noteLink(Profile& profile, const std::string& name, const std::string& place) {
    addOnce(profile, std::string(kLink) + name, place);
}

FileSystems::FileSystems(const Profile& profile) {
    for (const auto& [key, text] : profile.context) {
        if (key.starts_with(kMount)) {
            add({key.substr(kMount.size()), text});
        } else if (key.starts_with(kLink)) {
            links_.emplace(key.substr(kLink.size()), text);
        }
    }
}

const FileSystem* FileSystems::of(std::string_view name) const {
    if (const auto link = links_.find(name); link != links_.end()) {
        name = link->second;
    }
    if (!name.starts_with('/')) {
        return nullptr;
    }
    while (true) {
        if (const auto found = byFolder_.find(name.empty() ? "/" : name);
            found != byFolder_.end()) {
            return &found->second;
        }
        if (name.empty() || name == "/") {
            return nullptr;
        }
        name = name.substr(0, name.rfind('/'));
    }
}

}  // namespace gantry::perf
