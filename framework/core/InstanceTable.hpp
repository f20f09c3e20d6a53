#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/Instance.hpp"

namespace gantry::framework {

/// The instances of an assembly in the order of their creation; used under its lock. The cost
/// to add, find and remove one does not grow with their number (but by its logarithm).
class InstanceTable final {
public:
    using Pointer = std::shared_ptr<Instance>;

    /// Its name is not taken, and its serial number is the highest.
    void add(const Pointer& instance);
    /// Removes it from every index, if it is there.
    void remove(const Instance& instance);
    [[nodiscard]] bool contains(const Instance& instance) const {
        return instances_.contains(instance.serial());
    }
    [[nodiscard]] bool empty() const noexcept { return instances_.empty(); }
    /// Null if there is none of that name.
    [[nodiscard]] Pointer find(const std::string& name) const;
    /// Throws with a suggestion if there is none of that name.
    [[nodiscard]] Pointer require(const std::string& name) const;
    /// The lowest of BASE0, BASE1, ... that is not taken.
    [[nodiscard]] std::string freeName(const std::string& base);

    /// All, the oldest first; a copy, so that the table may change meanwhile.
    [[nodiscard]] std::vector<Pointer> list() const;
    /// Those with that serial number and above.
    [[nodiscard]] std::vector<Pointer> since(std::uint64_t serial) const;
    /// There is one.
    [[nodiscard]] Pointer newest() const { return instances_.rbegin()->second; }

    /// Notes, if it is there, that it provides a port of that type.
    void addProvider(const std::string& portType, const Pointer& instance);
    void removeProvider(const std::string& portType, const Instance& instance);
    /// The instances that provide a port of that type, the oldest first.
    [[nodiscard]] std::vector<Pointer> providersOf(const std::string& portType) const;

private:
    using BySerial = std::map<std::uint64_t, Pointer>;

    static std::vector<Pointer> listed(BySerial::const_iterator first, const BySerial& all);

    BySerial instances_;
    std::unordered_map<std::string, Pointer> names_;
    std::unordered_map<std::string, BySerial> providers_;
    /// Below these numbers every name of a base is taken.
    std::unordered_map<std::string, std::uint64_t> taken_;
};

}  // namespace gantry::framework
