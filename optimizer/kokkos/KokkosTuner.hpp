#pragma once

#include <PolicyStrategy.hpp>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "CandidateValues.hpp"
#include "Experience.hpp"

namespace optimizer::kokkos {

/// Serves Kokkos' requests for the values of tuning variables by a strategy, the default one:
/// tuning.Strategy with a combination of values as a candidate. Combinations of the same variables
/// are one problem; the values of the input variables are its context. The first combination is the
/// one that Kokkos would have used. The objective is the time from the answer to the end of the
/// context, or the goal that the program declares.
///
/// One thread at a time. A request in a context that has another open request replaces it. Throws
/// gantry::Error or std::bad_alloc; the values of the request are then those of Kokkos.
class KokkosTuner final {
public:
    /// Nanoseconds of a clock that never goes back.
    using Clock = std::int64_t (*)();

    /// experience: what each problem begins with, and what keep() adds to; null: none. Must live as
    /// long as the tuner.
    explicit KokkosTuner(Clock now, Experience* experience = nullptr)
        : now_(now), experience_(experience) {}

    /// What a declaration says is copied. A later one of the same number replaces an earlier one.
    void declareOutput(const char* name, std::size_t variable, const TuningVariable& info);
    void declareInput(const char* name, std::size_t variable, const TuningVariable& info);
    void declareGoal(std::size_t context, const TuningGoal& goal);

    /// Replaces the values of the outputs by those to be used. Values stay where one of the
    /// variables was not declared, or where there is nothing to choose from.
    void request(std::size_t context, std::span<const TuningAssignment> inputs,
                 std::span<TuningAssignment> outputs);
    /// goal: read only where one was declared for the context.
    void end(std::size_t context, const TuningAssignment* goal);

    /// What became of a context.
    struct Result {
        std::string context;  ///< its inputs, as "name=value; name=value"
        std::string initial;  ///< the values that Kokkos would have used
        std::string best;     ///< those that cost least as far as is known
        std::size_t candidates = 0;
        double combinations = 0;      ///< that are possible, of which the candidates are some
        std::int32_t remembered = 0;  ///< costs that earlier runs had learned, in all contexts
        std::int64_t calls = 0;       ///< that ended, of all candidates
        double initialCost = 0;       ///< in seconds, or of the goal; 0: it was not called
        double bestCost = 0;
        bool isGoal = false;  ///< whether costs are those of a goal
    };
    /// Of contexts in which a call ended, in the order in which problems and contexts came.
    [[nodiscard]] std::vector<Result> results() const;

    /// Hands what was learned to the experience.
    void keep() const;

private:
    struct Variable {
        std::string name;
        TuningType type = TuningType::Real;
        TuningCategory category = TuningCategory::Categorical;
        std::vector<Value> values;
        double possible = 1;  ///< values, of which those above may be some
    };
    struct Problem {
        std::string name;  ///< of the variables, and of the goal
        std::unique_ptr<strategies::PolicyStrategy> strategy;
        std::vector<std::vector<Value>> combinations;
        double possible = 1;          ///< combinations
        std::int32_t remembered = 0;  ///< costs
        std::string initial;          ///< name of the first one
        bool hasGoal = false;
    };
    struct Open {
        Problem* problem = nullptr;
        tuning::Choice choice;
        std::int64_t begunNs = 0;
    };

    static Variable variableOf(const char* name, const TuningVariable& info);
    Problem* problemOf(std::size_t context, std::span<const TuningAssignment> outputs);
    [[nodiscard]] std::unique_ptr<Problem> newProblem(
        std::size_t context, std::span<const TuningAssignment> outputs) const;
    [[nodiscard]] std::string goalOf(std::size_t context) const;
    [[nodiscard]] std::int32_t enter(Problem& problem,
                                     std::span<const TuningAssignment> inputs) const;
    [[nodiscard]] double costOf(std::size_t context, const TuningAssignment* goal) const;

    Clock now_;
    Experience* experience_;
    std::map<std::size_t, Variable> inputs_;
    std::map<std::size_t, Variable> outputs_;
    std::map<std::size_t, TuningGoal> goals_;                                ///< by context
    std::map<std::vector<std::size_t>, std::unique_ptr<Problem>> problems_;  ///< by variables
    std::vector<Problem*> inOrder_;
    std::map<std::size_t, Open> open_;  ///< by context
};

/// "block=64, vector=4 in kernel=solve: ...", for people.
std::string textOf(const KokkosTuner::Result& result);

}  // namespace optimizer::kokkos
