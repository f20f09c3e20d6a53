#include "Comparison.hpp"

#include <gov/cca/CCAException.hpp>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>

namespace self_tuning {
namespace {

double ofAllRanks(parallel::Upcalls* ranks, double seconds) {
    return ranks == nullptr || ranks->getSize() == 1 ? seconds : ranks->reduceMaximum({seconds})[0];
}

// A candidate that fails in a phase is not asked again before the next one.
bool isHopeless(const Workload& workload, const Run& run, std::size_t call) {
    return call > 0 && !run.calls.back().good &&
           workload.phaseOf(call - 1) == workload.phaseOf(call);
}

Run runOnce(Workload& workload, tuning::Tuner& tuner, parallel::Upcalls* ranks, double limit) {
    Run run;
    workload.restart();
    double total = 0;
    for (std::size_t i = 0; i < workload.numCalls(); ++i) {
        Call call;
        if (isHopeless(workload, run, i)) {
            run.calls.push_back(call);
            continue;
        }
        workload.prepare(i);
        const auto begin = std::chrono::steady_clock::now();
        call.good = workload.call();
        const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
        call.seconds = ofAllRanks(ranks, taken.count());
        const tuning::Served served = tuner.getServed();
        call.candidate = served.candidate;
        call.attempts = served.attempts;
        call.rewired = served.rewired;
        run.calls.push_back(call);
        total += call.seconds;
        if (!call.good && run.firstFailure.empty()) {
            run.firstFailure = workload.phaseOf(i) + ": " + served.reason;
        }
        if (total > limit) {
            run.gaveUp = true;
            break;
        }
    }
    return run;
}

// NaN where a call is missing or was bad.
double secondsIn(const Run& run, const Stretch& stretch) {
    if (run.calls.size() < stretch.last) {
        return std::nan("");
    }
    double seconds = 0;
    for (std::size_t i = stretch.first; i < stretch.last; ++i) {
        seconds += run.calls[i].good ? run.calls[i].seconds : std::nan("");
    }
    return seconds;
}

std::string mostFrequent(const Run& run, const Stretch& stretch) {
    std::string most;
    std::size_t times = 0;
    for (std::size_t i = stretch.first; i < stretch.last && i < run.calls.size(); ++i) {
        std::size_t same = 0;
        for (std::size_t j = stretch.first; j < stretch.last && j < run.calls.size(); ++j) {
            same += run.calls[j].candidate == run.calls[i].candidate ? 1U : 0U;
        }
        if (same > times) {
            times = same;
            most = run.calls[i].candidate;
        }
    }
    return most;
}

const Run* bestIn(const Comparison& comparison, const Stretch& stretch) {
    const Run* best = nullptr;
    for (const Run& run : comparison.fixed) {
        const double seconds = secondsIn(run, stretch);
        if (!std::isnan(seconds) && (best == nullptr || seconds < secondsIn(*best, stretch))) {
            best = &run;
        }
    }
    return best;
}

// Wide enough for every candidate's name.
int widthFor(const Comparison& comparison) {
    std::size_t width = std::string("oracle (best alone in each phase)").size();
    for (const Run& run : comparison.fixed) {
        width = std::max(width, run.name.size());
    }
    for (const Call& call : comparison.tuned.calls) {
        width = std::max(width, call.candidate.size());
    }
    return static_cast<int>(width);
}

void printPhases(const Comparison& comparison) {
    const int width = widthFor(comparison);
    std::printf("%-22s %6s %10s  %-*s", "phase", "calls", "time [ms]", width, "served mostly by");
    std::printf("%s\n", comparison.fixed.empty() ? "" : "  time [ms]  best alone");
    for (const Stretch& stretch : stretchesOf(comparison.phases)) {
        const Run* const best = bestIn(comparison, stretch);
        std::printf("%-22s %6zu %10.2f  %-*s", stretch.name.c_str(), stretch.last - stretch.first,
                    secondsIn(comparison.tuned, stretch) * 1e3, width,
                    mostFrequent(comparison.tuned, stretch).c_str());
        if (best != nullptr) {
            std::printf(" %10.2f  %s", secondsIn(*best, stretch) * 1e3, best->name.c_str());
        }
        std::printf("\n");
    }
}

void printRewirings(const Comparison& comparison) {
    std::printf("\nre-wirings: %zu\n", comparison.tuned.rewirings());
    for (std::size_t i = 0; i < comparison.tuned.calls.size(); ++i) {
        const Call& call = comparison.tuned.calls[i];
        if (call.rewired) {
            std::printf("  call %zu (%s): to %s\n", i + 1, comparison.phases[i].c_str(),
                        call.candidate.c_str());
        }
    }
}

std::string remarkOn(const Run& run, const Comparison& comparison) {
    std::string remark;
    if (run.failures() > 0) {
        remark = "fails in " + std::to_string(comparison.failedStretches(run)) + " of " +
                 std::to_string(stretchesOf(comparison.phases).size()) + " phases; " +
                 run.firstFailure;
    }
    if (run.gaveUp) {
        remark += std::string(remark.empty() ? "" : "; ") + "given up after " +
                  std::to_string(run.calls.size()) + " of " +
                  std::to_string(comparison.phases.size()) + " calls";
    }
    return remark;
}

void printTotals(const Comparison& comparison) {
    const double oracle = comparison.oracle();
    const int width = widthFor(comparison);
    const auto line = [&](const char* name, double seconds, const std::string& remark) {
        if (std::isnan(seconds)) {
            std::printf("%-*s %10s %8s", width, name, "-", "");
        } else {
            std::printf("%-*s %10.2f", width, name, seconds * 1e3);
        }
        if (!std::isnan(oracle) && !std::isnan(seconds)) {
            std::printf(" %8.2f", seconds / oracle);
        }
        std::printf("  %s\n", remark.c_str());
    };
    std::printf("\n%-*s %10s %8s\n", width, "total", "time [ms]",
                std::isnan(oracle) ? "" : "/ oracle");
    line("tuned", comparison.tuned.seconds(), remarkOn(comparison.tuned, comparison));
    if (!std::isnan(oracle)) {
        line("oracle (best alone in each phase)", oracle, "");
    }
    for (const Run& run : comparison.fixed) {
        line(run.name.c_str(), comparison.total(run), remarkOn(run, comparison));
    }
    if (const Run* const best = comparison.bestFixed()) {
        std::printf("\ntuned / best fixed (%s) = %.2f\n", best->name.c_str(),
                    comparison.tuned.seconds() / best->seconds());
    } else if (!comparison.fixed.empty()) {
        std::printf("\nno candidate alone did all calls\n");
    }
}

}  // namespace

std::vector<Stretch> stretchesOf(const std::vector<std::string>& phases) {
    std::vector<Stretch> stretches;
    for (std::size_t i = 0; i < phases.size(); ++i) {
        if (stretches.empty() || stretches.back().name != phases[i]) {
            stretches.push_back({phases[i], i, i});
        }
        stretches.back().last = i + 1;
    }
    return stretches;
}

double Run::seconds() const {
    return std::accumulate(calls.begin(), calls.end(), 0.0,
                           [](double sum, const Call& call) { return sum + call.seconds; });
}

std::size_t Run::failures() const {
    std::size_t failures = 0;
    for (const Call& call : calls) {
        failures += call.good ? 0U : 1U;
    }
    return failures;
}

std::size_t Run::rewirings() const {
    std::size_t rewirings = 0;
    for (const Call& call : calls) {
        rewirings += call.rewired ? 1U : 0U;
    }
    return rewirings;
}

double Comparison::oracle() const {
    double seconds = 0;
    for (const Stretch& stretch : stretchesOf(phases)) {
        const Run* const best = bestIn(*this, stretch);
        seconds += best != nullptr ? secondsIn(*best, stretch) : std::nan("");
    }
    return seconds;
}

std::size_t Comparison::failedStretches(const Run& run) const {
    std::size_t failed = 0;
    for (const Stretch& stretch : stretchesOf(phases)) {
        failed += std::isnan(secondsIn(run, stretch)) ? 1U : 0U;
    }
    return failed;
}

double Comparison::total(const Run& run) const {
    return run.gaveUp || run.failures() > 0 ? std::nan("") : run.seconds();
}

const Run* Comparison::bestFixed() const {
    const Run* best = nullptr;
    for (const Run& run : fixed) {
        const double seconds = total(run);
        if (!std::isnan(seconds) && (best == nullptr || seconds < total(*best))) {
            best = &run;
        }
    }
    return best;
}

Comparison compare(Workload& workload, tuning::Tuner& tuner, parallel::Upcalls* ranks, bool others,
                   double patience) {
    Comparison comparison;
    for (std::size_t i = 0; i < workload.numCalls(); ++i) {
        comparison.phases.push_back(workload.phaseOf(i));
    }
    comparison.tuned = runOnce(workload, tuner, ranks, std::numeric_limits<double>::infinity());
    comparison.tuned.name = "tuned";
    const tuning::Mode before = tuner.getMode();
    for (const tuning::Candidate& candidate :
         others ? tuner.getCandidates() : sidl::array<tuning::Candidate>()) {
        tuner.setMode(tuning::Mode::Pin, candidate.name);
        comparison.fixed.push_back(
            runOnce(workload, tuner, ranks, patience * comparison.tuned.seconds()));
        comparison.fixed.back().name = candidate.name;
    }
    tuner.setMode(before, "");
    return comparison;
}

bool choseAlike(const Comparison& comparison, parallel::Upcalls& ranks) {
    std::string choices;
    for (const Call& call : comparison.tuned.calls) {
        choices += call.candidate + " " + std::to_string(call.attempts) + "\n";
    }
    std::string first = choices;
    ranks.broadcast(first, 0);
    return ranks.agree(first == choices, 0);
}

void print(const Comparison& comparison) {
    printPhases(comparison);
    printRewirings(comparison);
    printTotals(comparison);
}

}  // namespace self_tuning
