#pragma once

#include <framework/AssemblyInfo.hpp>

#include <string>
#include <unordered_map>
#include <vector>

namespace gantry::framework {

/// Finds ports in a list of instances by name. The list outlives it, unchanged.
class PortIndex final {
public:
    explicit PortIndex(const std::vector<InstanceInfo>& instances) {
        for (const InstanceInfo& instance : instances) {
            instances_.emplace(instance.name, &instance);
        }
    }

    /// Null if there is none of that name.
    [[nodiscard]] const InstanceInfo* instance(const std::string& name) const {
        const auto found = instances_.find(name);
        return found == instances_.end() ? nullptr : found->second;
    }
    /// Null if there is none of that name on that side.
    [[nodiscard]] const PortInfo* find(const std::string& instance, const std::string& port,
                                       bool provided) const {
        const InstanceInfo* const owner = this->instance(instance);
        for (const PortInfo& info : owner ? owner->ports : kNone) {
            if (info.name == port && info.provided == provided) {
                return &info;
            }
        }
        return nullptr;
    }

private:
    inline static const std::vector<PortInfo> kNone;

    std::unordered_map<std::string, const InstanceInfo*> instances_;
};

}  // namespace gantry::framework
