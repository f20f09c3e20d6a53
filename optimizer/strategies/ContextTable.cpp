#include "ContextTable.hpp"

#include <algorithm>
#include <cmath>

#include "recall.hpp"

namespace strategies {
namespace {

// Contexts with a larger distance than this are unrelated.
constexpr double kFar = 0.5;
constexpr std::int32_t kLastNumber =
    std::numeric_limits<std::int32_t>::max() - 2 * ContextTable::kMost;

// One that was ended costs more than its limit, by nobody knows how much. A short limit does not
// make it cheaper than was expected.
double beyondBound(const Arm& arm) {
    constexpr double kBeyondBound = 0.4;
    const double beyond = arm.bound + kBeyondBound;
    return arm.modelled() ? std::max(beyond, arm.guess) : beyond;
}

}  // namespace

// Between 0 and 1: for each name the relative difference, and 1 for a name that only one has. The
// mean over all names.
double distanceOf(const Features& one, const Features& other) {
    double sum = 0;
    std::size_t common = 0;
    for (const auto& [name, value] : one) {
        // Clang 14 does not capture a structured binding by its own name.
        const auto found =
            std::find_if(other.begin(), other.end(),
                         [&key = name](const auto& feature) { return feature.first == key; });
        if (found != other.end()) {
            ++common;
            const double size = std::max(std::abs(value), std::abs(found->second));
            sum += size > 0 ? std::min(1.0, std::abs(value - found->second) / size) : 0;
        }
    }
    const std::size_t names = one.size() + other.size() - common;
    return names == 0 ? 1
                      : (sum + static_cast<double>(names - common)) / static_cast<double>(names);
}

void ContextTable::begin(std::vector<tuning::Candidate> candidates) {
    candidates_ = std::move(candidates);
    model_ = CostModel(candidates_.size());
    learnedFrom_ = 0;
    entered_.clear();
    added_ = 0;
    restored_ = false;
    contexts_ = 0;
    called_.assign(candidates_.size(), false);
    places_.clear();
    // References to places must stay valid while contexts are entered.
    places_.reserve(kMost);
    byKey_.clear();
    former_.clear();
    // Earlier numbers are invalid from now on, and are not reused.
    given_ += kMost - given_ % kMost;
}

std::int32_t ContextTable::enter(const std::string& key, const Features& features) {
    if (const std::int32_t known = numberOf(key); known >= 0) {
        return known;
    }
    ContextState state = newState();
    const auto former = former_.find(key);
    if (former != former_.end()) {
        // What an earlier run has learned of this very context is worth more than a neighbour.
        state = former->second.state;
    }
    learn();
    const double shift = beyondModel();
    if (!guess(state, features, shift) && former == former_.end()) {
        guessAsNearest(state, features);
    }
    noteOthers(state);
    Place& place = freePlace();
    place.key = key;
    place.features = features;
    place.lastUsed = ++uses_;
    place.state = std::move(state);
    place.shift = shift;
    const auto index = static_cast<std::size_t>(&place - places_.data());
    byKey_.emplace(key, index);
    // The remainder is the index, so that a context is found without a search.
    given_ = given_ < kLastNumber ? given_ + kMost : kMost;
    place.number = given_ - given_ % kMost + static_cast<std::int32_t>(index);
    entered_.push_back(place.number);
    return place.number;
}

void ContextTable::noteOthers(ContextState& state) {
    for (std::size_t i = 0; i < called_.size(); ++i) {
        called_[i] =
            called_[i] || std::any_of(places_.begin(), places_.end(), [i](const Place& place) {
                const Arm& arm = place.state.arms[i];
                return arm.finished > 0 || arm.aborts > 0 || arm.failed > 0;
            });
        state.arms[i].calledBefore = called_[i];
    }
    state.contextsBefore = contexts_++;
}

bool ContextTable::guess(ContextState& state, const Features& features, double shift) const {
    const std::vector<Guess> guesses = model_.guess(features);
    double dearest = -kInfinity;
    for (const Guess& each : guesses) {
        dearest = each.mean < kInfinity ? std::max(dearest, each.mean) : dearest;
    }
    if (!(dearest > -kInfinity)) {
        return false;
    }
    for (std::size_t i = 0; i < guesses.size(); ++i) {
        // Of which nothing is known anywhere: it may be anything, and is not tried first.
        constexpr double kAnything = 1.5;
        const bool known = guesses[i].mean < kInfinity;
        state.arms[i].guess = (known ? guesses[i].mean : dearest) + shift;
        state.arms[i].guessError = known ? guesses[i].error : kAnything;
        state.arms[i].failing = guesses[i].failing;
    }
    return true;
}

void ContextTable::guessAsNearest(ContextState& state, const Features& features) const {
    const ContextState* const near = nearest(features);
    if (near == nullptr) {
        return;
    }
    for (int i = 0; i < state.candidates(); ++i) {
        const Arm& there = near->arm(i);
        state.arm(i).guess = there.known() ? there.mean : there.bound;
        if (!(state.arm(i).guess > -kInfinity)) {
            // Nothing is known of it there either: no guess.
            state.arm(i).guess = kInfinity;
        }
    }
    // The spread of the neighbour, with the weight of a new context, so that its own calls
    // outweigh it soon.
    state.squares = near->squares / near->weight * state.weight;
}

Experience ContextTable::experienceOf(const Features& features, const ContextState& state,
                                      double shift) const {
    Experience experience{features, {}, {}};
    for (const Arm& arm : state.arms) {
        experience.costs.push_back(arm.known()              ? state.laterCost(arm) - shift
                                   : arm.bound > -kInfinity ? beyondBound(arm) - shift
                                                            : kInfinity);
        experience.failed.push_back(!arm.known() && (arm.failed > 0 || arm.failedBefore));
    }
    return experience;
}

std::vector<Experience> ContextTable::experiences() const {
    std::vector<Experience> all;
    for (const auto& [key, former] : former_) {
        if (!byKey_.contains(key)) {
            all.push_back(experienceOf(former.features, former.state, 0));
        }
    }
    const double shift = beyondModel();
    for (const Place& place : places_) {
        all.push_back(experienceOf(place.features, place.state, shift));
        all.back().ofThisRun = true;
    }
    return all;
}

// A linear function costs more than a guess, so it is computed again only when the contexts have
// become a quarter more; in between each new one counts as a near one.
void ContextTable::learn() {
    constexpr std::size_t kPartsToRelearn = 4;
    if (restored_ || entered_.size() * kPartsToRelearn > learnedFrom_) {
        const std::vector<Experience> all = experiences();
        model_ = CostModel(candidates_.size());
        model_.learn(all);
        learnedFrom_ = all.size();
        restored_ = false;
        entered_.clear();
        added_ = 0;
        return;
    }
    for (; added_ < entered_.size(); ++added_) {
        if (ContextState* const state = find(entered_[added_])) {
            const auto place = static_cast<std::size_t>(entered_[added_] % kMost);
            Experience experience = experienceOf(places_[place].features, *state, beyondModel());
            experience.ofThisRun = true;
            model_.add(experience);
        }
    }
}

double ContextTable::beyondModel() const {
    double weight = 1;
    double sum = 0;
    for (const Place& place : places_) {
        const double beyond = place.state.beyondModel();
        if (beyond != 0) {
            weight += 1;
            sum += beyond + place.shift;
        }
    }
    return sum / weight;
}

ContextState ContextTable::newState() const {
    ContextState state(candidates_.size());
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        state.arms[i].abortable = candidates_[i].abortable || candidates_[i].needsIsolation;
    }
    return state;
}

ContextTable::Place& ContextTable::freePlace() {
    if (places_.size() < kMost) {
        return places_.emplace_back();
    }
    // Linear, in a table of bounded size, and only for a context that is new.
    const auto oldest =
        std::min_element(places_.begin(), places_.end(),
                         [](const Place& a, const Place& b) { return a.lastUsed < b.lastUsed; });
    // What was learned of it is lost for this run; its number no longer matches.
    byKey_.erase(oldest->key);
    return *oldest;
}

ContextState* ContextTable::find(std::int32_t number) noexcept {
    const auto index = static_cast<std::size_t>(number < 0 ? kMost : number % kMost);
    // The whole number must match: a place that was given to another context has another one.
    return index < places_.size() && places_[index].number == number ? &places_[index].state
                                                                     : nullptr;
}

void ContextTable::use(std::int32_t number) noexcept {
    places_[static_cast<std::size_t>(number % kMost)].lastUsed = ++uses_;
}

bool ContextTable::wasGiven(std::int32_t number) const noexcept {
    return number >= kMost && number / kMost <= given_ / kMost;
}

const std::string& ContextTable::keyOf(std::int32_t number) const {
    return places_[static_cast<std::size_t>(number % kMost)].key;
}

const ContextState* ContextTable::nearest(const Features& features) const {
    const ContextState* found = nullptr;
    double least = kFar;
    const auto compare = [&](const Features& there, const ContextState& state) {
        const double distance = distanceOf(features, there);
        // Only contexts from which something is known: with a best candidate of their own.
        if (distance < least && state.incumbent >= 0) {
            least = distance;
            found = &state;
        }
    };
    for (const Place& place : places_) {
        compare(place.features, place.state);
    }
    for (const auto& [key, former] : former_) {
        compare(former.features, former.state);
    }
    return found;
}

std::vector<tuning::Learned> ContextTable::learned() const {
    std::vector<tuning::Learned> all;
    for (const Place& place : places_) {
        tuning::Learned known;
        known.context = place.key;
        std::vector<std::string> names;
        std::vector<double> values;
        for (const auto& [name, value] : place.features) {
            names.push_back(name);
            values.push_back(value);
        }
        known.featureNames = sidl::array<std::string>(names);
        known.features = sidl::array<double>(values);
        for (int i = 0; i < place.state.candidates(); ++i) {
            const Arm& arm = place.state.arm(i);
            // Nothing was learned in this run: what the store has stays.
            if (arm.finished == 0 && arm.bound == -kInfinity && arm.failed == 0) {
                continue;
            }
            const bool finished = arm.known() && arm.finished > 0;
            known.candidate = candidates_[static_cast<std::size_t>(i)].name;
            known.componentVersion = candidates_[static_cast<std::size_t>(i)].componentVersion;
            known.calls = finished ? arm.finished : 0;
            // A later run begins with what later calls cost.
            known.cost = finished ? std::exp(place.state.laterCost(arm)) : 0;
            known.spread = place.state.spread();
            known.bound = arm.bound > -kInfinity ? std::exp(arm.bound) : 0;
            known.failures = arm.failed;
            all.push_back(known);
        }
    }
    return all;
}

int ContextTable::placeOfCandidate(const tuning::Learned& known) const {
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        // Of the same version: another one of a component may be faster or slower.
        if (candidates_[i].name == known.candidate &&
            candidates_[i].componentVersion == known.componentVersion) {
            return static_cast<int>(i);
        }
    }
    return -1;
}

int ContextTable::restore(const std::vector<tuning::Learned>& known) {
    int used = 0;
    for (const tuning::Learned& each : known) {
        const int candidate = placeOfCandidate(each);
        if (candidate < 0 || !isSound(each) || byKey_.contains(each.context)) {
            continue;
        }
        Former& former =
            former_.try_emplace(each.context, Former{featuresOf(each), newState()}).first->second;
        recall(former.state, former.state.arm(candidate), each);
        restored_ = true;
        // Without a margin: there is no incumbent yet.
        former.state.findIncumbent(0);
        ++used;
    }
    // Now, and not in the first request.
    learn();
    return used;
}

std::vector<Experience> ContextTable::ofEarlierRuns() const {
    std::vector<Experience> all;
    for (const auto& [key, former] : former_) {
        all.push_back(experienceOf(former.features, former.state, 0));
    }
    return all;
}

ContextTable ContextTable::without(std::size_t begin, std::size_t end) const {
    ContextTable rest;
    rest.begin(candidates_);
    std::size_t place = 0;
    for (const auto& [key, former] : former_) {
        if (place < begin || place >= end) {
            rest.former_.emplace(key, former);
        }
        ++place;
    }
    rest.restored_ = true;
    rest.learn();
    return rest;
}

}  // namespace strategies
