#include <base/files/FileError.hpp>
#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <base/text/TimeText.hpp>
#include <perf/gating/GateRuns.hpp>
#include <perf/recording/Supervisor.hpp>
#include <perf/runs/RunFile.hpp>

#include <chrono>
#include <stdexcept>
#include <system_error>
#include <utility>

namespace gantry::perf {

GateRuns::GateRuns(GateCommands commands, GateMetric metric)
    : commands_(std::move(commands)), samples_(std::move(metric)) {
    if (!commands_.keep) {
        folder_ = temporary_.emplace("gantry-gate").path();
        return;
    }
    folder_ = *commands_.keep;
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) {
        throw base::FileError(folder_.string() + " cannot be made: " + error.message() +
                              "; name a folder that you may write to");
    }
}

std::vector<double> GateRuns::addStored(const std::vector<std::filesystem::path>& files) {
    std::vector<double> values;
    values.reserve(files.size());
    for (const std::filesystem::path& file : files) {
        values.push_back(samples_.add(GateSide::Baseline, file.string(), readProfileFile(file)));
    }
    return values;
}

// Its output belongs to nobody here; what it has to say on standard error is shown.
std::vector<std::string> GateRuns::measured(const std::vector<std::string>& words,
                                            const std::filesystem::path& file) const {
    // exec: the shell becomes the command and is not measured beside it.
    std::vector<std::string> all{"/bin/sh", "-c", "exec \"$0\" \"$@\" > /dev/null"};
    if (!commands_.archive) {
        const std::vector<std::string> measuring = commands_.measuring(file);
        all.insert(all.end(), measuring.begin(), measuring.end());
    }
    all.insert(all.end(), words.begin(), words.end());
    return all;
}

double GateRuns::run(GateSide side) {
    const bool isBaseline = side == GateSide::Baseline;
    const std::string name = (isBaseline ? "baseline-" : "candidate-") + std::to_string(++runs_);
    const std::filesystem::path file =
        commands_.archive ? *commands_.archive : folder_ / (name + ".gantry");
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
    const std::vector<std::string>& words = isBaseline ? commands_.baseline : commands_.candidate;
    const ProgramEnd end = Supervisor().run(measured(words, file), {});
    if (end.exitStatus != 0) {
        throw std::runtime_error(base::printable(words.front()) + " ended with " + end.text() +
                                 "; only runs that succeed are compared");
    }
    if (!std::filesystem::exists(file)) {
        throw std::runtime_error(file.string() + ": was not written by the " +
                                 (isBaseline ? "baseline's command" : "command") +
                                 ", so there is nothing to compare");
    }
    const double value = samples_.add(side, name, readProfileFile(file));
    if (commands_.keep && commands_.archive) {
        std::filesystem::copy_file(file, folder_ / (name + ".gantry"),
                                   std::filesystem::copy_options::overwrite_existing);
    } else if (!commands_.keep && !commands_.archive) {
        std::filesystem::remove(file, ignored);
    }
    return value;
}

void runGate(GateRuns& runs, std::vector<double> stored, double budget, GateReport& report) {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point begin = Clock::now();
    const auto seconds = [begin] {
        return std::chrono::duration<double>(Clock::now() - begin).count();
    };
    GateTrial trial(report.options, std::move(stored));
    while (const auto side = trial.next()) {
        // Half a run says nothing.
        if (seconds() > budget) {
            report.ended = "the budget of " + base::duration(budget) + " ended";
            break;
        }
        trial.add(runs.run(*side));
    }
    report.seconds = seconds();
    report.outcome = trial.outcome();
    report.unit = runs.samples().unit();
}

void noteWeakness(const GateRuns& runs, bool wholeRun, GateReport& report) {
    if (!report.options.interleaved) {
        report.warnings.push_back("the baseline was measured before: only " +
                                  base::share(report.outcome.limit, 1) +
                                  " fails; a baseline that is run in turn fails above " +
                                  base::share(report.options.limit, 1));
    }
    if (const std::string other = runs.samples().otherMachine(); !other.empty()) {
        report.warnings.push_back("not the same machine, so nothing is decided: " + other);
        // Figures stay in the report; only the verdict is withdrawn.
        report.outcome.verdict = Verdict::CannotTell;
        report.outcome.runsNeeded = 0;
        report.ended = "the machines differ";
    }
    constexpr double kShortNs = 5e6;
    if (wholeRun && runs.samples().unit() == "ns" && report.outcome.candidateRuns > 0 &&
        report.outcome.value.after < kShortNs) {
        report.warnings.emplace_back("runs below 5 ms are mostly start and end of a process");
    }
}

GateRecord gateRecord(const GateRuns& runs, const GateReport& report) {
    const GateOutcome& outcome = report.outcome;
    GateRecord record;
    record.time = base::isoTime(std::chrono::system_clock::now());
    record.metric = report.metric;
    record.unit = report.unit;
    record.machine = runs.samples().machine();
    record.runs = static_cast<std::int64_t>(outcome.candidateRuns);
    record.median = outcome.value.after;
    record.baseline = outcome.value.before;
    record.relative = outcome.value.relative;
    record.low = outcome.value.relativeLow;
    record.high = outcome.value.relativeHigh;
    record.verdict = gateWord(outcome.verdict);
    record.values = runs.samples().candidateValues();
    return record;
}

}  // namespace gantry::perf
