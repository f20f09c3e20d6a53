// Listeners are copied under the lock of the sheet and called without it, because they are code of
// components and may read the same sheet. A write checks all keys before it stores the first, and
// restores the values before it if a listener throws: it changes all keys or none. A second lock
// orders the writers.

#include "services/ParameterSheet.hpp"

#include <base/text/NameSuggestion.hpp>
#include <gantry/Error.hpp>

#include <algorithm>
#include <type_traits>
#include <utility>

#include "core/Failure.hpp"
#include "values/TypeMap.hpp"

namespace gantry::framework {
namespace {

using gov::cca::CCAExceptionType;
using gov::cca::Type;

// By their texts: arrays have no comparison, and a NaN is the same as a NaN here.
bool same(const Value& a, const Value& b) {
    return a.index() == b.index() && (toText(a) == toText(b));
}

/// Whether low <= value <= high, all of one type; true for types without an order.
bool isWithin(const Value& value, const Value& low, const Value& high) {
    return std::visit(
        [&](const auto& v) {
            using T = std::decay_t<decltype(v)>;
            if constexpr (std::is_arithmetic_v<T> && !std::is_same_v<T, bool>) {
                return std::get<T>(low) <= v && v <= std::get<T>(high);
            } else {
                return true;
            }
        },
        value);
}

}  // namespace

void ParameterSheet::refuse(const std::string& key, const std::string& reason) const {
    throw Error(CCAExceptionType::BadProperties,
                "parameter '" + key + "' of port '" + portName_ + "': " + reason);
}

std::string ParameterSheet::title() const {
    const std::lock_guard lock(mutex_);
    return title_;
}

void ParameterSheet::setTitle(const std::string& title) {
    const std::lock_guard lock(mutex_);
    title_ = title;
}

void ParameterSheet::setGroup(const std::string& name, const std::string& title) {
    const std::lock_guard lock(mutex_);
    const auto known = std::find_if(groups_.begin(), groups_.end(),
                                    [&](const ParameterGroup& g) { return g.name == name; });
    current_ = static_cast<std::size_t>(known - groups_.begin());
    if (known == groups_.end()) {
        groups_.push_back({name, title, {}});
    }
}

void ParameterSheet::request(Parameter parameter) {
    const std::string key = parameter.key;
    const std::lock_guard lock(mutex_);
    if (key.empty()) {
        refuse(key, "the key is empty");
    }
    if (parameters_.contains(key)) {
        refuse(key, "it is requested twice");
    }
    const bool bounded = typeOf(parameter.low) != Type::NoType;
    // The high bound is the value under test: low <= low <= high.
    if (bounded && !isWithin(parameter.low, parameter.low, parameter.high)) {
        refuse(key, "the low bound " + toText(parameter.low) + " is above the high bound " +
                        toText(parameter.high));
    }
    check(parameter, parameter.defaultValue);
    // A component may have put a value into its map before the request: that is kept, or refused if
    // it does not fit.
    const Value present = valueOf(*values_, key);
    if (typeOf(present) == Type::NoType) {
        putValue(*values_, key, parameter.defaultValue);
    } else {
        check(parameter, present);
    }
    // Without a group: one with the name of the port.
    if (groups_.empty()) {
        groups_.push_back({portName_, portName_, {}});
    }
    groups_[current_].keys.push_back(key);
    parameters_.emplace(key, std::move(parameter));
}

void ParameterSheet::addChoices(const std::string& key, std::vector<Value> choices) {
    const std::lock_guard lock(mutex_);
    const Parameter& known = find(key);
    for (const Value& choice : choices) {
        if (typeOf(choice) != typeOf(known.defaultValue)) {
            refuse(key, std::string("a choice is of type ") + typeText(typeOf(choice)) +
                            ", the parameter of type " + typeText(typeOf(known.defaultValue)));
        }
    }
    auto& all = parameters_.find(key)->second.choices;
    std::move(choices.begin(), choices.end(), std::back_inserter(all));
}

void ParameterSheet::clear() {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, parameter] : parameters_) {
        // The map is the component's; keys that are no parameters stay in it.
        values_->remove(key);
    }
    parameters_.clear();
    groups_.clear();
    current_ = 0;
}

void ParameterSheet::checkDefaults() const {
    const std::lock_guard lock(mutex_);
    for (const auto& [key, parameter] : parameters_) {
        check(parameter, parameter.defaultValue);
    }
}

void ParameterSheet::addListener(std::shared_ptr<gov::cca::ports::ParameterGetListener> listener) {
    const std::lock_guard lock(mutex_);
    if (listener) {
        getListeners_.push_back(std::move(listener));
    }
}

void ParameterSheet::addListener(std::shared_ptr<gov::cca::ports::ParameterSetListener> listener) {
    const std::lock_guard lock(mutex_);
    if (listener) {
        setListeners_.push_back(std::move(listener));
    }
}

void ParameterSheet::update() const {
    std::vector<std::shared_ptr<gov::cca::ports::ParameterGetListener>> listeners;
    {
        const std::lock_guard lock(mutex_);
        // A copy: a listener may add further ones.
        listeners = getListeners_;
    }
    for (const auto& listener : listeners) {
        listener->updateParameterPort(portName_);
    }
}

std::vector<ParameterGroup> ParameterSheet::groups() const {
    const std::lock_guard lock(mutex_);
    return groups_;
}

ParameterGroup ParameterSheet::group(const std::string& name) const {
    std::vector<std::string> names;
    for (ParameterGroup& group : groups()) {
        if (group.name == name) {
            return std::move(group);
        }
        names.push_back(group.name);
    }
    throw Error(CCAExceptionType::BadProperties, "port '" + portName_ +
                                                     "' has no parameter group '" + name + "'" +
                                                     base::suggest(name, names));
}

const Parameter& ParameterSheet::find(const std::string& key) const {
    const auto found = parameters_.find(key);
    if (found == parameters_.end()) {
        throw Error(CCAExceptionType::BadProperties, "port '" + portName_ + "' has no parameter '" +
                                                         key + "'" +
                                                         base::suggest(key, listKeys()));
    }
    return found->second;
}

Parameter ParameterSheet::parameter(const std::string& key) const {
    const std::lock_guard lock(mutex_);
    return find(key);
}

std::vector<std::string> ParameterSheet::listKeys() const {
    std::vector<std::string> keys;
    for (const ParameterGroup& group : groups_) {
        keys.insert(keys.end(), group.keys.begin(), group.keys.end());
    }
    return keys;
}

std::vector<std::string> ParameterSheet::keys() const {
    const std::lock_guard lock(mutex_);
    return listKeys();
}

std::shared_ptr<gov::cca::TypeMap> ParameterSheet::read() const {
    auto copy = std::make_shared<TypeMap>();
    const std::lock_guard lock(mutex_);
    for (const auto& [key, parameter] : parameters_) {
        putValue(*copy, key, valueOf(*values_, key));
    }
    return copy;
}

void ParameterSheet::check(const Parameter& parameter, const Value& value) const {
    const Type type = typeOf(parameter.defaultValue);
    if (typeOf(value) != type) {
        throw TypeMismatch(type, typeOf(value),
                           "parameter '" + parameter.key + "' of port '" + portName_ +
                               "' is of type " + typeText(type) + ", not " +
                               typeText(typeOf(value)));
    }
    if (typeOf(parameter.low) != Type::NoType && !isWithin(value, parameter.low, parameter.high)) {
        refuse(parameter.key, toText(value) + " is outside its bounds [" + toText(parameter.low) +
                                  ", " + toText(parameter.high) + "]");
    }
    const auto& choices = parameter.choices;
    if (!choices.empty() && std::none_of(choices.begin(), choices.end(),
                                         [&](const Value& c) { return same(c, value); })) {
        std::vector<std::string> texts;
        std::transform(choices.begin(), choices.end(), std::back_inserter(texts),
                       [](const Value& choice) { return toText(choice); });
        refuse(parameter.key, "'" + toText(value) + "' is not one of its choices" +
                                  base::suggest(toText(value), texts));
    }
}

void ParameterSheet::apply(const std::map<std::string, Value>& values,
                           const SetListeners& listeners) {
    for (const auto& [key, value] : values) {
        putValue(*values_, key, value);
    }
    for (const auto& [key, value] : values) {
        for (const auto& listener : listeners) {
            listener->updatedParameterValue(portName_, key);
        }
    }
}

void ParameterSheet::write(gov::cca::TypeMap& map) {
    // Always before mutex_, never the other way round.
    const std::lock_guard writing(writing_);
    std::map<std::string, Value> wanted;
    std::map<std::string, Value> before;
    SetListeners listeners;
    {
        const std::lock_guard lock(mutex_);
        for (const std::string& key : map.getAllKeys(Type::NoType)) {
            wanted[key] = valueOf(map, key);
            // Before the first change: a wrong key or value leaves everything as it is.
            check(find(key), wanted[key]);
            before[key] = valueOf(*values_, key);
        }
        listeners = setListeners_;
    }
    Failure failure;
    try {
        apply(wanted, listeners);
        return;
    } catch (...) {
        // Copied: what is thrown may be code of a library that the listener unloads.
        failure = currentFailure();
    }
    try {
        // The listeners hear of the return as well: some may have acted on the new values.
        apply(before, listeners);
    } catch (...) {  // NOLINT(bugprone-empty-catch): the first refusal is the one to report.
    }
    throw Error(failure.reason, "port '" + portName_ + "' refuses the change: " + failure.text);
}

}  // namespace gantry::framework
