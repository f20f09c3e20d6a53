#pragma once

#include <gantry/Error.hpp>
#include <gov/cca/ports/ParameterPort.hpp>

#include <memory>
#include <string>
#include <vector>

#include "services/ParameterSheet.hpp"

namespace gantry::framework {

/// The port through which others see a sheet of parameters. Any thread. Every method but
/// writeConfigurationMap, readTitle and the lists of keys and groups throws gantry::Error for a key
/// or group that is unknown, and TypeMismatch for a parameter of another type.
class ParameterPort final : public gov::cca::ports::ParameterPort {
public:
    explicit ParameterPort(std::shared_ptr<ParameterSheet> sheet) : sheet_(std::move(sheet)) {}

    std::shared_ptr<gov::cca::TypeMap> readConfigurationMap() override;
    void writeConfigurationMap(const std::shared_ptr<gov::cca::TypeMap>& map) override;
    sidl::array<std::string> readConfigurationKeys() override;

    std::string readTitle() override { return sheet_->title(); }
    sidl::array<std::string> readGroupNames() override;
    std::string readGroupTitle(const std::string& groupName) override {
        return sheet_->group(groupName).title;
    }
    sidl::array<std::string> readGroupKeys(const std::string& groupName) override {
        return sidl::array<std::string>(sheet_->group(groupName).keys);
    }
    std::string readHelp(const std::string& key) override { return sheet_->parameter(key).help; }
    std::string readPrompt(const std::string& key) override {
        return sheet_->parameter(key).prompt;
    }
    bool hasBounds(const std::string& key) override;
    bool hasChoices(const std::string& key) override {
        return !sheet_->parameter(key).choices.empty();
    }

    bool readDefaultBoolean(const std::string& key) override { return defaultOf<bool>(key); }
    std::string readDefaultString(const std::string& key) override {
        return defaultOf<std::string>(key);
    }
    std::int32_t readDefaultInt(const std::string& key) override {
        return defaultOf<std::int32_t>(key);
    }
    std::int64_t readDefaultLong(const std::string& key) override {
        return defaultOf<std::int64_t>(key);
    }
    float readDefaultFloat(const std::string& key) override { return defaultOf<float>(key); }
    double readDefaultDouble(const std::string& key) override { return defaultOf<double>(key); }
    std::complex<float> readDefaultFcomplex(const std::string& key) override {
        return defaultOf<std::complex<float>>(key);
    }
    std::complex<double> readDefaultDcomplex(const std::string& key) override {
        return defaultOf<std::complex<double>>(key);
    }
    sidl::array<bool> readDefaultBooleanArray(const std::string& key) override {
        return defaultOf<sidl::array<bool>>(key);
    }
    sidl::array<std::string> readDefaultStringArray(const std::string& key) override {
        return defaultOf<sidl::array<std::string>>(key);
    }
    sidl::array<std::int32_t> readDefaultIntArray(const std::string& key) override {
        return defaultOf<sidl::array<std::int32_t>>(key);
    }
    sidl::array<std::int64_t> readDefaultLongArray(const std::string& key) override {
        return defaultOf<sidl::array<std::int64_t>>(key);
    }
    sidl::array<float> readDefaultFloatArray(const std::string& key) override {
        return defaultOf<sidl::array<float>>(key);
    }
    sidl::array<double> readDefaultDoubleArray(const std::string& key) override {
        return defaultOf<sidl::array<double>>(key);
    }
    sidl::array<std::complex<float>> readDefaultFcomplexArray(const std::string& key) override {
        return defaultOf<sidl::array<std::complex<float>>>(key);
    }
    sidl::array<std::complex<double>> readDefaultDcomplexArray(const std::string& key) override {
        return defaultOf<sidl::array<std::complex<double>>>(key);
    }

    void readBoundsInt(const std::string& key, std::int32_t& low, std::int32_t& high) override {
        bounds(key, low, high);
    }
    void readBoundsLong(const std::string& key, std::int64_t& low, std::int64_t& high) override {
        bounds(key, low, high);
    }
    void readBoundsFloat(const std::string& key, float& low, float& high) override {
        bounds(key, low, high);
    }
    void readBoundsDouble(const std::string& key, double& low, double& high) override {
        bounds(key, low, high);
    }
    sidl::array<std::string> readChoicesString(const std::string& key) override {
        return choices<std::string>(key);
    }
    sidl::array<std::int32_t> readChoicesInt(const std::string& key) override {
        return choices<std::int32_t>(key);
    }
    sidl::array<std::int64_t> readChoicesLong(const std::string& key) override {
        return choices<std::int64_t>(key);
    }
    sidl::array<float> readChoicesFloat(const std::string& key) override {
        return choices<float>(key);
    }
    sidl::array<double> readChoicesDouble(const std::string& key) override {
        return choices<double>(key);
    }
    sidl::array<std::complex<float>> readChoicesFcomplex(const std::string& key) override {
        return choices<std::complex<float>>(key);
    }
    sidl::array<std::complex<double>> readChoicesDcomplex(const std::string& key) override {
        return choices<std::complex<double>>(key);
    }

private:
    /// Throws TypeMismatch if the parameter is of another type.
    static void requireType(const Parameter& parameter, gov::cca::Type requested);
    static void requireBounds(const Parameter& parameter);

    template <class T>
    T defaultOf(const std::string& key) const {
        const Parameter parameter = sheet_->parameter(key);
        requireType(parameter, typeFor<T>());
        return std::get<T>(independent(parameter.defaultValue));
    }

    template <class T>
    void bounds(const std::string& key, T& low, T& high) const {
        const Parameter parameter = sheet_->parameter(key);
        requireType(parameter, typeFor<T>());
        requireBounds(parameter);
        low = std::get<T>(parameter.low);
        high = std::get<T>(parameter.high);
    }

    template <class T>
    sidl::array<T> choices(const std::string& key) const {
        const Parameter parameter = sheet_->parameter(key);
        requireType(parameter, typeFor<T>());
        std::vector<T> values;
        for (const Value& choice : parameter.choices) {
            values.push_back(std::get<T>(choice));
        }
        return sidl::array<T>(values);
    }

    std::shared_ptr<ParameterSheet> sheet_;
};

}  // namespace gantry::framework
