#include <perf/recording/MountTable.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <unistd.h>
#include <unordered_map>
#include <vector>

namespace gantry::perf {

namespace {

namespace fs = std::filesystem;

// More would be in the way of a reader; the rest counts as its name says.
constexpr std::size_t kMostLinks = 256;

bool isOctal(std::string_view digits) {
    return digits.size() == 3 &&
           std::all_of(digits.begin(), digits.end(), [](char c) { return c >= '0' && c <= '7'; });
}

// Blanks and the like are written as a backslash and three octal digits.
std::string unescaped(std::string_view text) {
    std::string result;
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && isOctal(text.substr(i + 1, 3))) {
            result += static_cast<char>((text[i + 1] - '0') * 64 + (text[i + 2] - '0') * 8 +
                                        (text[i + 3] - '0'));
            i += 3;
        } else {
            result += text[i];
        }
    }
    return result;
}

// "36 35 98:0 /root /mount/point options optional... - type source options"
void addLine(FileSystems& systems, const std::string& line) {
    constexpr std::size_t kFolder = 4;
    std::istringstream stream(line);
    std::vector<std::string> words;
    for (std::string word; stream >> word;) {
        words.push_back(word);
    }
    const auto dash = std::find(words.begin(), words.end(), "-");
    const bool isWhole = dash - words.begin() > static_cast<std::ptrdiff_t>(kFolder) &&
                         words.end() - dash > 1 && words[kFolder].starts_with('/');
    if (isWhole) {
        systems.add({unescaped(words[kFolder]), unescaped(dash[1])});
    }
}

// Where names lead to. Folders are remembered: many files are in few of them.
class Places final {
public:
    std::string placeOf(const fs::path& name) {
        std::error_code failure;
        if (fs::is_symlink(name, failure)) {
            const fs::path place = fs::weakly_canonical(name, failure);
            return failure ? name.string() : place.string();
        }
        const auto [folder, isNew] = folders_.try_emplace(name.parent_path().string());
        if (isNew) {
            const fs::path place = fs::weakly_canonical(folder->first, failure);
            folder->second = failure ? folder->first : place.string();
        }
        return (fs::path(folder->second) / name.filename()).string();
    }

private:
    std::unordered_map<std::string, std::string> folders_;
};

}  // namespace

FileSystems fileSystemsIn(std::string_view mountInfo) {
    FileSystems systems;
    std::istringstream stream{std::string(mountInfo)};
    for (std::string line; std::getline(stream, line);) {
        addLine(systems, line);
    }
    return systems;
}

void noteFileSystems(Profile& profile, const FileSystems& systems) {
    // Of all modules once: posix and stdio know many of the same files.
    std::set<std::string> names;
    for (const ModuleRecords& module : profile.modules) {
        if (fieldOf(module, "bytes_read") && fieldOf(module, "opens")) {
            for (const ModuleRecord& record : module.records) {
                if (record.name.starts_with('/')) {
                    names.insert(record.name);
                }
            }
        }
    }
    Places places;
    std::size_t links = 0;
    for (const std::string& name : names) {
        const std::string place = places.placeOf(name);
        const FileSystem* system = systems.of(place);
        const FileSystem* const byName = systems.of(name);
        if (system != byName) {
            if (++links <= kMostLinks) {
                noteLink(profile, name, place);
            } else {
                system = byName;
            }
        }
        if (system != nullptr) {
            noteFileSystem(profile, *system);
        }
    }
}

void noteFileSystemsHere(Profile& profile) {
    constexpr std::size_t kMostName = 256;
    std::array<char, kMostName> host{};
    if (profile.modules.empty() || ::gethostname(host.data(), host.size() - 1) != 0 ||
        profile.machine.host != host.data()) {
        return;
    }
    std::ifstream file("/proc/self/mountinfo");
    std::ostringstream text;
    text << file.rdbuf();
    noteFileSystems(profile, fileSystemsIn(text.str()));
}

}  // namespace gantry::perf
