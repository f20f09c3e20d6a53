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

/// Names and finite values, in the order given.
using Features = std::vector<std::pair<std::string, double>>;

/// The distance of two sets of features, between 0 (the same) and 1: the mean over all names of the
/// relative difference; 1 for a name that only one of them has.
double distanceOf(const Features& one, const Features& other);

/// The contexts of a strategy, up to kMost, with what was learned in each. What was learned in
/// earlier runs is kept separately until its context is entered. Numbers are never given twice.
/// Entering a known context is one look-up; a new one is compared with all others.
class ContextTable final {
public:
    static constexpr int kMost = 64;

    /// Forgets everything.
    void begin(std::vector<tuning::Candidate> candidates);
    /// The number of the context with that key. Creates it if there is none, in place of the least
    /// recently used one.
    std::int32_t enter(const std::string& key, const Features& features);
    /// Null for a context that is not kept.
    ContextState* find(std::int32_t number) noexcept;
    /// Marks the context as the last one used.
    void use(std::int32_t number) noexcept;
    /// Whether that number has ever been that of a context.
    [[nodiscard]] bool wasGiven(std::int32_t number) const noexcept;
    [[nodiscard]] const std::string& keyOf(std::int32_t number) const;

    [[nodiscard]] std::vector<tuning::Learned> learned() const;
    /// Ignores elements that cannot be used; returns how many were used.
    int restore(const std::vector<tuning::Learned>& known);

private:
    struct Place {
        std::string key;
        Features features;
        std::int32_t number = -1;
        std::uint64_t lastUsed = 0;
        ContextState state;
    };
    /// A context of an earlier run.
    struct Former {
        Features features;
        ContextState state;
    };

    [[nodiscard]] ContextState newState() const;
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
