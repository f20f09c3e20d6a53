#pragma once

#include <gov/cca/TypeMap.hpp>

#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "values/Value.hpp"

namespace gantry::framework {

/// Values by key. Any thread may use it at any time. Arrays are copied on their way in and out, so
/// that no one changes the map through an array he holds. A key keeps its type until it is removed.
/// Getters and setters throw TypeMismatch for a key that holds another type. A get of an array
/// costs a copy of it.
class TypeMap final : public gov::cca::TypeMap {
public:
    TypeMap() = default;

    std::shared_ptr<gov::cca::TypeMap> cloneTypeMap() override;
    std::shared_ptr<gov::cca::TypeMap> cloneEmpty() override;

    std::int32_t getInt(const std::string& key, std::int32_t dflt) override {
        return get<std::int32_t>(key, dflt);
    }
    void putInt(const std::string& key, std::int32_t value) override {
        put<std::int32_t>(key, value);
    }
    std::int64_t getLong(const std::string& key, std::int64_t dflt) override {
        return get<std::int64_t>(key, dflt);
    }
    void putLong(const std::string& key, std::int64_t value) override {
        put<std::int64_t>(key, value);
    }
    float getFloat(const std::string& key, float dflt) override { return get<float>(key, dflt); }
    void putFloat(const std::string& key, float value) override { put<float>(key, value); }
    double getDouble(const std::string& key, double dflt) override {
        return get<double>(key, dflt);
    }
    void putDouble(const std::string& key, double value) override { put<double>(key, value); }
    std::complex<float> getFcomplex(const std::string& key, std::complex<float> dflt) override {
        return get<std::complex<float>>(key, dflt);
    }
    void putFcomplex(const std::string& key, std::complex<float> value) override {
        put<std::complex<float>>(key, value);
    }
    std::complex<double> getDcomplex(const std::string& key, std::complex<double> dflt) override {
        return get<std::complex<double>>(key, dflt);
    }
    void putDcomplex(const std::string& key, std::complex<double> value) override {
        put<std::complex<double>>(key, value);
    }
    std::string getString(const std::string& key, const std::string& dflt) override {
        return get<std::string>(key, dflt);
    }
    void putString(const std::string& key, const std::string& value) override {
        put<std::string>(key, value);
    }
    bool getBool(const std::string& key, bool dflt) override { return get<bool>(key, dflt); }
    void putBool(const std::string& key, bool value) override { put<bool>(key, value); }
    sidl::array<std::int32_t> getIntArray(const std::string& key,
                                          const sidl::array<std::int32_t>& dflt) override {
        return get<sidl::array<std::int32_t>>(key, dflt);
    }
    void putIntArray(const std::string& key, const sidl::array<std::int32_t>& value) override {
        put<sidl::array<std::int32_t>>(key, value);
    }
    sidl::array<std::int64_t> getLongArray(const std::string& key,
                                           const sidl::array<std::int64_t>& dflt) override {
        return get<sidl::array<std::int64_t>>(key, dflt);
    }
    void putLongArray(const std::string& key, const sidl::array<std::int64_t>& value) override {
        put<sidl::array<std::int64_t>>(key, value);
    }
    sidl::array<float> getFloatArray(const std::string& key,
                                     const sidl::array<float>& dflt) override {
        return get<sidl::array<float>>(key, dflt);
    }
    void putFloatArray(const std::string& key, const sidl::array<float>& value) override {
        put<sidl::array<float>>(key, value);
    }
    sidl::array<double> getDoubleArray(const std::string& key,
                                       const sidl::array<double>& dflt) override {
        return get<sidl::array<double>>(key, dflt);
    }
    void putDoubleArray(const std::string& key, const sidl::array<double>& value) override {
        put<sidl::array<double>>(key, value);
    }
    sidl::array<std::complex<float>> getFcomplexArray(
        const std::string& key, const sidl::array<std::complex<float>>& dflt) override {
        return get<sidl::array<std::complex<float>>>(key, dflt);
    }
    void putFcomplexArray(const std::string& key,
                          const sidl::array<std::complex<float>>& value) override {
        put<sidl::array<std::complex<float>>>(key, value);
    }
    sidl::array<std::complex<double>> getDcomplexArray(
        const std::string& key, const sidl::array<std::complex<double>>& dflt) override {
        return get<sidl::array<std::complex<double>>>(key, dflt);
    }
    void putDcomplexArray(const std::string& key,
                          const sidl::array<std::complex<double>>& value) override {
        put<sidl::array<std::complex<double>>>(key, value);
    }
    sidl::array<std::string> getStringArray(const std::string& key,
                                            const sidl::array<std::string>& dflt) override {
        return get<sidl::array<std::string>>(key, dflt);
    }
    void putStringArray(const std::string& key, const sidl::array<std::string>& value) override {
        put<sidl::array<std::string>>(key, value);
    }
    sidl::array<bool> getBoolArray(const std::string& key, const sidl::array<bool>& dflt) override {
        return get<sidl::array<bool>>(key, dflt);
    }
    void putBoolArray(const std::string& key, const sidl::array<bool>& value) override {
        put<sidl::array<bool>>(key, value);
    }

    void remove(const std::string& key) override;
    sidl::array<std::string> getAllKeys(gov::cca::Type t) override;
    bool hasKey(const std::string& key) override;
    gov::cca::Type typeOf(const std::string& key) override;

    /// The independent value of a key; NoType where the key does not exist.
    [[nodiscard]] Value value(const std::string& key) const;
    /// Stores a value, whatever type the key had. key is not empty, value not an array that others
    /// share.
    void set(const std::string& key, Value value);
    /// As cloneTypeMap.
    [[nodiscard]] std::shared_ptr<TypeMap> copy() const;

private:
    /// Throws TypeMismatch if key exists with a type other than requested.
    const Value* find(const std::string& key, gov::cca::Type requested) const;

    template <class T>
    T get(const std::string& key, const T& dflt) const {
        const std::lock_guard lock(mutex_);
        const Value* const value = find(key, typeFor<T>());
        return value ? std::get<T>(independent(*value)) : dflt;
    }

    template <class T>
    void put(const std::string& key, const T& value) {
        store(key, independent(Value(std::in_place_type<T>, value)));
    }

    void store(const std::string& key, Value value);

    mutable std::mutex mutex_;
    std::map<std::string, Value> values_;
};

/// The value of a key of any map; NoType where the key does not exist.
Value valueOf(gov::cca::TypeMap& map, const std::string& key);
/// Stores a value of any type; nothing for NoType. Throws what the put methods throw.
void putValue(gov::cca::TypeMap& map, const std::string& key, const Value& value);
/// An independent TypeMap with the keys and values of map, which may be null.
std::shared_ptr<TypeMap> copyOf(const std::shared_ptr<gov::cca::TypeMap>& map);

}  // namespace gantry::framework
