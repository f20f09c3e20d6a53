// Arrays are reference types in SIDL. A map stores and returns copies (independent), so that no one
// changes a stored value, or sees it change, through an array that he holds.

#include "values/TypeMap.hpp"

#include <gantry/Error.hpp>

#include <vector>

namespace gantry::framework {

using gov::cca::Type;

std::shared_ptr<TypeMap> TypeMap::copy() const {
    auto copy = std::make_shared<TypeMap>();
    const std::lock_guard lock(mutex_);
    for (const auto& [key, value] : values_) {
        copy->values_.emplace_hint(copy->values_.end(), key, independent(value));
    }
    return copy;
}

std::shared_ptr<gov::cca::TypeMap> TypeMap::cloneTypeMap() {
    return copy();
}

Value TypeMap::value(const std::string& key) const {
    const std::lock_guard lock(mutex_);
    const auto found = values_.find(key);
    return found == values_.end() ? Value() : independent(found->second);
}

void TypeMap::set(const std::string& key, Value value) {
    const std::lock_guard lock(mutex_);
    values_.insert_or_assign(key, std::move(value));
}

std::shared_ptr<gov::cca::TypeMap> TypeMap::cloneEmpty() {
    return std::make_shared<TypeMap>();
}

void TypeMap::remove(const std::string& key) {
    const std::lock_guard lock(mutex_);
    values_.erase(key);
}

sidl::array<std::string> TypeMap::getAllKeys(Type t) {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> keys;
    for (const auto& [key, value] : values_) {
        if (t == Type::NoType || framework::typeOf(value) == t) {
            keys.push_back(key);
        }
    }
    return sidl::array<std::string>(keys);
}

bool TypeMap::hasKey(const std::string& key) {
    const std::lock_guard lock(mutex_);
    return values_.contains(key);
}

Type TypeMap::typeOf(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto found = values_.find(key);
    return found == values_.end() ? Type::NoType : framework::typeOf(found->second);
}

const Value* TypeMap::find(const std::string& key, Type requested) const {
    const auto found = values_.find(key);
    if (found == values_.end()) {
        return nullptr;
    }
    const Type actual = framework::typeOf(found->second);
    if (actual != requested) {
        throw TypeMismatch(requested, actual,
                           "key '" + key + "' holds a value of type " + typeText(actual) +
                               ", not " + typeText(requested) +
                               "; remove the key first to change its type");
    }
    return &found->second;
}

void TypeMap::store(const std::string& key, Value value) {
    if (key.empty()) {
        throw Error(gov::cca::CCAExceptionType::BadProperties,
                    "a TypeMap key is empty; give it at least one character");
    }
    const std::lock_guard lock(mutex_);
    // Throws for another type; a key that is new may have any.
    find(key, framework::typeOf(value));
    values_[key] = std::move(value);
}

// Through the interface, as the map may be of another implementation, for example in another
// language.
Value valueOf(gov::cca::TypeMap& map, const std::string& key) {
    switch (map.typeOf(key)) {
        case Type::Int:
            return map.getInt(key, 0);
        case Type::Long:
            return map.getLong(key, 0);
        case Type::Float:
            return map.getFloat(key, 0);
        case Type::Double:
            return map.getDouble(key, 0);
        case Type::Fcomplex:
            return map.getFcomplex(key, {});
        case Type::Dcomplex:
            return map.getDcomplex(key, {});
        case Type::String:
            return map.getString(key, "");
        case Type::Bool:
            return map.getBool(key, false);
        case Type::IntArray:
            return map.getIntArray(key, {});
        case Type::LongArray:
            return map.getLongArray(key, {});
        case Type::FloatArray:
            return map.getFloatArray(key, {});
        case Type::DoubleArray:
            return map.getDoubleArray(key, {});
        case Type::FcomplexArray:
            return map.getFcomplexArray(key, {});
        case Type::DcomplexArray:
            return map.getDcomplexArray(key, {});
        case Type::StringArray:
            return map.getStringArray(key, {});
        case Type::BoolArray:
            return map.getBoolArray(key, {});
        case Type::NoType:
            break;
    }
    return {};
}

namespace {

class Putter final {
public:
    Putter(gov::cca::TypeMap& map, const std::string& key) : map_(map), key_(key) {}

    void operator()(std::monostate) const {}
    void operator()(std::int32_t value) const { map_.putInt(key_, value); }
    void operator()(std::int64_t value) const { map_.putLong(key_, value); }
    void operator()(float value) const { map_.putFloat(key_, value); }
    void operator()(double value) const { map_.putDouble(key_, value); }
    void operator()(std::complex<float> value) const { map_.putFcomplex(key_, value); }
    void operator()(std::complex<double> value) const { map_.putDcomplex(key_, value); }
    void operator()(const std::string& value) const { map_.putString(key_, value); }
    void operator()(bool value) const { map_.putBool(key_, value); }
    void operator()(const sidl::array<std::int32_t>& value) const { map_.putIntArray(key_, value); }
    void operator()(const sidl::array<std::int64_t>& value) const {
        map_.putLongArray(key_, value);
    }
    void operator()(const sidl::array<float>& value) const { map_.putFloatArray(key_, value); }
    void operator()(const sidl::array<double>& value) const { map_.putDoubleArray(key_, value); }
    void operator()(const sidl::array<std::complex<float>>& value) const {
        map_.putFcomplexArray(key_, value);
    }
    void operator()(const sidl::array<std::complex<double>>& value) const {
        map_.putDcomplexArray(key_, value);
    }
    void operator()(const sidl::array<std::string>& value) const {
        map_.putStringArray(key_, value);
    }
    void operator()(const sidl::array<bool>& value) const { map_.putBoolArray(key_, value); }

private:
    gov::cca::TypeMap& map_;
    const std::string& key_;
};

}  // namespace

void putValue(gov::cca::TypeMap& map, const std::string& key, const Value& value) {
    std::visit(Putter(map, key), value);
}

std::shared_ptr<TypeMap> copyOf(const std::shared_ptr<gov::cca::TypeMap>& map) {
    // Most maps are of this class: a component that has one of its own copies value by value.
    if (const auto* const ours = dynamic_cast<const TypeMap*>(map.get())) {
        return ours->copy();
    }
    auto copy = std::make_shared<TypeMap>();
    if (map) {
        for (const std::string& key : map->getAllKeys(Type::NoType)) {
            putValue(*copy, key, valueOf(*map, key));
        }
    }
    return copy;
}

}  // namespace gantry::framework
