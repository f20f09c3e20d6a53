#include "TunerSettings.hpp"

#include <sstream>

namespace optimizer {
namespace {

constexpr const char* kOwner = "the tuner";

std::map<std::string, std::string> readGates(const std::string& text) {
    std::map<std::string, std::string> gates;
    std::istringstream words(text);
    for (std::string word; words >> word;) {
        const auto equals = word.find('=');
        if (equals == 0 || equals == std::string::npos || equals + 1 == word.size()) {
            refuseParameter(kOwner, "gates",
                            "has the word '" + word + "', which is not of the form TYPE=CLASS");
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
        refuseParameter(kOwner, "mode",
                        "is '" + word + "'; the modes are off, observe, tune, replay and pin");
    }
    return found->second;
}

TunerSettings readTunerSettings(const gantry::Parameters& parameters) {
    TunerSettings settings;
    settings.port = readPortSettings(parameters, kOwner);
    settings.mode = readMode(parameters.getString("mode"));
    settings.pinned = parameters.getString("pinned");
    settings.log = parameters.getString("log");
    settings.verifyEvery = parameters.getLong("verifyEvery");
    settings.gates = readGates(parameters.getString("gates"));
    std::istringstream trusted(parameters.getString("trusted"));
    for (std::string word; trusted >> word;) {
        settings.trusted.push_back(word);
    }
    settings.method = parameters.getString("method");
    if (settings.mode == tuning::Mode::Replay && settings.log.empty()) {
        refuseParameter(kOwner, "log",
                        "is empty, and the mode is replay; name the decision log to replay");
    }
    return settings;
}

}  // namespace optimizer
