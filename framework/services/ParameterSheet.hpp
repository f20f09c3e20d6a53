#pragma once

#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/ParameterGetListener.hpp>
#include <gov/cca/ports/ParameterSetListener.hpp>

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "values/Value.hpp"

namespace gantry::framework {

/// What a person needs to know to set a parameter.
struct Parameter {
    std::string key{};
    std::string help{};
    std::string prompt{};
    Value defaultValue{};
    /// Inclusive; NoType if there are no bounds.
    Value low{};
    Value high{};
    /// Empty if any value is allowed.
    std::vector<Value> choices{};
};

/// Parameters that are shown together.
struct ParameterGroup {
    std::string name;
    std::string title;
    std::vector<std::string> keys;
};

/// The parameters of one port: their values in the component's own map, everything else here. A
/// factory fills it, a port reads it; any thread may use it. Errors are gantry::Error and name the
/// port and the key.
class ParameterSheet final {
public:
    /// values is the component's own map, which both share.
    ParameterSheet(std::shared_ptr<gov::cca::TypeMap> values, std::string portName)
        : values_(std::move(values)), portName_(std::move(portName)) {}

    [[nodiscard]] const std::shared_ptr<gov::cca::TypeMap>& values() const noexcept {
        return values_;
    }
    [[nodiscard]] const std::string& portName() const noexcept { return portName_; }

    [[nodiscard]] std::string title() const;
    void setTitle(const std::string& title);
    /// Starts a group, or takes up the one of that name.
    void setGroup(const std::string& name, const std::string& title);
    /// Adds a parameter to the group set last and sets it to its default, unless the map holds a
    /// good value already.
    void request(Parameter parameter);
    void addChoices(const std::string& key, std::vector<Value> choices);
    /// Removes every parameter with its value, and every group.
    void clear();
    /// Throws if a default is not among the choices.
    void checkDefaults() const;

    void addListener(std::shared_ptr<gov::cca::ports::ParameterGetListener> listener);
    void addListener(std::shared_ptr<gov::cca::ports::ParameterSetListener> listener);
    /// To be called before the set of parameters is read.
    void update() const;

    [[nodiscard]] std::vector<ParameterGroup> groups() const;
    /// Throws with a suggestion if there is none of that name.
    [[nodiscard]] ParameterGroup group(const std::string& name) const;
    [[nodiscard]] Parameter parameter(const std::string& key) const;
    /// In the order of the requests.
    [[nodiscard]] std::vector<std::string> keys() const;
    /// An independent map with all values.
    [[nodiscard]] std::shared_ptr<gov::cca::TypeMap> read() const;
    /// Sets all keys of map or none. Listeners are notified of each key; what one of them throws
    /// refuses the change. Threads write one after the other; a listener may write itself, but not
    /// wait for another thread that writes.
    void write(gov::cca::TypeMap& map);

private:
    using SetListeners = std::vector<std::shared_ptr<gov::cca::ports::ParameterSetListener>>;

    [[noreturn]] void refuse(const std::string& key, const std::string& reason) const;
    [[nodiscard]] const Parameter& find(const std::string& key) const;
    [[nodiscard]] std::vector<std::string> listKeys() const;
    void check(const Parameter& parameter, const Value& value) const;
    void apply(const std::map<std::string, Value>& values, const SetListeners& listeners);

    const std::shared_ptr<gov::cca::TypeMap> values_;
    const std::string portName_;
    /// Held for a whole change; taken before mutex_.
    std::recursive_mutex writing_;
    mutable std::mutex mutex_;
    std::string title_;
    std::vector<ParameterGroup> groups_;
    std::size_t current_ = 0;
    std::map<std::string, Parameter> parameters_;
    std::vector<std::shared_ptr<gov::cca::ports::ParameterGetListener>> getListeners_;
    SetListeners setListeners_;
};

}  // namespace gantry::framework
