#include <perf/recording/NeededLibraries.hpp>
#include <perf/recording/ProgramFile.hpp>
#include <perf/recording/PythonProgram.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>
#include <vector>

namespace gantry::perf {

namespace {

namespace fs = std::filesystem;

// "python", "python3", "python3.11"
bool isPythonName(const std::string& path) {
    const std::string name = fs::path(path).filename().string();
    constexpr std::string_view kName = "python";
    return name.starts_with(kName) &&
           name.find_first_not_of("0123456789.", kName.size()) == std::string::npos;
}

// "#!/usr/bin/env python3", also with options.
bool namesPython(const fs::path& file) {
    constexpr std::size_t kMostBytes = 256;  // that the kernel looks at
    std::string line(kMostBytes, '\0');
    std::ifstream stream(file, std::ios::binary);
    stream.read(line.data(), static_cast<std::streamsize>(line.size()));
    line.resize(static_cast<std::size_t>(stream.gcount()));
    if (!line.starts_with("#!")) {
        return false;
    }
    std::istringstream words(line.substr(2, line.find('\n') - 2));
    for (std::string word; words >> word;) {
        if (isPythonName(word)) {
            return true;
        }
    }
    return false;
}

bool hasPython(const fs::path& file) {
    const std::vector<std::string> needed = neededLibraries(file);
    return usesSymbol(file, "PyImport_Inittab") ||
           std::any_of(needed.begin(), needed.end(), [](const std::string& library) {
               return library.starts_with("libpython3");
           });
}

}  // namespace

bool isPythonProgram(const std::string& word) {
    const fs::path file = programFile(word);
    std::error_code error;
    return isPythonName(word) ||
           (fs::is_regular_file(file, error) && (namesPython(file) || hasPython(file)));
}

}  // namespace gantry::perf
