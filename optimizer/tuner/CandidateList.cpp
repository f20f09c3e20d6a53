#include "CandidateList.hpp"

#include <gantry/Error.hpp>

#include <algorithm>
#include <sstream>

namespace optimizer {
namespace {

/// One of a list, and whose list it is.
struct Entry {
    const std::string& text;
    const std::string& where;
};

[[noreturn]] void refuse(const Entry& entry, const std::string& problem) {
    throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                        entry.where + ": '" + entry.text + "' " + problem +
                            "; write CLASS KEY=VALUE ..., and ';' between candidates");
}

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t");
    const auto last = text.find_last_not_of(" \t");
    return first == std::string::npos ? "" : text.substr(first, last - first + 1);
}

void addParameter(CandidateSpec& candidate, const std::string& word, const Entry& entry) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0) {
        refuse(entry, "has the word '" + word + "', which is no KEY=VALUE");
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
    while (candidate.className.ends_with('?') || candidate.className.ends_with('!')) {
        (candidate.className.back() == '?' ? candidate.optional : candidate.isolated) = true;
        candidate.className.pop_back();
    }
    if (candidate.className.empty() || candidate.className.find('=') != std::string::npos) {
        refuse(entry, "does not begin with a class");
    }
    candidate.name = candidate.className;
    for (std::string word; words >> word;) {
        addParameter(candidate, word, entry);
        candidate.name += " " + word;
    }
    return candidate;
}

}  // namespace

std::vector<CandidateSpec> readCandidates(const std::string& text, const std::string& where) {
    std::vector<CandidateSpec> candidates;
    std::istringstream entries(text);
    for (std::string entry; std::getline(entries, entry, ';');) {
        entry = trimmed(entry);
        if (entry.empty()) {
            continue;
        }
        CandidateSpec candidate = readCandidate({entry, where});
        const bool twice =
            std::any_of(candidates.begin(), candidates.end(),
                        [&](const auto& other) { return other.name == candidate.name; });
        if (twice) {
            refuse({entry, where}, "stands there twice");
        }
        candidates.push_back(std::move(candidate));
    }
    return candidates;
}

}  // namespace optimizer
