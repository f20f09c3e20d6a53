#include "KokkosTuner.hpp"

#include <thompson_capped/CappedThompsonPolicy.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <utility>

namespace optimizer::kokkos {

namespace {

constexpr double kNs = 1e-9;

// The default strategy with its default parameters.
class DefaultStrategy final : public strategies::PolicyStrategy {
protected:
    std::unique_ptr<const strategies::Policy> makePolicy(
        const std::vector<tuning::Candidate>& /*candidates*/) override {
        return std::make_unique<strategies::CappedThompsonPolicy>(
            strategies::CappedThompsonPolicy::Options{});
    }
};

bool isNumber(TuningCategory category) {
    return category == TuningCategory::Interval || category == TuningCategory::Ratio;
}

double numberIn(const Value& value) {
    if (const auto* const real = std::get_if<double>(&value)) {
        return *real;
    }
    const auto* const whole = std::get_if<std::int64_t>(&value);
    return whole != nullptr ? static_cast<double>(*whole)
                            : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

KokkosTuner::Variable KokkosTuner::variableOf(const char* name, const TuningVariable& info) {
    return {name == nullptr ? "" : name, info.type, info.category, {}, 1};
}

void KokkosTuner::declareOutput(const char* name, std::size_t variable,
                                const TuningVariable& info) {
    Variable made = variableOf(name, info);
    made.values = candidateValues(info);
    made.possible = possibleValues(info, made.values.size());
    outputs_[variable] = std::move(made);
}

void KokkosTuner::declareInput(const char* name, std::size_t variable, const TuningVariable& info) {
    inputs_[variable] = variableOf(name, info);
}

void KokkosTuner::declareGoal(std::size_t context, const TuningGoal& goal) {
    goals_[context] = goal;
}

void KokkosTuner::request(std::size_t context, std::span<const TuningAssignment> inputs,
                          std::span<TuningAssignment> outputs) {
    open_.erase(context);
    Problem* const problem = problemOf(context, outputs);
    if (problem == nullptr) {
        return;
    }
    problem->hasGoal = problem->hasGoal || goals_.contains(context);
    const tuning::Choice choice = problem->strategy->choose(enter(*problem, inputs));
    const auto& values = problem->combinations.at(static_cast<std::size_t>(choice.candidate));
    for (std::size_t i = 0; i < outputs.size(); ++i) {
        outputs[i].value = assigned(values[i]);
    }
    // Last, so that choosing is not a part of the time.
    Open& open = open_[context];
    open = {problem, choice, 0};
    open.begunNs = now_();
}

void KokkosTuner::end(std::size_t context, const TuningAssignment* goal) {
    const std::int64_t endedNs = now_();
    const auto found = open_.find(context);
    if (found == open_.end()) {
        goals_.erase(context);
        return;
    }
    const Open open = found->second;
    open_.erase(found);
    const double seconds =
        static_cast<double>(std::max<std::int64_t>(endedNs - open.begunNs, 0)) * kNs;
    const bool isGoal = goals_.contains(context);
    const double cost = isGoal ? costOf(context, goal) : seconds;
    goals_.erase(context);
    tuning::Outcome outcome;
    outcome.request = open.choice.request;
    outcome.context = open.choice.context;
    outcome.candidate = open.choice.candidate;
    outcome.status = std::isfinite(cost) ? tuning::Status::Completed : tuning::Status::Failed;
    outcome.cost = std::isfinite(cost) ? cost : 0;
    outcome.seconds = seconds;
    outcome.quality = std::numeric_limits<double>::quiet_NaN();
    open.problem->strategy->outcome(outcome);
}

// Costs are ratios to a strategy, so what is to be large counts by its inverse.
double KokkosTuner::costOf(std::size_t context, const TuningAssignment* goal) const {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    const TuningGoal& wanted = goals_.at(context);
    const auto variable = inputs_.find(wanted.variable);
    if (goal == nullptr || goal->variable != wanted.variable || variable == inputs_.end()) {
        return kNone;
    }
    const double value = numberIn(valueOf(variable->second.type, goal->value));
    const double cost = wanted.direction == TuningDirection::Maximize ? 1 / value : value;
    return std::isfinite(cost) && cost > 0 ? cost : kNone;
}

KokkosTuner::Problem* KokkosTuner::problemOf(std::size_t context,
                                             std::span<const TuningAssignment> outputs) {
    std::vector<std::size_t> variables;
    for (const TuningAssignment& output : outputs) {
        if (!outputs_.contains(output.variable)) {
            return nullptr;
        }
        variables.push_back(output.variable);
    }
    const auto found = problems_.find(variables);
    if (found != problems_.end()) {
        return found->second.get();
    }
    std::unique_ptr<Problem> made = newProblem(context, outputs);
    Problem* const problem = made.get();
    problems_.emplace(std::move(variables), std::move(made));
    if (problem != nullptr) {
        inOrder_.push_back(problem);
    }
    return problem;
}

// Null where there is one candidate only.
std::unique_ptr<KokkosTuner::Problem> KokkosTuner::newProblem(
    std::size_t context, std::span<const TuningAssignment> outputs) const {
    std::vector<Choices> choices;
    std::vector<Value> initial;
    auto problem = std::make_unique<Problem>();
    for (const TuningAssignment& output : outputs) {
        const Variable& variable = outputs_.at(output.variable);
        initial.push_back(valueOf(variable.type, output.value));
        choices.push_back({variable.name, variable.category, variable.values});
        if (variable.values.empty()) {
            choices.back().values = {initial.back()};
        }
        problem->name += (problem->name.empty() ? "" : ",") + variable.name;
        problem->possible *= variable.possible;
    }
    problem->name += goalOf(context);
    problem->combinations = combinations(choices);
    const auto usual =
        std::find(problem->combinations.begin(), problem->combinations.end(), initial);
    if (usual == problem->combinations.end()) {
        problem->combinations.insert(problem->combinations.begin(), initial);
    } else {
        std::rotate(problem->combinations.begin(), usual, usual + 1);
    }
    if (outputs.empty() || problem->combinations.size() < 2) {
        return nullptr;
    }
    std::vector<tuning::Candidate> candidates;
    for (const std::vector<Value>& values : problem->combinations) {
        tuning::Candidate candidate;
        for (std::size_t i = 0; i < values.size(); ++i) {
            candidate.name +=
                (i == 0 ? "" : ", ") + choices[i].name + '=' + kokkos::textOf(values[i]);
        }
        // A kernel cannot be stopped.
        candidate.abortable = false;
        candidates.push_back(std::move(candidate));
    }
    problem->initial = candidates.front().name;
    problem->strategy = std::make_unique<DefaultStrategy>();
    problem->strategy->begin(sidl::array<tuning::Candidate>(candidates), 1);
    if (experience_ != nullptr) {
        problem->remembered = problem->strategy->restore(
            sidl::array<tuning::Learned>(experience_->load(problem->name)));
    }
    return problem;
}

// Costs of another goal mean nothing.
std::string KokkosTuner::goalOf(std::size_t context) const {
    const auto goal = goals_.find(context);
    if (goal == goals_.end()) {
        return {};
    }
    const auto variable = inputs_.find(goal->second.variable);
    return (goal->second.direction == TuningDirection::Maximize ? " maximising " : " minimising ") +
           (variable == inputs_.end() ? "?" : variable->second.name);
}

void KokkosTuner::keep() const {
    for (Problem* const problem : inOrder_) {
        const std::vector<tuning::Learned> learned = problem->strategy->getLearned().toVector();
        if (experience_ != nullptr && !learned.empty()) {
            experience_->save(problem->name, learned);
        }
    }
}

std::int32_t KokkosTuner::enter(Problem& problem, std::span<const TuningAssignment> inputs) const {
    std::string key;
    std::vector<std::string> names;
    std::vector<double> features;
    for (const TuningAssignment& input : inputs) {
        const auto variable = inputs_.find(input.variable);
        if (variable == inputs_.end()) {
            continue;
        }
        const Value value = valueOf(variable->second.type, input.value);
        key += (key.empty() ? "" : "; ") + variable->second.name + '=' + kokkos::textOf(value);
        if (isNumber(variable->second.category) && std::isfinite(numberIn(value))) {
            names.push_back(variable->second.name);
            features.push_back(numberIn(value));
        }
    }
    return problem.strategy->enterContext(key, sidl::array<std::string>(names),
                                          sidl::array<double>(features));
}

std::vector<KokkosTuner::Result> KokkosTuner::results() const {
    std::vector<Result> results;
    for (Problem* const problem : inOrder_) {
        const std::vector<tuning::Learned> learned = problem->strategy->getLearned().toVector();
        std::map<std::string, std::size_t> placeOf;
        for (const tuning::Learned& each : learned) {
            if (each.calls == 0) {
                continue;
            }
            const auto [place, isNew] = placeOf.try_emplace(each.context, results.size());
            if (isNew) {
                results.push_back({each.context, problem->initial, "", problem->combinations.size(),
                                   problem->possible, problem->remembered, 0, 0, 0,
                                   problem->hasGoal});
            }
            Result& result = results[place->second];
            result.calls += each.calls;
            result.initialCost =
                each.candidate == problem->initial ? each.cost : result.initialCost;
            if (result.best.empty() || each.cost < result.bestCost) {
                result.best = each.candidate;
                result.bestCost = each.cost;
            }
        }
    }
    return results;
}

std::string textOf(const KokkosTuner::Result& result) {
    const auto cost = [&result](double value) {
        std::array<char, 64> text{};
        (void)std::snprintf(text.data(), text.size(), "%.4g%s", value, result.isGoal ? "" : " s");
        return std::string(text.data());
    };
    std::string text = result.best + (result.context.empty() ? "" : " for " + result.context) +
                       ": " + cost(result.bestCost) + " a call";
    if (result.initialCost > 0 && result.best != result.initial) {
        text += ", where " + result.initial + " takes " + cost(result.initialCost);
    }
    text += "; " + std::to_string(result.candidates) + " candidates";
    if (result.combinations > static_cast<double>(result.candidates)) {
        std::array<char, 64> all{};
        (void)std::snprintf(all.data(), all.size(), " of %.6g combinations", result.combinations);
        text += std::isfinite(result.combinations) ? all.data() : " of any number of combinations";
    }
    text += ", " + std::to_string(result.calls) + " calls";
    return text + (result.remembered > 0 ? ", after earlier runs" : "");
}

}  // namespace optimizer::kokkos
