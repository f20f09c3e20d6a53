#include <framework/LaterInstances.hpp>

#include <algorithm>
#include <cctype>
#include <fstream>
#include <iterator>
#include <sstream>
#include <system_error>
#include <utility>

namespace gantry::framework {

namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t kLongestScript = std::uintmax_t{16} << 20U;

// Whether a component of the assembly can make instances by itself.
bool hasBuilder(const Framework& assembly) {
    const std::vector<InstanceInfo> instances = assembly.instances();
    const std::vector<ClassInfo> classes = assembly.availableClasses();
    return std::any_of(classes.begin(), classes.end(), [&](const ClassInfo& known) {
        const bool builds =
            std::any_of(known.ports.begin(), known.ports.end(), [](const auto& port) {
                return !port.provided && port.required &&
                       port.type == "gov.cca.ports.BuilderService";
            });
        return builds && std::any_of(instances.begin(), instances.end(), [&](const auto& instance) {
                   return instance.className == known.name;
               });
    });
}

// The text of a regular file of moderate size; a pipe is left for the script to read.
std::string textOf(const fs::path& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error) || fs::file_size(file, error) > kLongestScript) {
        return {};
    }
    std::ifstream stream(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

// A name without the number at its end.
std::string stemOf(const std::string& name) {
    return name.substr(0, name.find_last_not_of("0123456789") + 1);
}

void addNames(const std::string& text, std::set<std::string>& stems) {
    std::string name;
    for (const char c : text + ' ') {
        if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '-') {
            name += c;
        } else if (!name.empty()) {
            stems.insert(stemOf(std::exchange(name, {})));
        }
    }
}

}  // namespace

LaterInstances::LaterInstances(const Framework& assembly, const fs::path& script, bool anybody) {
    const std::string text = textOf(script);
    // In doubt a name is accepted: an error too many would refuse a sound script.
    unknown_ = anybody || text.empty() || hasBuilder(assembly);
    addNames(text, stems_);
    std::istringstream words(text);
    // Any word may name a file that the script loads.
    for (std::string word; words >> word;) {
        const fs::path named(word);
        addNames(textOf(named), stems_);
        addNames(textOf(script.parent_path() / named), stems_);
    }
}

bool LaterInstances::mayCome(const std::string& name) const {
    // An instance without a name of its own is called after its class, with a number.
    return unknown_ || stems_.count(stemOf(name)) > 0;
}

}  // namespace gantry::framework
