#pragma once

#include <framework/Framework.hpp>
#include <framework/LaterInstances.hpp>

#include <string>
#include <vector>

namespace gantry::framework {

/// A parameter that is set from outside of the script, INSTANCE.PORT.KEY=VALUE. text is the whole
/// as it was given, for messages; target is what stands before the first equals sign, value what
/// comes after.
struct ParameterSetting {
    std::string text;
    std::string target;
    std::string value;
};

/// Throws std::invalid_argument if the text is not of that form.
ParameterSetting readParameterSetting(const std::string& text);

/// Sets parameters of an assembly once their instances exist, each once.
///
///     ParameterSettings settings(
///         assembly, {readParameterSetting("driver.configuration.count=100")});
///     settings.apply();     // before each go
///     settings.finish();    // at the end of the script
class ParameterSettings final {
public:
    /// The assembly outlives it.
    ParameterSettings(Framework& assembly, std::vector<ParameterSetting> settings)
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

    Framework& assembly_;
    // In the order given; those that were set are gone.
    std::vector<ParameterSetting> waiting_;
};

}  // namespace gantry::framework
