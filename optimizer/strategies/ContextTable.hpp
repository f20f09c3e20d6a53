#pragma once

#include <tuning/Candidate.hpp>
#include <tuning/Learned.hpp>

#include <cstdint>
#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "ContextState.hpp"
#include "CostModel.hpp"

namespace strategies {

/// The distance of two sets of features, between 0 (the same) and 1: the mean over all names of the
/// relative difference; 1 for a name that only one of them has.
double distanceOf(const Features& one, const Features& other);

/// The contexts of a strategy, up to kMost, with what was learned in each. What was learned in
/// earlier runs is kept separately until its context is entered. Numbers are never given twice.
/// Entering a known context is one look-up. A new one starts with guesses: of a cost model over all
/// other contexts where there are enough of them, else with what the nearest one knows.
class ContextTable final {
public:
    static constexpr int kMost = 64;

    /// Forgets everything.
    void begin(std::vector<tuning::Candidate> candidates);
    /// The number of the context with that key. Creates it if there is none, in place of the least
    /// recently used one.
    std::int32_t enter(const std::string& key, const Features& features);
    /// The number of the context with that key; -1 if there is none.
    [[nodiscard]] std::int32_t numberOf(const std::string& key) const {
        const auto known = byKey_.find(key);
        return known == byKey_.end() ? -1 : places_[known->second].number;
    }
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
    /// What was restored: a context each, in the order of their keys. What is learned in this run
    /// does not change it.
    [[nodiscard]] std::vector<Experience> ofEarlierRuns() const;
    /// A table that has restored all of them but those from `begin` to before `end`, and has
    /// entered none.
    [[nodiscard]] ContextTable without(std::size_t begin, std::size_t end) const;

private:
    struct Place {
        std::string key;
        Features features;
        std::int32_t number = -1;
        std::uint64_t lastUsed = 0;
        ContextState state;
        /// What its guesses were shifted by, see beyondModel().
        double shift = 0;
    };
    /// A context of an earlier run.
    struct Former {
        Features features;
        ContextState state;
    };

    [[nodiscard]] ContextState newState() const;
    Place& freePlace();
    /// Sets the guesses of all candidates by the cost model; whether there is one.
    bool guess(ContextState& state, const Features& features, double shift) const;
    void guessAsNearest(ContextState& state, const Features& features) const;
    /// Notes in a new context what the others of this run have called.
    void noteOthers(ContextState& state);
    /// Brings the cost model up to date.
    void learn();
    /// With costs as the machine would have measured them that the model rests on.
    [[nodiscard]] Experience experienceOf(const Features& features, const ContextState& state,
                                          double shift) const;
    [[nodiscard]] std::vector<Experience> experiences() const;
    /// The mean of how much more the contexts of this run cost than the model said, held back where
    /// there are few: another machine may have measured what it rests on.
    [[nodiscard]] double beyondModel() const;
    [[nodiscard]] const ContextState* nearest(const Features& features) const;
    [[nodiscard]] int placeOfCandidate(const tuning::Learned& known) const;

    std::vector<tuning::Candidate> candidates_;
    std::vector<Place> places_;
    std::unordered_map<std::string, std::size_t> byKey_;
    /// Ordered by key, so that equal knowledge gives equal guesses.
    std::map<std::string, Former> former_;
    CostModel model_;
    /// Contexts in the model when it was learned, and numbers of those entered since.
    std::size_t learnedFrom_ = 0;
    std::vector<std::int32_t> entered_;
    /// How many of those entered since are near ones in the model.
    std::size_t added_ = 0;
    bool restored_ = false;
    /// How many contexts this run has entered, and which candidates they have called.
    std::int64_t contexts_ = 0;
    std::vector<bool> called_;
    std::uint64_t uses_ = 0;
    std::int32_t given_ = 0;
};

}  // namespace strategies
