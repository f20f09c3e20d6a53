#include <base/files/TemporaryFolder.hpp>
#include <scaffold/PortSkeletons.hpp>

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <stdexcept>
#include <utility>

#include "Child.hpp"

namespace gantry::scaffold {

namespace {

std::string textOf(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::ostringstream text;
    text << stream.rdbuf();
    if (!stream) {
        throw std::runtime_error(file.string() + " cannot be read");
    }
    return text.str();
}

std::vector<std::string> gantrySidlFiles(const std::filesystem::path& share) {
    std::vector<std::string> files;
    for (const auto& entry : std::filesystem::directory_iterator(share / "sidl")) {
        if (entry.path().extension() == ".sidl" && entry.path().stem() != "sidl") {
            files.push_back(entry.path().string());
        }
    }
    std::sort(files.begin(), files.end());
    return files;
}

// The text with each @WORD@ replaced; nothing where a type is named that the component does not
// use.
std::optional<std::string> filledIn(const std::string& text, const NewComponent& component) {
    std::string result;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t begin = std::min(text.find('@', at), text.size());
        result.append(text, at, begin - at);
        const std::size_t end = text.find('@', begin + 1);
        if (begin == text.size() || end == std::string::npos) {
            result.append(text, begin, text.size() - begin);
            break;
        }
        const std::string word = text.substr(begin + 1, end - begin - 1);
        if (word.find_first_of(" \n") != std::string::npos) {
            // Not ours: Python's decorators.
            result += '@';
            at = begin + 1;
            continue;
        }
        const std::string value =
            word == "CLASS" ? component.className : component.usesPortOf(word);
        if (value.empty()) {
            return std::nullopt;
        }
        result += value;
        at = end + 1;
    }
    return result;
}

// "private:" begins the members in C++; in Fortran they come first, and "contains" ends them.
PortSkeleton taken(const std::string& text, const std::string& language) {
    PortSkeleton skeleton;
    std::istringstream stream(text);
    std::string* part = language == "fortran" ? &skeleton.members : &skeleton.methods;
    for (std::string line; std::getline(stream, line);) {
        if (line.starts_with("#include") || line.starts_with("import ") ||
            line.starts_with("from ") || line.starts_with("use ") || line.starts_with("use,")) {
            skeleton.includes.push_back(line);
        } else if (line == "private:") {
            part = &skeleton.members;
        } else if (line == "contains") {
            part = &skeleton.methods;
        } else if (!(line.empty() && part->empty())) {
            *part += line + '\n';
        }
    }
    return skeleton;
}

}  // namespace

PortSkeletons::PortSkeletons(Installation installation, const std::vector<std::string>& sidlFiles,
                             const std::string& language)
    : installation_(std::move(installation)), language_(language) {
    const base::TemporaryFolder scratch("gantry-new");
    std::vector<std::string> words{installation_.sidlc.string(), "--emit", "skeleton", "-o",
                                   scratch.path().string()};
    const std::vector<std::string> ours = gantrySidlFiles(installation_.share);
    words.insert(words.end(), ours.begin(), ours.end());
    words.insert(words.end(), sidlFiles.begin(), sidlFiles.end());
    const ChildResult result = runChild(words);
    if (result.status != 0) {
        throw std::runtime_error("sidlc refuses the interface definitions:\n" + result.messages);
    }
    for (const auto& entry : std::filesystem::directory_iterator(scratch.path() / "skeleton")) {
        if (entry.path().extension() == '.' + language) {
            generated_[entry.path().stem().string()] = textOf(entry.path());
        }
    }
}

void PortSkeletons::requireKnown(const std::string& type) const {
    if (generated_.count(type) > 0) {
        return;
    }
    std::string known;
    for (const auto& [name, text] : generated_) {
        known += (known.empty() ? "" : ", ") + name;
    }
    throw std::invalid_argument("no port type '" + type +
                                "' is known; name its file with --sidl, or take one of: " + known);
}

PortSkeleton PortSkeletons::of(const std::string& type, const NewComponent& component) const {
    const std::filesystem::path written =
        installation_.share / "samples" / language_ / (type + '.' + language_);
    if (std::filesystem::exists(written)) {
        if (const auto text = filledIn(textOf(written), component)) {
            return taken(*text, language_);
        }
    }
    return taken(filledIn(generated_.at(type), component).value(), language_);
}

}  // namespace gantry::scaffold
