#include "CandidateSpec.hpp"

#include <gantry/Error.hpp>

#include <algorithm>
#include <sstream>

namespace optimizer {
namespace {

// An entry of a list, and the parameter that holds the list.
struct Entry {
    const std::string& text;
    const std::string& where;
};

[[noreturn]] void refuse(const Entry& entry, const std::string& problem) {
    throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                        entry.where + ": '" + entry.text + "' " + problem +
                            "; write CLASS KEY=VALUE ..., with a ';' between candidates");
}

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t");
    const auto last = text.find_last_not_of(" \t");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

void addParameter(CandidateSpec& candidate, const std::string& word, const Entry& entry) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0) {
        refuse(entry, "has the word '" + word + "', which is not of the form KEY=VALUE");
    }
    const std::string key = word.substr(0, equals);
    for (const auto& parameter : candidate.parameters) {
        if (parameter.first == key) {
            refuse(entry, "sets '" + key + "' twice");
        }
    }
    candidate.parameters.emplace_back(key, word.substr(equals + 1));
}

CandidateSpec readCandidate(const Entry& entry) {
    CandidateSpec candidate;
    std::istringstream words(entry.text);
    words >> candidate.className;
    // In any order: '?' not an error if it is not installed, '!' called in a process of its own.
    while (candidate.className.ends_with('?') || candidate.className.ends_with('!')) {
        (candidate.className.back() == '?' ? candidate.optional : candidate.isolated) = true;
        candidate.className.pop_back();
    }
    if (candidate.className.empty() || candidate.className.find('=') != std::string::npos) {
        refuse(entry, "does not start with a class");
    }
    candidate.name = candidate.className;
    for (std::string word; words >> word;) {
        addParameter(candidate, word, entry);
        // The parameters are part of the name: one class may be a candidate several times.
        candidate.name += " " + word;
    }
    return candidate;
}

void addEntries(std::vector<std::string>& entries, const std::string& text, char separator) {
    std::istringstream parts(text);
    for (std::string part; std::getline(parts, part, separator);) {
        part = trimmed(part);
        if (!part.empty()) {
            entries.push_back(part);
        }
    }
}

// The value of a parameter may contain a comma.
std::vector<std::string> entriesOf(const std::string& text) {
    std::vector<std::string> groups;
    addEntries(groups, text, ';');
    std::vector<std::string> entries;
    for (const std::string& group : groups) {
        addEntries(entries, group, group.find('=') == std::string::npos ? ',' : ';');
    }
    return entries;
}

}  // namespace

std::vector<CandidateSpec> readCandidates(const std::string& text, const std::string& where) {
    std::vector<CandidateSpec> candidates;
    for (const std::string& entry : entriesOf(text)) {
        CandidateSpec candidate = readCandidate({entry, where});
        const bool twice =
            std::any_of(candidates.begin(), candidates.end(),
                        [&](const auto& other) { return other.name == candidate.name; });
        if (twice) {
            refuse({entry, where}, "is in the list twice");
        }
        candidates.push_back(std::move(candidate));
    }
    return candidates;
}

}  // namespace optimizer
