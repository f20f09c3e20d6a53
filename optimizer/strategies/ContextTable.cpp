#include "ContextTable.hpp"

#include <algorithm>
#include <cmath>

namespace strategies {
namespace {

// ContextTable further apart than this tell nothing about each other.
constexpr double kFar = 0.5;
constexpr std::int32_t kLastNumber =
    std::numeric_limits<std::int32_t>::max() - 2 * ContextTable::kMost;
constexpr double kWeek = 7 * 24 * 3600.0;
// What is a week old is spread as far again, and no more than this counts of what was learned.
constexpr double kMostSpread = 1;

bool isSound(const tuning::Learned& known) {
    const bool figures = std::isfinite(known.cost) && known.cost >= 0 &&
                         std::isfinite(known.spread) && known.spread >= 0 &&
                         std::isfinite(known.bound) && known.bound >= 0 && known.age >= 0 &&
                         known.calls >= 0 && known.failures >= 0;
    return figures && (known.cost > 0) == (known.calls > 0) &&
           known.featureNames.size() == known.features.size();
}

Features featuresOf(const tuning::Learned& known) {
    Features features;
    const std::vector<std::string> names = known.featureNames.toVector();
    const std::vector<double> values = known.features.toVector();
    for (std::size_t i = 0; i < names.size(); ++i) {
        features.emplace_back(names[i], values[i]);
    }
    return features;
}

// Learned before: an estimate that one call of this run outweighs soon.
void recall(ContextState& cell, Arm& arm, const tuning::Learned& known) {
    if (known.calls > 0) {
        arm.mean = std::log(known.cost);
        arm.count = 1;
        const double spread = std::min(known.spread * (1 + known.age / kWeek), kMostSpread);
        cell.squares += spread * spread;
        cell.weight += 1;
    }
    if (known.bound > 0) {
        arm.bound = std::log(known.bound);
        arm.aborts = 1;
    }
}

}  // namespace

double distanceOf(const Features& one, const Features& other) {
    double sum = 0;
    std::size_t common = 0;
    for (const auto& [name, value] : one) {
        const auto found = std::find_if(other.begin(), other.end(),
                                        [&](const auto& feature) { return feature.first == name; });
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
    places_.clear();
    places_.reserve(kMost);
    byKey_.clear();
    former_.clear();
    // Numbers given before mean nothing any more, and are not given again.
    given_ += kMost - given_ % kMost;
}

std::int32_t ContextTable::enter(const std::string& key, const Features& features) {
    const auto known = byKey_.find(key);
    if (known != byKey_.end()) {
        return places_[known->second].number;
    }
    ContextState cell = newCell();
    const auto former = former_.find(key);
    if (former != former_.end()) {
        cell = former->second.cell;
    } else if (const ContextState* near = nearest(features)) {
        for (int i = 0; i < cell.candidates(); ++i) {
            const Arm& there = near->arm(i);
            cell.arm(i).guess = there.known() ? there.mean : there.bound;
            if (!(cell.arm(i).guess > -kInfinity)) {
                cell.arm(i).guess = kInfinity;
            }
        }
        cell.squares = near->squares / near->weight * cell.weight;
    }
    Place& place = freePlace();
    place.key = key;
    place.features = features;
    place.lastUsed = ++uses_;
    place.cell = std::move(cell);
    const auto index = static_cast<std::size_t>(&place - places_.data());
    byKey_.emplace(key, index);
    // The remainder is the place, so that a cell is found without a search.
    given_ = given_ < kLastNumber ? given_ + kMost : kMost;
    place.number = given_ - given_ % kMost + static_cast<std::int32_t>(index);
    return place.number;
}

ContextState ContextTable::newCell() const {
    ContextState cell(candidates_.size());
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
        cell.arms[i].abortable = candidates_[i].abortable || candidates_[i].needsIsolation;
    }
    return cell;
}

ContextTable::Place& ContextTable::freePlace() {
    if (places_.size() < kMost) {
        return places_.emplace_back();
    }
    const auto oldest =
        std::min_element(places_.begin(), places_.end(),
                         [](const Place& a, const Place& b) { return a.lastUsed < b.lastUsed; });
    byKey_.erase(oldest->key);
    return *oldest;
}

ContextState* ContextTable::find(std::int32_t number) noexcept {
    const auto index = static_cast<std::size_t>(number < 0 ? kMost : number % kMost);
    return index < places_.size() && places_[index].number == number ? &places_[index].cell
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
    const auto compare = [&](const Features& there, const ContextState& cell) {
        const double distance = distanceOf(features, there);
        if (distance < least && cell.incumbent >= 0) {
            least = distance;
            found = &cell;
        }
    };
    for (const Place& place : places_) {
        compare(place.features, place.cell);
    }
    for (const auto& [key, former] : former_) {
        compare(former.features, former.cell);
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
        for (int i = 0; i < place.cell.candidates(); ++i) {
            const Arm& arm = place.cell.arm(i);
            if (arm.finished == 0 && arm.bound == -kInfinity && arm.failed == 0) {
                continue;
            }
            const bool finished = arm.known() && arm.finished > 0;
            known.candidate = candidates_[static_cast<std::size_t>(i)].name;
            known.componentVersion = candidates_[static_cast<std::size_t>(i)].componentVersion;
            known.calls = finished ? arm.finished : 0;
            known.cost = finished ? std::exp(arm.mean) : 0;
            known.spread = place.cell.spread();
            known.bound = arm.bound > -kInfinity ? std::exp(arm.bound) : 0;
            known.failures = arm.failed;
            all.push_back(known);
        }
    }
    return all;
}

int ContextTable::placeOfCandidate(const tuning::Learned& known) const {
    for (std::size_t i = 0; i < candidates_.size(); ++i) {
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
            former_.try_emplace(each.context, Former{featuresOf(each), newCell()}).first->second;
        recall(former.cell, former.cell.arm(candidate), each);
        former.cell.findIncumbent(0);
        ++used;
    }
    return used;
}

}  // namespace strategies
