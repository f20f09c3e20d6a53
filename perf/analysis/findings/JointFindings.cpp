// What several runs say together. A finding about a gain is resampled by drawing runs, and from
// each of them the same quantile of its replicas: costs of the machine that are not known are the
// same in all runs, and do not average out. A finding about unequal work compares the workers by
// their means over the runs, which are as exact as the runs agree; whether the means differ by more
// than that is an analysis of variance.

#include <perf/analysis/findings/RepeatedRuns.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <random>

#include "Resampling.hpp"

namespace gantry::perf {

namespace {

/// What the runs say of one hypothesis and subject; null: nothing.
using Said = std::vector<const Finding*>;

// Of an even number the lower one: it is that of a run.
std::size_t medianPlace(const std::vector<double>& values) {
    std::vector<std::size_t> places(values.size());
    std::iota(places.begin(), places.end(), std::size_t{0});
    std::stable_sort(places.begin(), places.end(),
                     [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    return places[(places.size() - 1) / 2];
}

double quantile(const std::vector<double>& ascending, double part) {
    if (ascending.empty()) {
        return 0;
    }
    return ascending[static_cast<std::size_t>(part * static_cast<double>(ascending.size() - 1))];
}

std::vector<double> replicasOfGains(const Said& said) {
    std::mt19937_64 random(kSeed);
    std::uniform_int_distribution<std::size_t> choice(0, said.size() - 1);
    std::uniform_real_distribution<double> part(0, 1);
    std::vector<double> gains;
    for (int i = 0; i < kReplicas; ++i) {
        const double at = part(random);
        double sum = 0;
        for (std::size_t run = 0; run < said.size(); ++run) {
            const Finding* const drawn = said[choice(random)];
            sum += drawn != nullptr ? quantile(drawn->gains, at) : 0;
        }
        gains.push_back(sum / static_cast<double>(said.size()));
    }
    return gains;
}

/// Work above the mean of the workers, as parts of the run time.
struct Excesses {
    std::vector<std::vector<double>> byRun;
    std::vector<double> mean;  // over the runs
    double deviation = 0;      // between runs, of one worker in one run
    double freedom = 0;        // of that deviation
    double expected = 0;       // the deviation by the noise of the machine
    double error = 0;          // of the mean, by the steps of the runs

    [[nodiscard]] std::size_t greatest() const {
        return static_cast<std::size_t>(std::max_element(mean.begin(), mean.end()) - mean.begin());
    }
};

std::vector<double> excessesOf(const std::vector<WorkerShare>& workers) {
    double sum = 0;
    for (const WorkerShare& worker : workers) {
        sum += worker.work;
    }
    std::vector<double> excesses;
    excesses.reserve(workers.size());
    for (const WorkerShare& worker : workers) {
        excesses.push_back(worker.work - sum / static_cast<double>(workers.size()));
    }
    return excesses;
}

bool haveSameWorkers(const Said& said) {
    const auto isSame = [](const WorkerShare& a, const WorkerShare& b) { return a.name == b.name; };
    return std::all_of(said.begin(), said.end(), [&](const Finding* each) {
        return each != nullptr && each->workers.size() > 1 &&
               std::equal(each->workers.begin(), each->workers.end(), said.front()->workers.begin(),
                          said.front()->workers.end(), isSame);
    });
}

void addSpread(Excesses& excesses, const Said& said) {
    const auto runs = static_cast<double>(said.size());
    const auto workers = static_cast<double>(excesses.mean.size());
    double squares = 0;
    double noises = 0;
    double errors = 0;
    for (std::size_t run = 0; run < said.size(); ++run) {
        double work = 0;
        for (std::size_t i = 0; i < excesses.mean.size(); ++i) {
            const double rest = excesses.byRun[run][i] - excesses.mean[i];
            squares += rest * rest;
            const WorkerShare& worker = said[run]->workers[i];
            errors += worker.error * worker.error;
            work += worker.work;
        }
        noises += said[run]->noise * work / workers;
    }
    excesses.freedom = (runs - 1) * (workers - 1);
    excesses.deviation = std::sqrt(squares / excesses.freedom);
    excesses.expected = noises / runs;
    excesses.error = std::sqrt(errors / runs / workers / runs);
}

// Nothing where runs do not have the same workers, or where there is one run.
std::optional<Excesses> excessesOf(const Said& said) {
    if (said.size() < 2 || said.front() == nullptr || !haveSameWorkers(said)) {
        return std::nullopt;
    }
    Excesses excesses;
    excesses.mean.resize(said.front()->workers.size());
    for (const Finding* each : said) {
        excesses.byRun.push_back(excessesOf(each->workers));
        for (std::size_t i = 0; i < excesses.mean.size(); ++i) {
            excesses.mean[i] += excesses.byRun.back()[i] / static_cast<double>(said.size());
        }
    }
    addSpread(excesses, said);
    return excesses;
}

// The noise of the machine counts as so many comparisons between runs: few runs may agree by
// chance. Chosen, as kGreatestRatio, on labelled runs (docs/decisions/0154).
constexpr double kExpectedFreedom = 1;

// Up to so many times the variance of equal work, differences between workers are taken as equally
// likely, by the logarithm.
constexpr double kGreatestRatio = 1e3;

// The density of the quotient of two variances with so many degrees of freedom, up to a factor.
double densityOfQuotient(double quotient, double freedomAbove, double freedomBelow) {
    return std::pow(quotient, freedomAbove / 2 - 1) *
           std::pow(1 + freedomAbove * quotient / freedomBelow, -(freedomAbove + freedomBelow) / 2);
}

// The probability that the workers have unequal work: how likely their differences are where it is,
// against where it is not. Before the runs both were as likely.
double probabilityOfUnequal(double quotient, double freedomAbove, double freedomBelow) {
    constexpr int kRatios = 60;
    if (quotient <= 0) {
        return 0;
    }
    double unequal = 0;
    for (int i = 0; i < kRatios; ++i) {
        const double ratio = std::pow(kGreatestRatio, (i + 0.5) / kRatios);
        unequal +=
            densityOfQuotient(quotient / ratio, freedomAbove, freedomBelow) / ratio / kRatios;
    }
    const double equal = densityOfQuotient(quotient, freedomAbove, freedomBelow);
    return unequal / (unequal + equal);
}

// A replica has equal work, or work that the measurements make plausible.
std::vector<double> replicasOfWork(const Excesses& excesses) {
    const auto runs = static_cast<double>(excesses.byRun.size());
    const double freedom = excesses.freedom + kExpectedFreedom;
    const double squares = excesses.freedom * excesses.deviation * excesses.deviation +
                           kExpectedFreedom * excesses.expected * excesses.expected;
    double between = 0;
    for (const double mean : excesses.mean) {
        between += runs * mean * mean;
    }
    const auto others = static_cast<double>(excesses.mean.size() - 1);
    const double within = squares / freedom + runs * excesses.error * excesses.error;
    if (!(within > 0)) {
        return std::vector<double>(kReplicas, 0.0);  // no worker computed anything
    }
    std::mt19937_64 random(kSeed);
    std::chi_squared_distribution<double> chiSquared(freedom);
    std::bernoulli_distribution isUnequal(
        probabilityOfUnequal(between / others / within, others, freedom));
    std::vector<double> gains;
    for (int i = 0; i < kReplicas; ++i) {
        if (!isUnequal(random)) {
            gains.push_back(0);
            continue;
        }
        const double variance = squares / chiSquared(random) / runs;
        const std::vector<double> drawn = plausibleWithin(
            excesses.mean, std::sqrt(variance + excesses.error * excesses.error), random);
        gains.push_back(*std::max_element(drawn.begin(), drawn.end()) - meanOf(drawn));
    }
    return gains;
}

std::string greatestWorker(const Finding& finding) {
    const auto greatest = std::max_element(
        finding.workers.begin(), finding.workers.end(),
        [](const WorkerShare& a, const WorkerShare& b) { return a.work < b.work; });
    return greatest->name;
}

std::vector<std::pair<std::string, std::size_t>> placesOf(const Said& said) {
    std::vector<std::pair<std::string, std::size_t>> places;
    for (const Finding* each : said) {
        if (each == nullptr) {
            continue;
        }
        const std::string place = each->workers.size() > 1 ? greatestWorker(*each) : each->where;
        const auto known =
            std::find_if(places.begin(), places.end(), [&](auto& of) { return of.first == place; });
        if (known != places.end()) {
            ++known->second;
        } else {
            places.emplace_back(place, 1);
        }
    }
    std::stable_sort(places.begin(), places.end(),
                     [](auto& a, auto& b) { return a.second > b.second; });
    return places;
}

// The texts are those of the run with the median gain; of unequal work, of the nearest run that
// accuses the same worker.
std::size_t sampleOf(const Said& said, const std::vector<double>& gains,
                     const std::optional<Excesses>& excesses) {
    const double median = gains[medianPlace(gains)];
    std::optional<std::size_t> best;
    double distance = 0;
    bool isRight = false;
    for (std::size_t run = 0; run < said.size(); ++run) {
        if (said[run] == nullptr) {
            continue;
        }
        const bool right = !excesses || greatestWorker(*said[run]) ==
                                            said[run]->workers[excesses->greatest()].name;
        const double own = std::abs(gains[run] - median);
        if (!best || (right && !isRight) || (right == isRight && own < distance)) {
            best = run;
            distance = own;
            isRight = right;
        }
    }
    return best.value();
}

std::vector<JointWorker> jointWorkers(const Said& said) {
    std::vector<JointWorker> workers;
    for (const WorkerShare& worker : said.front()->workers) {
        workers.push_back({worker.name, {}});
    }
    for (const Finding* each : said) {
        for (std::size_t i = 0; i < workers.size(); ++i) {
            workers[i].work.push_back(each->workers[i].work);
        }
    }
    return workers;
}

// "rank 1 computes 42.9 % more than the mean (40.1 % to 44.0 %)", the median of the runs.
std::string excessText(const Said& said, std::size_t worker) {
    std::vector<double> excesses;
    for (const Finding* each : said) {
        double sum = 0;
        for (const WorkerShare& of : each->workers) {
            sum += of.work;
        }
        const auto workers = static_cast<double>(each->workers.size());
        excesses.push_back(sum > 0 ? each->workers[worker].work * workers / sum - 1 : 0);
    }
    const auto [least, most] = std::minmax_element(excesses.begin(), excesses.end());
    return said.front()->workers[worker].name + " computes " +
           shareText(excesses[medianPlace(excesses)]) + " more than the mean (" +
           shareText(*least) + " to " + shareText(*most) + " in the runs)";
}

JointFinding jointFinding(const Said& said, double least) {
    const std::optional<Excesses> excesses = excessesOf(said);
    JointFinding joint;
    for (std::size_t run = 0; run < said.size(); ++run) {
        const double gain = said[run] == nullptr ? 0
                            : excesses           ? excesses->byRun[run][excesses->greatest()]
                                                 : said[run]->gain;
        joint.gains.push_back(gain);
        joint.reported += said[run] != nullptr && isReported(*said[run], least) ? 1 : 0;
    }
    joint.sample = sampleOf(said, joint.gains, excesses);
    joint.finding = *said[joint.sample];
    joint.places = placesOf(said);
    if (said.size() == 1) {
        return joint;  // exactly what the run says by itself
    }
    if (excesses) {
        joint.workers = jointWorkers(said);
        std::vector<std::string>& evidence = joint.finding.evidence;
        evidence.insert(evidence.begin(), excessText(said, excesses->greatest()));
    }
    joint.finding.setGain(summary(joint.gains[medianPlace(joint.gains)],
                                  excesses ? replicasOfWork(*excesses) : replicasOfGains(said),
                                  least));
    // It was repeated.
    joint.finding.repetition.clear();
    return joint;
}

}  // namespace

RepeatedRuns judgedTogether(std::vector<RunAnalysis> runs) {
    RepeatedRuns together;
    together.runs = std::move(runs);
    std::map<std::pair<std::string, std::string>, Said> hypotheses;
    std::vector<double> times;
    for (std::size_t run = 0; run < together.runs.size(); ++run) {
        times.push_back(together.runs[run].efficiency.whole.factors.timeNs);
        for (const Finding& tested : together.runs[run].tested) {
            Said& said = hypotheses[{tested.hypothesis, tested.subject}];
            said.resize(together.runs.size());
            said[run] = &tested;
        }
    }
    together.median = medianPlace(times);
    const double least = together.runs.front().least;
    for (const auto& [key, said] : hypotheses) {
        together.tested.push_back(jointFinding(said, least));
    }
    std::copy_if(together.tested.begin(), together.tested.end(),
                 std::back_inserter(together.findings),
                 [least](const JointFinding& each) { return isReported(each.finding, least); });
    std::stable_sort(together.findings.begin(), together.findings.end(),
                     [](auto& a, auto& b) { return a.finding.gain > b.finding.gain; });
    return together;
}

}  // namespace gantry::perf
