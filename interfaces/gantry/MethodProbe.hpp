#pragma once

#include <performance/Monitor.hpp>
#include <performance/Timer.hpp>
#include <sidl/array.hpp>
#include <wiring/Watcher.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gantry {

/// Decides which calls have their contract checked. Threads share it. Made by the framework from a
/// policy (docs/guide/monitoring.md, "Contracts"); all methods are called concurrently and take no
/// lock.
class [[gnu::visibility("default")]] ContractSampling {
public:
    virtual ~ContractSampling() = default;
    ContractSampling(const ContractSampling&) = delete;
    ContractSampling& operator=(const ContractSampling&) = delete;

    /// Whether the call that begins now is to be checked. Asked once a call, before it begins; each
    /// question may change the answer to the next one.
    virtual bool due() noexcept = 0;
    /// Called after each checked call how long its clauses took, in nanoseconds of wall time. Also
    /// where a clause did not hold. By the thread of the call.
    virtual void checked(std::int64_t nanoseconds) noexcept = 0;

protected:
    ContractSampling() = default;
};

/// What happens around the calls of one method of a proxy: a plain value, not changed any more once
/// a proxy has it. Shared by the proxy's target and the calls that run, which keep it alive.
///
/// Made by the framework when a connection is monitored or watched. All members may be used by
/// several threads at once. What timer, observer and monitor throw is dropped (ObservedCall);
/// violations of contracts reach the caller.
///
///     timer        monitor ...                            docs/guide/monitoring.md
///     monitor      monitor ... params ..., --records
///     contracts    monitor ... contracts ..., --contracts
///     observer     the port wiring.Watching               docs/guide/swapping.md
struct MethodProbe {
    /// Started before each call and stopped after it, also when it throws; null: not timed.
    std::shared_ptr<performance::Timer> timer{};
    /// Notified of each call, before its timer starts and after it has stopped; null: of none.
    std::shared_ptr<wiring::Watcher> observer{};
    /// Notified of each call as of the record `record`; null: calls are not recorded.
    std::shared_ptr<performance::Monitor> monitor{};
    /// The name of the table, one for each method and provider of a connection.
    std::string record{};
    /// The arguments whose values are recorded: numbers into MethodDescription::arguments, and
    /// their names in the same order.
    std::vector<std::size_t> recordedArguments{};
    /// As long as recordedArguments.
    sidl::array<std::string> recordedNames{};
    /// Which calls have their contract checked; null: none.
    std::shared_ptr<ContractSampling> contracts{};
    /// The connection, for messages: "driver.integrate -> midpoint.integrate".
    std::string connection{};
};

}  // namespace gantry
