#include "Dependencies.hpp"

namespace sidlc {

namespace {

// As make and ninja read names in dependency files.
std::string escaped(const std::string& path) {
    std::string text;
    for (const char c : path) {
        if (c == ' ' || c == '#' || c == '\\') {
            text += '\\';
        }
        text += c == '$' ? "$$" : std::string(1, c);
    }
    return text;
}

}  // namespace

std::vector<std::string> filesRead(const Model& model) {
    std::vector<std::string> paths;
    for (const auto& file : model.files()) {
        if (!file->isBuiltIn) {
            paths.push_back(file->source->name());
        }
    }
    return paths;
}

std::string dependencyRule(const std::vector<std::string>& targets,
                           const std::vector<std::string>& files) {
    std::string text;
    for (const std::string& target : targets) {
        text += (text.empty() ? "" : " \\\n  ") + escaped(target);
    }
    text += ":";
    for (const std::string& file : files) {
        text += " \\\n  " + escaped(file);
    }
    text += "\n";
    // An empty rule for each file: without it, make stops where one was deleted or renamed. This is
    // what the option -MP of compilers does.
    for (const std::string& file : files) {
        text += "\n" + escaped(file) + ":\n";
    }
    return text;
}

}  // namespace sidlc
