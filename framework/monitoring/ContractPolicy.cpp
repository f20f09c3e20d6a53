#include <base/text/NameSuggestion.hpp>
#include <framework/Monitoring.hpp>
#include <gantry/Error.hpp>

#include <array>
#include <charconv>
#include <cmath>

namespace gantry::framework {
namespace {

[[noreturn]] void refuse(const std::string& message) {
    throw Error(gov::cca::CCAExceptionType::BadProperties, message);
}

template <class Number>
bool readNumber(const std::string& text, Number& number) {
    const char* const end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, number);
    return error == std::errc() && stop == end;
}

const std::string& next(const std::vector<std::string>& words, std::size_t& first,
                        const char* missing) {
    if (first >= words.size()) {
        refuse(missing);
    }
    return words[first++];
}

ContractPolicy readPeriodic(const std::vector<std::string>& words, std::size_t& first) {
    constexpr const char* kForm = "'periodic' requires the number of calls per check, at least 1";
    ContractPolicy policy{ContractPolicy::Kind::Periodic};
    const std::string& word = next(words, first, kForm);
    if (!readNumber(word, policy.period) || policy.period == 0) {
        refuse(std::string(kForm).append(" on, not '").append(word).append("'"));
    }
    return policy;
}

ContractPolicy readRandom(const std::vector<std::string>& words, std::size_t& first) {
    constexpr const char* kForm = "'random' needs the chance of a check, more than 0 and at most 1";
    ContractPolicy policy{ContractPolicy::Kind::Random};
    const std::string& word = next(words, first, kForm);
    if (!readNumber(word, policy.probability) ||
        !(policy.probability > 0 && policy.probability <= 1)) {
        refuse(std::string(kForm).append(", not '").append(word).append("'"));
    }
    std::uint64_t seed = 0;
    // The seed is optional: a word that is not a number belongs to what follows the policy.
    if (first < words.size() && readNumber(words[first], seed)) {
        policy.seed = seed;
        ++first;
    }
    return policy;
}

ContractPolicy readBudget(const std::vector<std::string>& words, std::size_t& first) {
    constexpr const char* kForm =
        "'budget' needs the part of the time that checks may take, such as 2%";
    ContractPolicy policy{ContractPolicy::Kind::Budget};
    const std::string& word = next(words, first, kForm);
    std::string number = word;
    if (!number.empty() && number.back() == '%') {
        number.pop_back();
    }
    double percent = 0;
    if (!readNumber(number, percent) || !(percent > 0 && percent <= 100)) {
        refuse(std::string(kForm)
                   .append(" (more than 0%, at most 100%), not '")
                   .append(word)
                   .append("'"));
    }
    policy.share = percent / 100;
    return policy;
}

// to_chars without a format gives the shortest text that reads back as the same number.
std::string shortest(double number) {
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    return {text.data(), end};
}

}  // namespace

ContractPolicy readContractPolicy(const std::vector<std::string>& words, std::size_t& first) {
    constexpr const char* kForm =
        "a contract policy is never, always, periodic N, random P [SEED] or budget X%";
    const std::string& kind = next(words, first, kForm);
    if (kind == "never" || kind == "always") {
        return {kind == "never" ? ContractPolicy::Kind::Never : ContractPolicy::Kind::Always};
    }
    if (kind == "periodic") {
        return readPeriodic(words, first);
    }
    if (kind == "random") {
        return readRandom(words, first);
    }
    if (kind == "budget") {
        return readBudget(words, first);
    }
    refuse("unknown contract policy '" + kind + "'" +
           base::suggest(kind, {"never", "always", "periodic", "random", "budget"}));
}

// What readContractPolicy reads back: saved assemblies hold this text.
std::string toText(const ContractPolicy& policy) {
    switch (policy.kind) {
        case ContractPolicy::Kind::Always:
            return "always";
        case ContractPolicy::Kind::Periodic:
            return "periodic " + std::to_string(policy.period);
        case ContractPolicy::Kind::Random:
            return "random " + shortest(policy.probability) + ' ' + std::to_string(policy.seed);
        case ContractPolicy::Kind::Budget:
            return "budget " + shortest(policy.share * 100) + '%';
        case ContractPolicy::Kind::Never:
            break;
    }
    return "never";
}

}  // namespace gantry::framework
