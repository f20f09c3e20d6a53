// A sheet belongs to the TypeMap that the component passes as portData; that object is its
// identity. The factory is one per component, so that the list stays short and is searched
// linearly.

#include <gantry/Error.hpp>
#include <gov/cca/Services.hpp>
#include <gov/cca/ports/ParameterPortFactory.hpp>

#include <algorithm>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "services/ParameterPort.hpp"
#include "services/ParameterSheet.hpp"
#include "services/frameworkServices.hpp"
#include "values/TypeMap.hpp"

namespace gantry::framework {
namespace {

using gov::cca::CCAExceptionType;
using TypeMapPointer = std::shared_ptr<gov::cca::TypeMap>;

/// Bounds that leave out no number are none.
template <class T>
bool leaveOutNothing(T low, T high) {
    // lowest, not min, which is the least positive number of a floating type. An infinite bound is
    // none either.
    return low <= std::numeric_limits<T>::lowest() && high >= std::numeric_limits<T>::max();
}

class ParameterPortFactory final : public gov::cca::ports::ParameterPortFactory {
public:
    void initParameterData(TypeMapPointer& portData, const std::string& portName) override {
        if (!portData) {
            portData = std::make_shared<TypeMap>();
        }
        const std::lock_guard lock(mutex_);
        // A map that is initialised again begins anew.
        std::erase_if(sheets_, [&](const auto& sheet) { return sheet->values() == portData; });
        sheets_.push_back(std::make_shared<ParameterSheet>(portData, portName));
    }

    void setBatchTitle(const TypeMapPointer& portData, const std::string& title) override {
        sheet(portData)->setTitle(title);
    }
    void setGroupName(const TypeMapPointer& portData, const std::string& newGroupName) override {
        sheet(portData)->setGroup(newGroupName, newGroupName);
    }
    void setGroupNameAndTitle(const TypeMapPointer& portData, const std::string& groupName,
                              const std::string& groupTitle) override {
        sheet(portData)->setGroup(groupName, groupTitle);
    }

    void addRequestBoolean(const TypeMapPointer& portData, const std::string& name,
                           const std::string& help, const std::string& prompt, bool dflt) override {
        sheet(portData)->request(
            {.key = name, .help = help, .prompt = prompt, .defaultValue = dflt});
    }
    void addRequestInt(const TypeMapPointer& portData, const std::string& name,
                       const std::string& help, const std::string& prompt, std::int32_t dflt,
                       std::int32_t low, std::int32_t high) override {
        request<std::int32_t>(portData, {.key = name, .help = help, .prompt = prompt},
                              {dflt, low, high});
    }
    void addRequestLong(const TypeMapPointer& portData, const std::string& name,
                        const std::string& help, const std::string& prompt, std::int64_t dflt,
                        std::int64_t low, std::int64_t high) override {
        request<std::int64_t>(portData, {.key = name, .help = help, .prompt = prompt},
                              {dflt, low, high});
    }
    void addRequestFloat(const TypeMapPointer& portData, const std::string& name,
                         const std::string& help, const std::string& prompt, float dflt, float low,
                         float high) override {
        request<float>(portData, {.key = name, .help = help, .prompt = prompt}, {dflt, low, high});
    }
    void addRequestDouble(const TypeMapPointer& portData, const std::string& name,
                          const std::string& help, const std::string& prompt, double dflt,
                          double low, double high) override {
        request<double>(portData, {.key = name, .help = help, .prompt = prompt}, {dflt, low, high});
    }
    void addRequestString(const TypeMapPointer& portData, const std::string& name,
                          const std::string& help, const std::string& prompt,
                          const std::string& dflt) override {
        sheet(portData)->request(
            {.key = name, .help = help, .prompt = prompt, .defaultValue = dflt});
    }

    void addRequestStringChoice(const TypeMapPointer& portData, const std::string& key,
                                const std::string& choice) override {
        sheet(portData)->addChoices(key, {Value(choice)});
    }
    void addStringChoices(const TypeMapPointer& portData, const std::string& name,
                          const sidl::array<std::string>& choices) override {
        addChoices(portData, name, choices);
    }
    void addIntChoices(const TypeMapPointer& portData, const std::string& name,
                       const sidl::array<std::int32_t>& choices) override {
        addChoices(portData, name, choices);
    }
    void addLongChoices(const TypeMapPointer& portData, const std::string& name,
                        const sidl::array<std::int64_t>& choices) override {
        addChoices(portData, name, choices);
    }
    void addFloatChoices(const TypeMapPointer& portData, const std::string& name,
                         const sidl::array<float>& choices) override {
        addChoices(portData, name, choices);
    }
    void addDoubleChoices(const TypeMapPointer& portData, const std::string& name,
                          const sidl::array<double>& choices) override {
        addChoices(portData, name, choices);
    }
    void addFcomplexChoices(const TypeMapPointer& portData, const std::string& name,
                            const sidl::array<std::complex<float>>& choices) override {
        addChoices(portData, name, choices);
    }
    void addDcomplexChoices(const TypeMapPointer& portData, const std::string& name,
                            const sidl::array<std::complex<double>>& choices) override {
        addChoices(portData, name, choices);
    }

    void clearRequests(const TypeMapPointer& portData) override { sheet(portData)->clear(); }

    void registerUpdater(
        const TypeMapPointer& portData,
        const std::shared_ptr<gov::cca::ports::ParameterGetListener>& powner) override {
        sheet(portData)->addListener(powner);
    }
    void registerUpdatedListener(
        const TypeMapPointer& portData,
        const std::shared_ptr<gov::cca::ports::ParameterSetListener>& powner) override {
        sheet(portData)->addListener(powner);
    }

    void addParameterPort(const TypeMapPointer& portData,
                          const std::shared_ptr<gov::cca::Services>& services) override {
        const auto parameters = sheet(portData);
        // Only now: choices may be added after the request for the parameter.
        parameters->checkDefaults();
        require(services).addProvidesPort(std::make_shared<ParameterPort>(parameters),
                                          parameters->portName(), "gov.cca.ports.ParameterPort",
                                          nullptr);
    }
    void removeParameterPort(const TypeMapPointer& portData,
                             const std::shared_ptr<gov::cca::Services>& services) override {
        require(services).removeProvidesPort(sheet(portData)->portName());
    }

private:
    template <class T>
    struct Range {
        T defaultValue;
        T low;
        T high;
    };

    template <class T>
    void request(const TypeMapPointer& portData, Parameter parameter, const Range<T>& range) {
        parameter.defaultValue = range.defaultValue;
        // Components that have no bounds pass those of the type, as the interface has no other way
        // to say so.
        if (!leaveOutNothing(range.low, range.high)) {
            parameter.low = range.low;
            parameter.high = range.high;
        }
        sheet(portData)->request(std::move(parameter));
    }

    template <class T>
    void addChoices(const TypeMapPointer& portData, const std::string& key,
                    const sidl::array<T>& choices) {
        std::vector<Value> values;
        for (const T& choice : choices.toVector()) {
            values.emplace_back(choice);
        }
        sheet(portData)->addChoices(key, std::move(values));
    }

    std::shared_ptr<ParameterSheet> sheet(const TypeMapPointer& portData) const {
        const std::lock_guard lock(mutex_);
        const auto found = std::find_if(sheets_.begin(), sheets_.end(), [&](const auto& sheet) {
            return portData && sheet->values() == portData;
        });
        if (found == sheets_.end()) {
            throw Error(
                CCAExceptionType::BadProperties,
                "this map holds no parameters of a port; call initParameterData with it first");
        }
        return *found;
    }

    static gov::cca::Services& require(const std::shared_ptr<gov::cca::Services>& services) {
        if (!services) {
            throw Error(CCAExceptionType::BadPortInfo,
                        "a parameter port is added to, or removed from, null; give the component's "
                        "Services");
        }
        return *services;
    }

    mutable std::mutex mutex_;
    std::vector<std::shared_ptr<ParameterSheet>> sheets_;
};

}  // namespace

std::shared_ptr<gov::cca::Port> makeParameterPortFactory() {
    return std::make_shared<ParameterPortFactory>();
}

}  // namespace gantry::framework
