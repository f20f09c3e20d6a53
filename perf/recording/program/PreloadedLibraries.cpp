#include <perf/recording/PreloadedLibraries.hpp>

#include <stdexcept>

namespace gantry::perf {

std::string preloadedLibraries(const std::vector<std::filesystem::path>& libraries,
                               const std::string& before) {
    std::string words = before;
    for (const std::filesystem::path& library : libraries) {
        if (library.string().find_first_of(" :") != std::string::npos) {
            throw std::runtime_error(library.string() +
                                     " cannot be loaded into programs: LD_PRELOAD takes no path "
                                     "with blanks or colons; move Gantry to another folder");
        }
        // A program that was started with them may start another one.
        if (words.find(library.string()) == std::string::npos) {
            words += (words.empty() ? "" : ":") + library.string();
        }
    }
    return words;
}

}  // namespace gantry::perf
