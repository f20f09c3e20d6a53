#include "ProfileFile.hpp"

#include <perf/export/ProfileFile.hpp>

#include <string>

namespace gantry::tools {

std::filesystem::path writeProfileFile(const perf::Profile& profile,
                                       const std::optional<std::filesystem::path>& given,
                                       const std::filesystem::path& script) {
    if (given) {
        perf::writeProfile(*given, profile);
        return *given;
    }
    const std::string stem = script.stem().string();
    std::filesystem::path path = stem + ".gantry.json";
    for (int number = 2; std::filesystem::exists(path); ++number) {
        path = stem + '.' + std::to_string(number) + ".gantry.json";
    }
    perf::writeProfile(path, profile);
    return path;
}

}  // namespace gantry::tools
