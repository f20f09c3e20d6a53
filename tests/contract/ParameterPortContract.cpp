#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPort.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <limits>
#include <string>
#include <variant>
#include <vector>

#include "Harness.hpp"

using contract::Harness;
using gantry::framework::ParameterInfo;
using gov::cca::TypeMap;
using gov::cca::ports::ParameterPort;

namespace {

constexpr const char* kType = "gov.cca.ports.ParameterPort";
constexpr const char* kUnknown = "no such parameter";

using Value = std::variant<bool, std::int32_t, std::int64_t, float, double, std::string>;

Value valueOf(const std::string& type, const std::string& text) {
    if (type == "bool") {
        return text == "true";
    }
    if (type == "int") {
        return static_cast<std::int32_t>(std::strtol(text.c_str(), nullptr, 10));
    }
    if (type == "long") {
        return static_cast<std::int64_t>(std::strtoll(text.c_str(), nullptr, 10));
    }
    if (type == "float") {
        return std::strtof(text.c_str(), nullptr);
    }
    if (type == "double") {
        return std::strtod(text.c_str(), nullptr);
    }
    return text;
}

Value defaultOf(ParameterPort& port, const ParameterInfo& parameter) {
    const std::string& key = parameter.key;
    const std::string& type = parameter.type;
    return type == "bool"     ? Value(port.readDefaultBoolean(key))
           : type == "int"    ? Value(port.readDefaultInt(key))
           : type == "long"   ? Value(port.readDefaultLong(key))
           : type == "float"  ? Value(port.readDefaultFloat(key))
           : type == "double" ? Value(port.readDefaultDouble(key))
                              : Value(port.readDefaultString(key));
}

Value valueIn(TypeMap& map, const ParameterInfo& parameter) {
    const std::string& key = parameter.key;
    const std::string& type = parameter.type;
    return type == "bool"     ? Value(map.getBool(key, false))
           : type == "int"    ? Value(map.getInt(key, 0))
           : type == "long"   ? Value(map.getLong(key, 0))
           : type == "float"  ? Value(map.getFloat(key, 0))
           : type == "double" ? Value(map.getDouble(key, 0))
                              : Value(map.getString(key, ""));
}

void put(TypeMap& map, const std::string& key, const Value& value) {
    struct Put {
        TypeMap& map;
        const std::string& key;
        void operator()(bool v) const { map.putBool(key, v); }
        void operator()(std::int32_t v) const { map.putInt(key, v); }
        void operator()(std::int64_t v) const { map.putLong(key, v); }
        void operator()(float v) const { map.putFloat(key, v); }
        void operator()(double v) const { map.putDouble(key, v); }
        void operator()(const std::string& v) const { map.putString(key, v); }
    };
    std::visit(Put{map, key}, value);
}

// The next value in a direction; the same one where there is none.
Value beside(const Value& value, int direction) {
    if (const auto* whole = std::get_if<std::int32_t>(&value)) {
        using Limits = std::numeric_limits<std::int32_t>;
        return *whole == (direction < 0 ? Limits::lowest() : Limits::max()) ? *whole
                                                                            : *whole + direction;
    }
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        using Limits = std::numeric_limits<std::int64_t>;
        return *whole == (direction < 0 ? Limits::lowest() : Limits::max()) ? *whole
                                                                            : *whole + direction;
    }
    if (const auto* real = std::get_if<float>(&value)) {
        return std::nextafter(*real,
                              static_cast<float>(direction) * std::numeric_limits<float>::max());
    }
    if (const auto* real = std::get_if<double>(&value)) {
        return std::nextafter(*real, direction * std::numeric_limits<double>::max());
    }
    return value;
}

// A value that may be set and is not the default, if the description has one.
Value another(const ParameterInfo& parameter) {
    const Value usual = valueOf(parameter.type, parameter.defaultValue);
    if (const bool* flag = std::get_if<bool>(&usual)) {
        return !*flag;
    }
    if (!parameter.choices.empty()) {
        return parameter.choices.back();
    }
    const bool bounded = !parameter.high.empty();
    const Value high = valueOf(parameter.type, parameter.high);
    return bounded && high == usual ? valueOf(parameter.type, parameter.low) : beside(usual, 1);
}

struct Fixture {
    Harness harness;
    std::string name = harness.portName(kType);
    std::shared_ptr<ParameterPort> port = harness.port<ParameterPort>(kType);
    std::vector<ParameterInfo> parameters;

    Fixture() {
        for (const ParameterInfo& parameter : harness.description().parameters) {
            if (parameter.port == name) {
                parameters.push_back(parameter);
            }
        }
    }

    void set(const std::string& key, const Value& value) const {
        const auto map = port->readConfigurationMap()->cloneEmpty();
        put(*map, key, value);
        port->writeConfigurationMap(map);
    }
    [[nodiscard]] Value present(const ParameterInfo& parameter) const {
        return valueIn(*port->readConfigurationMap(), parameter);
    }
    // Values beyond the bounds, as far as the type has such.
    [[nodiscard]] static std::vector<Value> outside(const ParameterInfo& parameter) {
        std::vector<Value> values;
        for (const int direction : {-1, 1}) {
            const std::string& bound = direction < 0 ? parameter.low : parameter.high;
            const Value last = valueOf(parameter.type, bound);
            if (!bound.empty() && beside(last, direction) != last) {
                values.push_back(beside(last, direction));
            }
        }
        return values;
    }
};

}  // namespace

TEST_SUITE("contract.gov.cca.ports.ParameterPort") {
    TEST_CASE_FIXTURE(Fixture, "the parameters are those of the component's description") {
        const sidl::array<std::string> keys = port->readConfigurationKeys();

        REQUIRE_FALSE(parameters.empty());
        CHECK(keys.length() == static_cast<int>(parameters.size()));
        for (const ParameterInfo& parameter : parameters) {
            CAPTURE(parameter.key);
            CHECK(std::count(keys.begin(), keys.end(), parameter.key) == 1);
            CHECK_FALSE(port->readHelp(parameter.key).empty());
        }
    }

    TEST_CASE_FIXTURE(Fixture, "the defaults can be read, and are the values at first") {
        for (const ParameterInfo& parameter : parameters) {
            CAPTURE(parameter.key);
            const Value usual = valueOf(parameter.type, parameter.defaultValue);

            CHECK((defaultOf(*port, parameter) == usual));
            CHECK((present(parameter) == usual));
        }
    }

    TEST_CASE_FIXTURE(Fixture, "what is set is read back, and the default stays as it was") {
        for (const ParameterInfo& parameter : parameters) {
            CAPTURE(parameter.key);
            const Value usual = valueOf(parameter.type, parameter.defaultValue);

            set(parameter.key, another(parameter));

            CHECK((present(parameter) == another(parameter)));
            CHECK((defaultOf(*port, parameter) == usual));
            set(parameter.key, usual);
            CHECK((present(parameter) == usual));
        }
    }

    TEST_CASE_FIXTURE(Fixture, "a value beyond the bounds is refused and the old one stays") {
        for (const ParameterInfo& parameter : parameters) {
            CAPTURE(parameter.key);
            const Value before = present(parameter);
            if (!parameter.low.empty() || !parameter.high.empty()) {
                CHECK(port->hasBounds(parameter.key));
            }
            for (const Value& value : outside(parameter)) {
                CHECK_THROWS_AS(set(parameter.key, value), gov::cca::CCAException);
                CHECK((present(parameter) == before));
            }
        }
    }

    TEST_CASE_FIXTURE(Fixture, "a value of another type is refused and the old one stays") {
        for (const ParameterInfo& parameter : parameters) {
            CAPTURE(parameter.key);
            const Value before = present(parameter);
            const Value wrong =
                parameter.type == "string" ? Value(1.5) : Value(std::string("text"));

            CHECK_THROWS_AS(set(parameter.key, wrong), gov::cca::CCAException);

            CHECK((present(parameter) == before));
        }
    }

    TEST_CASE_FIXTURE(Fixture, "an unknown key is refused, and nothing that is set with it is") {
        const ParameterInfo& first = parameters.at(0);
        const Value before = present(first);
        const auto map = port->readConfigurationMap()->cloneEmpty();
        put(*map, first.key, another(first));
        put(*map, kUnknown, 1.5);

        CHECK_THROWS_AS(port->writeConfigurationMap(map), gov::cca::CCAException);

        CHECK((present(first) == before));
        CHECK_THROWS_AS(port->readHelp(kUnknown), gov::cca::CCAException);
        CHECK_THROWS_AS(port->hasBounds(kUnknown), gov::cca::CCAException);
        CHECK_THROWS_AS(port->readDefaultInt(kUnknown), gov::cca::CCAException);
    }

    TEST_CASE_FIXTURE(Fixture, "changing the map that was read changes no parameter") {
        for (const ParameterInfo& parameter : parameters) {
            CAPTURE(parameter.key);
            const Value before = present(parameter);

            put(*port->readConfigurationMap(), parameter.key, another(parameter));

            CHECK((present(parameter) == before));
        }
    }
}
