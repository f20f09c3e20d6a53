#pragma once

#include <gantry/ports.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterPortFactory.hpp>
#include <gov/cca/ports/ParameterSetListener.hpp>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace gantry {

/// A component's parameters as its description states them: offered on a ParameterPort, read by
/// key.
///
///     parameters_.attach(services, kDescription, "configuration");       in setServices
///     const double accuracy = parameters_.getDouble("accuracy");
///
/// Values change when someone sets them through the port; the component reads them when it needs
/// them. Getters may be called by any thread after attach; they look up one key in a map under its
/// lock.
///
/// Ownership: it shares the values with the port, so that both may end in any order. Make it a
/// member of the component. A parameter of the description belongs to the port that its `port`
/// names. In a script: `parameters INSTANCE PORT KEY VALUE`.
///
///     type in the description    getter       texts of values
///     "bool"                     getBool      true, false
///     "int"                      getInt       -5, 32 bits
///     "long"                     getLong      5000000000, 64 bits
///     "double"                   getDouble    1e-6
///     "float"                    none         describe a "double" instead
///     "string"                   getString    any; with choices "a|b|c" one of these
///
/// With a check of its own, which refuses a value by throwing:
///
///     parameters_.attach(services, kDescription, "configuration", [this](const std::string& key) {
///         if (key == "count" && parameters_.getInt(key) % 2 != 0) {
///             throw gantry::Error(gov::cca::CCAExceptionType::BadProperties,
///                                 "'count' must be even; add 1");
///         }
///     });
class Parameters final {
public:
    /// Called after a parameter was set, with its key. Where it throws, the change is refused:
    /// every parameter that was set with this one has its former value again, and who set it gets
    /// the exception. It is called on the thread that sets, while no other thread can set
    /// parameters of this port; it may set some itself, but must not wait for a thread that does.
    /// It may be called as long as the port exists, and so must not refer to what ends before the
    /// component.
    using Changed = std::function<void(const std::string&)>;

    /// Adds the provides port portName with every parameter that the description gives it. Throws
    /// what ParameterPortFactory throws. From setServices, once a component: it registers a uses
    /// port "ParameterPortFactory", and a second one throws PortAlreadyDefined. Also throws where a
    /// default is outside its bounds or not among its choices, and where portName is in use; the
    /// component is then not created.
    ///
    /// Bounds and defaults are the texts of the description: "true" is true and any other text of a
    /// bool false. Bounds that exclude nothing are none. description is read here only.
    void attach(const std::shared_ptr<gov::cca::Services>& services,
                const ComponentDescription& description, const std::string& portName,
                Changed changed = {}) {
        // The framework connects ports of its own types at once.
        services->registerUsesPort(kFactoryPortName, "gov.cca.ports.ParameterPortFactory", nullptr);
        const UsedPort<gov::cca::ports::ParameterPortFactory> factory(services, kFactoryPortName);
        factory->initParameterData(values_, portName);
        factory->setBatchTitle(values_, description.summary);
        factory->setGroupName(values_, portName);
        for (const ParameterDescription& parameter : description.parameterList()) {
            if (portName == parameter.port) {
                request(*factory, parameter);
            }
        }
        if (changed) {
            factory->registerUpdatedListener(values_,
                                             std::make_shared<Listener>(std::move(changed)));
        }
        // Last: now all parameters and choices are known, and the defaults are checked against
        // them.
        factory->addParameterPort(values_, services);
    }

    /// The value of a parameter of that type; the value-initialised one if there is none of that
    /// name. Any thread, after attach.
    [[nodiscard]] bool getBool(const std::string& key) const {
        return values_->getBool(key, false);
    }
    /// As getBool; each throws TypeMismatch for a parameter of another type. "int" in the
    /// description. 0 for a name that is not there.
    [[nodiscard]] std::int32_t getInt(const std::string& key) const {
        return values_->getInt(key, 0);
    }
    /// "long" in the description; an "int" is not converted, but throws TypeMismatch.
    [[nodiscard]] std::int64_t getLong(const std::string& key) const {
        return values_->getLong(key, 0);
    }
    /// "double" in the description; a "float" is not converted, but throws TypeMismatch.
    [[nodiscard]] double getDouble(const std::string& key) const {
        return values_->getDouble(key, 0.0);
    }
    /// A copy, which allocates.
    [[nodiscard]] std::string getString(const std::string& key) const {
        return values_->getString(key, "");
    }

private:
    /// Served by the framework itself, so that the script need not connect it.
    static constexpr const char* kFactoryPortName = "ParameterPortFactory";

    /// Held by the port's side; it refers to the component through `changed` only.
    class Listener final : public gov::cca::ports::ParameterSetListener {
    public:
        explicit Listener(Changed changed) : changed_(std::move(changed)) {}
        void updatedParameterValue(const std::string&, const std::string& fieldName) override {
            changed_(fieldName);
        }

    private:
        Changed changed_;
    };

    /// The same in every locale of the program. Not checked: of a text that is not a number, the
    /// part it begins with counts, or 0; of a number beyond the type, its end. Null gives
    /// `unbounded`. A sign '+' and blanks before the number are skipped.
    ///
    ///     " +12"      12
    ///     "12 MiB"    12
    ///     "many"      0
    ///     "1e400"     the largest double; "-1e400" the lowest, "1e-400" 0
    template <class Number>
    static Number number(const char* text, Number unbounded) {
        if (text == nullptr) {
            return unbounded;
        }
        std::string_view digits = text;
        digits.remove_prefix(std::min(digits.find_first_not_of(" \t+"), digits.size()));
        Number value{};
        const auto [end, error] =
            std::from_chars(digits.data(), digits.data() + digits.size(), value);
        if (error == std::errc::result_out_of_range) {
            using Limits = std::numeric_limits<Number>;
            const bool isTiny = digits.substr(0, static_cast<std::size_t>(end - digits.data()))
                                        .find_first_of("eE") != std::string_view::npos &&
                                digits.find('-', 1) != std::string_view::npos;
            return isTiny ? Number{} : digits.front() == '-' ? Limits::lowest() : Limits::max();
        }
        return value;
    }

    /// An unknown type counts as a string; the loader refuses it before.
    void request(gov::cca::ports::ParameterPortFactory& factory,
                 const ParameterDescription& parameter) {
        const std::string_view type = parameter.type;
        if (type == "bool") {
            factory.addRequestBoolean(values_, parameter.key, parameter.help, parameter.key,
                                      std::string_view(parameter.defaultValue) == "true");
        } else if (type == "int") {
            using Limits = std::numeric_limits<std::int32_t>;
            factory.addRequestInt(values_, parameter.key, parameter.help, parameter.key,
                                  number<std::int32_t>(parameter.defaultValue, 0),
                                  number(parameter.low, Limits::lowest()),
                                  number(parameter.high, Limits::max()));
        } else if (type == "long") {
            using Limits = std::numeric_limits<std::int64_t>;
            factory.addRequestLong(values_, parameter.key, parameter.help, parameter.key,
                                   number<std::int64_t>(parameter.defaultValue, 0),
                                   number(parameter.low, Limits::lowest()),
                                   number(parameter.high, Limits::max()));
        } else if (type == "float") {
            using Limits = std::numeric_limits<float>;
            factory.addRequestFloat(values_, parameter.key, parameter.help, parameter.key,
                                    number<float>(parameter.defaultValue, 0),
                                    number(parameter.low, Limits::lowest()),
                                    number(parameter.high, Limits::max()));
        } else if (type == "double") {
            using Limits = std::numeric_limits<double>;
            factory.addRequestDouble(values_, parameter.key, parameter.help, parameter.key,
                                     number<double>(parameter.defaultValue, 0),
                                     number(parameter.low, Limits::lowest()),
                                     number(parameter.high, Limits::max()));
        } else {
            factory.addRequestString(values_, parameter.key, parameter.help, parameter.key,
                                     parameter.defaultValue);
            std::string_view choices = parameter.choices ? parameter.choices : "";
            // The choices are parts of one text, separated by '|'.
            while (!choices.empty()) {
                const std::size_t end = choices.find('|');
                factory.addRequestStringChoice(values_, parameter.key,
                                               std::string(choices.substr(0, end)));
                choices.remove_prefix(end == std::string_view::npos ? choices.size() : end + 1);
            }
        }
    }

    // Made by the factory in attach(), and shared with it: the port writes, the getters read. Null
    // before.
    std::shared_ptr<gov::cca::TypeMap> values_;
};

}  // namespace gantry
