#pragma once

#include <perf/model/TimerInfo.hpp>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace gantry::perf {

/// A selection that is not understood: file, line, column, what is wrong and how to fix it.
class SelectionError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// One line of a selection: include or exclude the timers, or the groups, that match a pattern.
struct SelectionRule {
    /// What the pattern is compared with.
    enum class Of : std::uint8_t { Timer, Group };

    bool include = true;
    Of of = Of::Timer;
    /// Kept as it was written; nothing is compiled.
    std::string pattern;  ///< see Pattern.hpp; of a timer's full name, or of a group's name

    friend bool operator==(const SelectionRule&, const SelectionRule&) = default;
};

/// Which timers are measured: the last rule that matches decides; without one, a timer is measured.
/// docs/formats/selection.md describes the text.
///
///     const Selection selection = parseSelection("gantry-selection 1\nexclude group io\n",
///     "FILE"); if (selection.includes(timer)) { ... }
struct Selection {
    /// In the order of the file; none: everything is measured.
    std::vector<SelectionRule> rules;

    /// What it says of a timer; Unnamed where no rule fits, and the timer is then measured. One
    /// pattern match for each rule: ask when a timer is registered.
    enum class Verdict : std::uint8_t { Unnamed, Included, Excluded };
    /// By the full name and the group of the timer. Any thread.
    Verdict verdict(const TimerInfo& timer) const;
    /// Whether the timer is measured, as far as a selection decides it.
    bool includes(const TimerInfo& timer) const { return verdict(timer) != Verdict::Excluded; }

    friend bool operator==(const Selection&, const Selection&) = default;
};

/// Reads the text of a selection; `name` is in messages. Throws SelectionError. The first error
/// ends it: nothing of such a selection is used.
Selection parseSelection(std::string_view text, const std::string& name);

/// The text of a selection, which parseSelection reads back.
///
///     parseSelection(textOf(selection), "FILE") == selection
std::string textOf(const Selection& selection);

}  // namespace gantry::perf
