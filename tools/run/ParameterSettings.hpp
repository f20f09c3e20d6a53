#pragma once

#include <framework/Framework.hpp>

#include <string>
#include <vector>

#include "LaterInstances.hpp"

namespace gantry::tools {

/// A parameter that the command line sets, INSTANCE.PORT.KEY=VALUE.
struct ParameterSetting {
    std::string text;
    std::string target;
    std::string value;
};

/// Throws std::invalid_argument if the text is not of that form.
ParameterSetting readParameterSetting(const std::string& text);

/// Sets parameters of an assembly once their instances exist, each once.
class ParameterSettings final {
public:
    /// The assembly outlives it.
    ParameterSettings(framework::Framework& assembly, std::vector<ParameterSetting> settings)
        : assembly_(assembly), waiting_(std::move(settings)) {}

    /// Throws gantry::Error where there is no such instance and none of the name may come.
    void checkNames(const LaterInstances& later) const;

    /// Sets those whose instances exist; to be called before each go. Throws gantry::Error where
    /// one of these has no such port or parameter, or refuses the value.
    void apply();
    /// At the end of the script: sets the others. Throws gantry::Error, also where there never was
    /// such an instance.
    void finish();

private:
    void set(const ParameterSetting& setting);

    framework::Framework& assembly_;
    std::vector<ParameterSetting> waiting_;
};

}  // namespace gantry::tools
