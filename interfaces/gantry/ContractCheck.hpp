#pragma once

#include <gantry/MethodProbe.hpp>
#include <gantry/Proxy.hpp>
#include <gantry/contractArrays.hpp>
#include <gantry/contractOperators.hpp>
#include <sidl/InvViolation.hpp>
#include <sidl/PostViolation.hpp>
#include <sidl/PreViolation.hpp>

#include <charconv>
#include <chrono>
#include <complex>
#include <cstdint>
#include <exception>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

namespace gantry {

/// The values in a clause that does not hold, as text: "x = -1, a = [1, 2, 3] (3)". Of an array the
/// first elements and their number are shown. Made only after a violation, so it may allocate.
///
///     values.add("x", -1.0);  values.add("a", array);       "x = -1, a = [1, 2, 3] (3)"
///
/// It copies what it shows: the values need not live longer than the call of add(). One thread.
///
/// How values are shown:
///
///     bool, char              true, 'a'
///     numbers, enumerators    -1, 0.1, 1e+300; an enumerator by its number
///     complex numbers         {0.5, -1}
///     texts                   "solve", "the first 60 bytes..." (812 characters)
///     arrays                  [9, 8, 7, 6, 5, 4, 3, 2, ...] (9)
///     array<>                 an array of 9
///     objects, addresses      null, an object, an address
///     structs                 a value
class ClauseValues final {
public:
    /// Appends "NAME = VALUE"; name as SIDL spells it. Of an array the first 8 elements are shown,
    /// in the order of their indices; of a text the first 60 bytes, without escapes; of an object
    /// or address only whether it is null; of an array<> its size; of a struct nothing. Numbers are
    /// written with as many digits as are needed to read them back. Throws std::bad_alloc.
    template <class T>
    void add(const char* name, const T& value) {
        text_ += (text_.empty() ? "" : ", ") + std::string(name) + " = ";
        show(value);
    }
    /// All values so far, separated by commas. Valid until the next add().
    [[nodiscard]] const std::string& text() const noexcept { return text_; }

private:
    // A message is one line for people, so values are cut.
    static constexpr int kMostElements = 8;
    static constexpr std::size_t kMostCharacters = 60;

    template <class T>
    void show(const T& value) {
        // From the special to the general: a bool is arithmetic as well, an array of sidl a
        // BaseArray.
        if constexpr (std::is_same_v<T, bool>) {
            text_ += value ? "true" : "false";
        } else if constexpr (std::is_same_v<T, char>) {
            text_ += {'\'', value, '\''};
        } else if constexpr (std::is_arithmetic_v<T>) {
            showNumber(value);
        } else if constexpr (std::is_enum_v<T>) {
            showNumber(static_cast<std::int64_t>(value));
        } else if constexpr (contract::kIsArray<T>) {
            showElements(contract::Elements(value));
        } else if constexpr (std::is_pointer_v<T>) {
            text_ += value == nullptr ? "null" : "an address";
        } else if constexpr (std::is_base_of_v<sidl::BaseArray, T>) {
            text_ += "an array of " + std::to_string(contract::size(value));
        } else {
            text_ += "a value";
        }
    }
    /// As SIDL writes complex numbers.
    template <class T>
    void show(const std::complex<T>& value) {
        text_ += "{";
        showNumber(value.real());
        text_ += ", ";
        showNumber(value.imag());
        text_ += "}";
    }
    /// Nothing of the object is called: that might throw, or have a contract of its own.
    template <class T>
    void show(const std::shared_ptr<T>& object) {
        text_ += object ? "an object" : "null";
    }
    /// Long texts with their length, as an array with its size.
    void show(const std::string& value) {
        const bool isLong = value.size() > kMostCharacters;
        text_ += '"' + value.substr(0, kMostCharacters) + (isLong ? "...\" (" : "\"");
        text_ += isLong ? std::to_string(value.size()) + " characters)" : "";
    }

    /// Without streams, whose locale might change the decimal sign.
    template <class T>
    void showNumber(T value) {
        char digits[64];
        const auto end = std::to_chars(std::begin(digits), std::end(digits), value);
        text_.append(std::begin(digits), end.ptr);
    }
    /// The size is shown in any case, also where all elements are.
    template <class T>
    void showElements(contract::Elements<T> each) {
        const std::int64_t size = each.left();
        text_ += "[";
        for (int shown = 0; each.more() && shown < kMostElements; ++each, ++shown) {
            text_ += shown == 0 ? "" : ", ";
            show(*each);
        }
        text_ += (each.more() ? ", ...] (" : "] (") + std::to_string(size) + ")";
    }

    std::string text_;
};

/// The contract of one call of a method. Part of generated proxies. Asks the sampling of the probe
/// at its begin whether to check this call, and reports at its end how long that took. One object
/// for each call, on the stack of the proxy. A call that is not checked costs one virtual call, of
/// due(), and none where the probe checks nothing.
///
///     ContractCheck contract(probe, kMethods[0]);
///     contract.run([&] { contract.clause(kRequire, holds, show); });
///     const double result = target.evaluate(x);
///     contract.run([&] { contract.clause(kEnsure, holdsThen, showThen); });
///
/// The decision is made once, in the constructor, so that all clauses of one call are checked or
/// none. A call that throws is not checked after its end.
///
/// What a proxy checks, in this order: invariants and `require` clauses before the call, `ensure`
/// clauses and invariants after it. The first one that does not hold throws; the caller of the port
/// sees that instead of the result. A provider whose precondition is broken is not called.
///
/// Threads: one object belongs to one call. The sampling that it asks is shared by all threads, and
/// takes no lock.
class ContractCheck final {
public:
    /// probe and method outlive this object; the method's texts are used for messages.
    ContractCheck(const MethodProbe& probe, const MethodDescription& method) noexcept
        : probe_(probe),
          method_(method),
          sampling_(probe.contracts && probe.contracts->due() ? probe.contracts.get() : nullptr) {}
    /// Reports the time to the sampling, 0 where no clause was run; not for a call that was not
    /// checked.
    ~ContractCheck() {
        if (sampling_ != nullptr) {
            sampling_->checked(taken_.count());
        }
    }
    ContractCheck(const ContractCheck&) = delete;
    ContractCheck& operator=(const ContractCheck&) = delete;

    /// Runs clauses() if this call is checked. Throws what clause() does. May be called several
    /// times, before and after the call; the times add up to the one that is reported, in
    /// nanoseconds of the steady clock. A clause that throws counts, too.
    template <class Clauses>
    void run(const Clauses& clauses) {
        if (sampling_ != nullptr) {
            const Stopwatch stopwatch(taken_);
            clauses();
        }
    }

    /// Throws sidl::PreViolation, PostViolation or InvViolation, by the kind of the clause, if
    /// holds() is false or cannot be computed; show(ClauseValues&) gives the values for the
    /// message. The message names the clause, its text, the values, the method and the connection,
    /// and which side has to correct it. A std::exception from holds() is part of the message
    /// ("cannot be evaluated"), any other exception leaves; one from show() is dropped. Allocates
    /// only after a violation.
    ///
    ///     ensure finite: result - result == 0.0 does not hold: result = -nan;
    ///     numeric.FunctionPort::evaluate(double), simpson.function -> root.function;
    ///     the provider has to see to it                                    (one line)
    template <class Holds, class Show>
    void clause(const ClauseDescription& clause, const Holds& holds, const Show& show) const {
        // Empty: the clause is false. Else why it has no value.
        std::string obstacle;
        try {
            if (holds()) {
                return;
            }
        } catch (const std::exception& exception) {
            obstacle = exception.what();
        }
        ClauseValues values;
        try {
            show(values);
        } catch (const std::exception&) {
            // What can be shown is shown.
        }
        violated(clause, obstacle, values.text());
    }

private:
    using Clock = std::chrono::steady_clock;

    /// Adds the time of a scope to a sum, also where the scope throws. Two readings of the steady
    /// clock for each run().
    class Stopwatch final {
    public:
        explicit Stopwatch(std::chrono::nanoseconds& taken) noexcept
            : taken_(taken), begin_(Clock::now()) {}
        ~Stopwatch() { taken_ += Clock::now() - begin_; }
        Stopwatch(const Stopwatch&) = delete;
        Stopwatch& operator=(const Stopwatch&) = delete;

    private:
        std::chrono::nanoseconds& taken_;
        Clock::time_point begin_;
    };

    /// "KIND LABEL: TEXT does not hold: VALUES; METHOD, CONNECTION; who has to see to it". A
    /// require is the caller's part, all others are the provider's.
    [[noreturn]] void violated(const ClauseDescription& clause, const std::string& obstacle,
                               const std::string& values) const {
        const std::string_view kind = clause.kind;
        const std::string_view label = clause.label;
        std::string note = std::string(kind) + " ";
        note += label.empty() ? "" : std::string(label) + ": ";
        note += std::string(clause.text) +
                (obstacle.empty() ? " does not hold" : " cannot be evaluated (" + obstacle + ")");
        note += (values.empty() ? "" : ": " + values) + "; " + method_.timerName + ", " +
                probe_.connection;
        if (kind == "require") {
            throw sidl::PreViolation(note + "; the caller has to see to it");
        }
        note += "; the provider has to see to it";
        if (kind == "ensure") {
            throw sidl::PostViolation(note);
        }
        throw sidl::InvViolation(note);
    }

    // References, as this object ends before the call of the proxy does.
    const MethodProbe& probe_;
    const MethodDescription& method_;
    // Null: this call is not checked.
    ContractSampling* sampling_;
    // The sum over all run().
    std::chrono::nanoseconds taken_{0};
};

}  // namespace gantry
