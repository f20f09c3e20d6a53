#include "PortSettings.hpp"

#include <gantry/Error.hpp>

namespace optimizer {

void refuseParameter(const std::string& owner, const std::string& parameter,
                     const std::string& problem) {
    throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
                        owner + "'s parameter '" + parameter + "' " + problem);
}

PortSettings readPortSettings(const gantry::Parameters& parameters, const std::string& owner) {
    PortSettings settings;
    settings.user = {parameters.getString("user"), parameters.getString("userPort")};
    if (const std::string text = parameters.getString("candidates"); text != kPortfolio) {
        settings.candidates = readCandidates(text, owner + "'s parameter 'candidates'");
    }
    settings.metric = parameters.getString("metric");
    settings.strategy = parameters.getString("strategy");
    settings.seed = parameters.getLong("seed");
    settings.unverified = parameters.getString("unverified") == "allow";
    return settings;
}

}  // namespace optimizer
