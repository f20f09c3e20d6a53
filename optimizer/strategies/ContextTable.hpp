#pragma once

#include <tuning/Candidate.hpp>
#include <tuning/Learned.hpp>

#include <cstdint>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ContextState.hpp"

namespace strategies {

using Features = std::vector<std::pair<std::string, double>>;

/// How far two sets of features lie apart, between 0 (the same) and 1: the mean over all names of
/// the difference by the size of the figures; 1 for a name that only one of them has.
double distanceOf(const Features& one, const Features& other);

/// The cells of a strategy: one for each context, up to kMost. What was learned in former runs
/// is next to them until its context is entered.
class ContextTable final {
public:
    static constexpr int kMost = 64;

    /// Forgets everything.
    void begin(std::vector<tuning::Candidate> candidates);
    /// The number of the cell of that key; makes it where there is none, in the place of the one
    /// that was used least recently.
    std::int32_t enter(const std::string& key, const Features& features);
    /// Null for a context that is not kept.
    ContextState* find(std::int32_t number) noexcept;
    /// Marks the cell as the one used last.
    void use(std::int32_t number) noexcept;
    /// Whether that number was ever given to a context.
    [[nodiscard]] bool wasGiven(std::int32_t number) const noexcept;
    [[nodiscard]] const std::string& keyOf(std::int32_t number) const;

    [[nodiscard]] std::vector<tuning::Learned> learned() const;
    /// Takes what is of use; returns how many were.
    int restore(const std::vector<tuning::Learned>& known);

private:
    struct Place {
        std::string key;
        Features features;
        std::int32_t number = -1;
        std::uint64_t lastUsed = 0;
        ContextState cell;
    };
    /// A context of a former run, ready to be taken.
    struct Former {
        Features features;
        ContextState cell;
    };

    [[nodiscard]] ContextState newCell() const;
    Place& freePlace();
    [[nodiscard]] const ContextState* nearest(const Features& features) const;
    [[nodiscard]] int placeOfCandidate(const tuning::Learned& known) const;

    std::vector<tuning::Candidate> candidates_;
    std::vector<Place> places_;
    std::unordered_map<std::string, std::size_t> byKey_;
    std::unordered_map<std::string, Former> former_;
    std::uint64_t uses_ = 0;
    std::int32_t given_ = 0;
};

}  // namespace strategies
