#pragma once

#include <gantry/MethodProbe.hpp>
#include <sidl/BaseArray.hpp>
#include <sidl/array.hpp>
#include <sidl/rarray.hpp>

#include <cstddef>
#include <exception>
#include <limits>
#include <memory>
#include <string>
#include <type_traits>

namespace gantry {

namespace recorded {

/// What a record keeps of a value: the number, 0 or 1 for a Boolean, the number of an enumerator,
/// the number of characters of a string or of elements of an array. Whole numbers beyond 2^53 are
/// rounded. O(1), or O(dimensions) of an array; any thread.
///
///     number(2.5)          2.5
///     number(true)         1
///     number("solve"s)     5
///     number(array)        12 for 3 x 4 elements
template <class T>
double number(const T& value) noexcept {
    static_assert(std::is_arithmetic_v<T> || std::is_enum_v<T>, "has no number to record");
    return static_cast<double>(value);
}
/// Bytes, not characters, where the text has others than ASCII.
inline double number(const std::string& value) noexcept {
    return static_cast<double>(value.size());
}
/// Of an array<>: the product of its lengths.
inline double number(const sidl::BaseArray& value) noexcept {
    double elements = 1;
    for (int d = 0; d < value.dimension(); ++d) {
        elements *= value.length(d);
    }
    return elements;
}
/// 0 for null.
inline double number(const std::shared_ptr<sidl::BaseArray>& value) noexcept {
    return value ? number(*value) : 0;
}
/// Of all dimensions together; 0 for an empty array.
template <class T, int N>
double number(const sidl::array<T, N>& value) noexcept {
    return static_cast<double>(value.size());
}
/// As for an array.
template <class T, int N>
double number(const sidl::rarray<T, N>& value) noexcept {
    double elements = 1;
    for (int d = 0; d < N; ++d) {
        elements *= value.length(d);
    }
    return elements;
}

}  // namespace recorded

/// One call of a method that is observed: its timer and its record. Part of generated proxies:
///
///     ObservedCall call(probe);
///     call.record(0, x);                      what is known before the call
///     call.begin();  ...the call...  call.end();
///     call.record(1, result);                 what is known after it
///     call.finish();
///
/// Where the call throws, the destructor does what is missing; values that are not known then are
/// NaN. What a timer or monitor throws is dropped: measuring does not break the measured program.
/// On the stack, one for each observed call. Allocates if the call is recorded. One thread: the one
/// that makes the call. An exception of the call itself is not touched. Contracts are checked
/// outside of begin() and end(), so that their time is not that of the call.
///
/// Who sees what of the time, from outside to inside:
///
///     monitor     startMonitoring ... stopMonitoring    the cost of watcher and timer as well
///     watcher     begun ... ended                       the cost of the timer as well
///     timer       start ... stop                        the call alone
///
/// Invariants: a stop follows each start that returned, an `ended` each `begun`, a stopMonitoring
/// each startMonitoring that returned, in the reverse order; each at most once. A recorded call has
/// as many values as names, in the order of MethodProbe::recordedArguments.
class ObservedCall final {
public:
    /// probe outlives the call. Where there is no memory for the record, the call is timed but not
    /// recorded. The target of the proxy keeps the probe; see CallTarget.
    explicit ObservedCall(const MethodProbe& probe) noexcept : probe_(probe) {
        if (probe.monitor) {
            attempt([this] {
                const Values::Shape number{static_cast<int>(probe_.recordedArguments.size())};
                values_ = std::make_unique<Values>(number);
                for (double& value : *values_) {
                    value = std::numeric_limits<double>::quiet_NaN();
                }
            });
        }
    }
    /// Ends what has begun, so that an exception of the call ends timer, watcher and record, too.
    ~ObservedCall() {
        end();
        finish();
    }
    ObservedCall(const ObservedCall&) = delete;
    ObservedCall& operator=(const ObservedCall&) = delete;

    /// Keeps the value of an argument (its number in MethodDescription::arguments) if the probe
    /// asks for it. Before begin() or after end(), so that its cost is not in the time of the call:
    /// O(recorded arguments). A later value replaces the former one. An argument that nobody
    /// records costs the search alone; without a monitor nothing but one test.
    template <class T>
    void record(std::size_t argument, const T& value) noexcept {
        if (values_) {
            keep(argument, recorded::number(value));
        }
    }

    /// Record, then watcher, then timer: what is nearest to the call is started last, so that the
    /// timer measures the call alone. Once. Where startMonitoring() or start() throws, the matching
    /// stop is not called.
    void begin() noexcept {
        if (values_ && !attempt([this] { probe_.monitor->startMonitoring(probe_.record); })) {
            values_.reset();
        }
        if (probe_.observer) {
            observed_ = true;
            attempt([this] { probe_.observer->begun(); });
        }
        if (probe_.timer) {
            running_ = attempt([this] { probe_.timer->start(); });
        }
        begun_ = true;
    }

    /// In the reverse order; safe to call twice. The watcher is passed true if an exception of the
    /// call is in flight; one that was before, where a destructor makes the call, does not count.
    void end() noexcept {
        if (running_) {
            running_ = false;
            attempt([this] { probe_.timer->stop(); });
        }
        if (observed_) {
            observed_ = false;
            attempt([this] { probe_.observer->ended(std::uncaught_exceptions() > exceptions_); });
        }
    }

    /// Ends the record, which may cost more than the call, after the timer has stopped. Safe to
    /// call twice. Does nothing where the call is not recorded or did not begin.
    void finish() noexcept {
        if (values_ && begun_) {
            attempt([this] {
                probe_.monitor->stopMonitoring(probe_.record, probe_.recordedNames, *values_);
            });
        }
        values_.reset();
    }

private:
    using Values = sidl::array<double, 1>;

    /// Whether the action was done; drops what it throws. Exceptions of every type, those that are
    /// not a std::exception as well.
    template <class Action>
    static bool attempt(const Action& action) noexcept {
        try {
            action();
            return true;
        } catch (...) {
            return false;
        }
    }

    /// An argument may be asked for more than once. One that is not asked for costs the search
    /// only.
    void keep(std::size_t argument, double value) noexcept {
        for (std::size_t i = 0; i < probe_.recordedArguments.size(); ++i) {
            if (probe_.recordedArguments[i] == argument) {
                (*values_)[static_cast<int>(i)] = value;
            }
        }
    }

    // The call's own: a later probe of the method does not change a call that runs.
    const MethodProbe& probe_;
    // Null: not recorded. One element for each of probe_.recordedArguments.
    std::unique_ptr<Values> values_;
    // Whether the timer, the watcher and the call itself have begun, each by itself: any of them
    // may throw.
    int exceptions_ = std::uncaught_exceptions();
    bool running_ = false;
    bool observed_ = false;
    bool begun_ = false;
};

}  // namespace gantry
