#pragma once

#include <performance/Query.hpp>
#include <performance/Snapshot.hpp>
#include <sidl/array.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/Instance.hpp"
#include "services/AssemblyCommands.hpp"
#include "services/OwnTimers.hpp"

namespace gantry::framework {

/// Reads the values of the timers of one instance from the backend that measures at that moment.
/// Any thread. Errors are gantry::Error: the assembly or the instance is gone, or several backends
/// measure and none is the default.
class InstanceTimers final {
public:
    /// [timer][counter], or [timer].
    struct Values {
        sidl::array<double, 2> exclusive{};
        sidl::array<double, 2> inclusive{};
        sidl::array<std::int64_t> calls{};
        sidl::array<std::int64_t> childCalls{};
    };
    /// What measures now.
    struct Backend {
        /// Null if nothing measures.
        std::shared_ptr<performance::Query> query{};
        /// The serial number of its instance.
        std::uint64_t serial = 0;
        OwnTimers own{};
    };

    InstanceTimers(std::weak_ptr<AssemblyCommands> assembly, std::weak_ptr<Instance> instance)
        : assembly_(std::move(assembly)), instance_(std::move(instance)) {}

    /// Takes the lock of the assembly for a moment.
    [[nodiscard]] Backend backend() const;
    /// Null if nothing measures.
    [[nodiscard]] std::shared_ptr<performance::Snapshot> snapshot() const;
    /// The values of each name: a full name, or a name without type if only one timer of the
    /// instance has it. Zeros for a name that no timer of the instance has. Costs about two
    /// readings of each timer, and a snapshot of all timers if a name is unknown yet, or also
    /// belongs to a timer in the group of another instance.
    [[nodiscard]] Values values(const std::vector<std::string>& names);
    /// Those of names that timers of the instance have, as full names.
    [[nodiscard]] std::vector<std::string> known(const Backend& backend,
                                                 const std::vector<std::string>& names);

private:
    struct Timer {
        std::string fullName;
        /// Whether timers of others have the same full name.
        bool isShared = false;
    };

    [[nodiscard]] std::vector<std::optional<Timer>> find(const Backend& backend,
                                                         const std::vector<std::string>& names);
    void learn(const Backend& backend);
    /// The timer of a full name, or the only one whose full name is that name, a blank and a type.
    [[nodiscard]] std::optional<Timer> named(const std::string& name) const;

    std::weak_ptr<AssemblyCommands> assembly_;
    std::weak_ptr<Instance> instance_;
    std::mutex mutex_;
    /// Of the backend with that serial number: full names, and whether others have them as well.
    std::map<std::string, bool> timers_;
    std::uint64_t serial_ = 0;
};

}  // namespace gantry::framework
