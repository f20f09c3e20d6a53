#include <base/text/SnakeCase.hpp>
#include <scaffold/NewComponent.hpp>

#include <algorithm>
#include <cctype>
#include <set>
#include <stdexcept>
#include <utility>

namespace gantry::scaffold {

namespace {

using base::snakeCase;

char toUpper(char c) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
}

char toLower(char c) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
}

bool isIdentifier(const std::string& word) {
    const auto fits = [](char c) {
        return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
    };
    return !word.empty() && std::isalpha(static_cast<unsigned char>(word.front())) != 0 &&
           std::all_of(word.begin(), word.end(), fits);
}

// Identifiers joined by points, at least two of them.
bool isWholeName(const std::string& name) {
    std::size_t begin = 0;
    std::size_t parts = 0;
    while (begin <= name.size()) {
        const std::size_t end = std::min(name.find('.', begin), name.size());
        if (!isIdentifier(name.substr(begin, end - begin))) {
            return false;
        }
        ++parts;
        begin = end + 1;
    }
    return parts > 1;
}

// thermo/heat_rod of thermo.HeatRod.
std::string folderOf(const std::string& className) {
    std::string folder = className;
    const std::size_t point = folder.rfind('.');
    folder.replace(point, std::string::npos, '/' + snakeCase(className.substr(point + 1)));
    std::replace(folder.begin(), folder.end(), '.', '/');
    return folder;
}

std::string camelCase(const std::string& name) {
    std::string text;
    bool wordBegins = true;
    for (const char c : name) {
        if (c != '_') {
            text += wordBegins ? toUpper(c) : c;
        }
        wordBegins = c == '_';
    }
    return text;
}

void requireDistinct(const NewComponent& component) {
    std::set<std::string> names;
    for (const auto* ports : {&component.provides, &component.uses}) {
        for (const NewPort& port : *ports) {
            if (!names.insert(port.name).second) {
                throw std::invalid_argument("two ports are called '" + port.name +
                                            "'; a name stands for one port of a component");
            }
        }
    }
}

}  // namespace

std::string NewComponent::folderName() const {
    return folder.substr(folder.rfind('/') + 1);
}

std::string NewComponent::simpleName() const {
    return className.substr(className.rfind('.') + 1);
}

std::string NewComponent::cppName() const {
    std::string text;
    for (const char c : className) {
        text += c == '.' ? "::" : std::string(1, c);
    }
    return text;
}

std::string NewComponent::cppNamespace() const {
    const std::string name = cppName();
    return name.substr(0, name.rfind("::"));
}

std::string NewComponent::instanceName() const {
    std::string name = simpleName();
    name.front() = toLower(name.front());
    return name;
}

std::string NewComponent::usesPortOf(const std::string& type) const {
    const auto found = std::find_if(uses.begin(), uses.end(),
                                    [&](const NewPort& port) { return port.type == type; });
    return found == uses.end() ? std::string() : found->name;
}

std::vector<NewPort> readPorts(const std::vector<std::string>& words) {
    std::vector<NewPort> ports;
    for (const std::string& word : words) {
        const std::size_t colon = word.find(':');
        const bool split = colon != std::string::npos;
        if (!split || !isIdentifier(word.substr(0, colon)) ||
            !isWholeName(word.substr(colon + 1))) {
            throw std::invalid_argument("'" + word +
                                        "' is not a port; write NAME:PACKAGE.TYPE, for example "
                                        "function:numeric.FunctionPort");
        }
        ports.push_back({word.substr(0, colon), word.substr(colon + 1)});
    }
    return ports;
}

NewComponent newComponent(const std::string& name, const std::string& language,
                          std::vector<NewPort> provides, std::vector<NewPort> uses) {
    NewComponent component;
    if (isWholeName(name)) {
        component.className = name;
    } else if (isIdentifier(name)) {
        component.className = snakeCase(name) + '.' + camelCase(name);
    } else {
        throw std::invalid_argument("'" + name +
                                    "' cannot be the name of a component; write PACKAGE.CLASS, for "
                                    "example mine.Square, or one word of letters, digits and _");
    }
    component.folder = isWholeName(name) ? folderOf(name) : snakeCase(name);
    component.targetName = component.folder;
    std::replace(component.targetName.begin(), component.targetName.end(), '/', '_');
    component.language = language;
    component.provides = std::move(provides);
    component.uses = std::move(uses);
    requireDistinct(component);
    return component;
}

}  // namespace gantry::scaffold
