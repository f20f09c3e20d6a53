#include "TunerSettings.hpp"

#include <sstream>

namespace optimizer {
namespace {

[[noreturn]] void refuse(const std::string& parameter, const std::string& problem) {
    throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                        "the tuner's parameter '" + parameter + "' " + problem);
}

std::map<std::string, std::string> readGates(const std::string& text) {
    std::map<std::string, std::string> gates;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const auto equals = word.find('=');
        if (equals == 0 || equals == std::string::npos || equals + 1 == word.size()) {
            refuse("gates", "has the word '" + word + "', which is no TYPE=CLASS");
        }
        gates[word.substr(0, equals)] = word.substr(equals + 1);
    }
    return gates;
}

}  // namespace

tuning::Mode readMode(const std::string& word) {
    const std::map<std::string, tuning::Mode> modes{{"off", tuning::Mode::Off},
                                                    {"observe", tuning::Mode::Observe},
                                                    {"tune", tuning::Mode::Tune},
                                                    {"replay", tuning::Mode::Replay},
                                                    {"pin", tuning::Mode::Pin}};
    const auto found = modes.find(word);
    if (found == modes.end()) {
        refuse("mode", "is '" + word + "'; there are off, observe, tune, replay and pin");
    }
    return found->second;
}

TunerSettings readTunerSettings(const gantry::Parameters& parameters) {
    TunerSettings settings;
    settings.user = parameters.getString("user");
    settings.userPort = parameters.getString("userPort");
    if (const std::string text = parameters.getString("candidates"); text != kPortfolio) {
        settings.candidates = readCandidates(text, "the tuner's parameter 'candidates'");
    }
    settings.metric = parameters.getString("metric");
    settings.mode = readMode(parameters.getString("mode"));
    settings.pinned = parameters.getString("pinned");
    settings.strategy = parameters.getString("strategy");
    settings.log = parameters.getString("log");
    settings.verifyEvery = parameters.getLong("verifyEvery");
    settings.seed = parameters.getLong("seed");
    settings.gates = readGates(parameters.getString("gates"));
    settings.unverified = parameters.getString("unverified") == "allow";
    settings.method = parameters.getString("method");
    if (settings.mode == tuning::Mode::Replay && settings.log.empty()) {
        refuse("log", "is empty, and the mode is replay; name the decision log to be replayed");
    }
    return settings;
}

}  // namespace optimizer
