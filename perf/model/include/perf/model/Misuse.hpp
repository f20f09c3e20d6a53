#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gantry::perf {

/// The ways in which a program can use the engine wrongly. None of them spoils other figures. The
/// numbers are in segments, so they do not change.
enum class MisuseKind : std::uint8_t {
    Overlap,  ///< stopped while `other`, started inside it, still ran; `other` was closed with it
    StopWithoutStart,  ///< stopped on a thread where it did not run
    LeftOpen,          ///< still running at the end of its thread or of the run
    ParameterOutside,  ///< a parameter was set while the timer was not the innermost running one
    DepthExceeded,     ///< started deeper than the depth limit; that call is in "(other)"
    UnknownId,         ///< the timer or event was never registered with this engine
    AfterThreadEnd,    ///< used while the thread was already being taken down; not recorded
    OutOfMemory,       ///< no memory for a new record; a call is in "(other)"
    NotFinite,         ///< an event was given an infinity or a NaN; not recorded
    InsideHandler,     ///< by a signal handler that interrupted a use; a call is in "(other)"
};

/// For loops over all kinds. A new kind goes behind the others, and becomes this one.
inline constexpr MisuseKind kLastMisuseKind = MisuseKind::InsideHandler;

/// The kind in words, such as "stop-without-start"; these words are in files. A literal;
/// "unknown" for a number that is none of the kinds.
std::string_view misuseName(MisuseKind kind);

/// The inverse of misuseName(); nothing for any other text.
std::optional<MisuseKind> misuseFromName(std::string_view name);

/// One way of misuse of one timer (or event) and how often it happened. Counted where it happened
/// and reported once, with the number.
struct Misuse {
    MisuseKind kind = MisuseKind::Overlap;
    std::string name;         ///< full name of the timer, or name of the event; may be empty
    std::string other;        ///< full name of the second timer; Overlap only
    std::uint64_t count = 0;  ///< number of times
    std::int32_t thread = 0;  ///< ThreadProfile::id, or -1 when the thread is not known

    friend bool operator==(const Misuse&, const Misuse&) = default;
};

/// One sentence for a person: what happened, what became of the measurement, how often and on which
/// thread. Without a full stop: it ends with the number in parentheses.
///
///     for (const Misuse& misuse : profile.misuse) { std::cerr << describe(misuse) << '\n'; }
std::string describe(const Misuse& misuse);

}  // namespace gantry::perf
