#include <perf/model/ThreadRole.hpp>

namespace gantry::perf {

std::string_view roleName(ThreadRole role) {
    switch (role) {
        case ThreadRole::Main:
            return "main";
        case ThreadRole::Worker:
            return "worker";
        case ThreadRole::Library:
            return "library";
        case ThreadRole::Unknown:
            break;
    }
    return "unknown";
}

std::optional<ThreadRole> roleFromName(std::string_view name) {
    for (const ThreadRole role :
         {ThreadRole::Unknown, ThreadRole::Main, ThreadRole::Worker, ThreadRole::Library}) {
        if (name == roleName(role)) {
            return role;
        }
    }
    return std::nullopt;
}

}  // namespace gantry::perf
