#include "GateRuns.hpp"

#include <base/text/GlobPattern.hpp>
#include <base/text/Printable.hpp>
#include <perf/model/Flat.hpp>
#include <run/ProfileFile.hpp>

#include <cerrno>
#include <cstdlib>
#include <stdexcept>
#include <system_error>
#include <utility>

#include "OptionParser.hpp"
#include "ProgramFolder.hpp"

namespace gantry::tools {

namespace {

std::filesystem::path newFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "gantry-gate-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) {
        throw std::system_error(errno, std::generic_category(), name);
    }
    return name;
}

std::size_t placeOf(const perf::Profile& run, const std::string& metric) {
    std::string names;
    for (std::size_t m = 0; m < run.metrics.size(); ++m) {
        if (run.metrics[m].name == metric) {
            return m;
        }
        names += ", " + run.metrics[m].name;
    }
    throw std::invalid_argument("--metric takes elapsed, cpu, or what was measured: '" + metric +
                                "' is none of elapsed, cpu" + names);
}

double timerValue(const perf::Profile& run, const std::string& timer, std::size_t metric) {
    double value = 0;
    bool found = false;
    for (const perf::TimerRecord& record : perf::flat(run)) {
        if (base::matchesPattern(timer, record.info.name) ||
            base::matchesPattern(timer, perf::fullName(record.info))) {
            value += static_cast<double>(record.inclusive[metric]);
            found = true;
        }
    }
    if (!found) {
        throw std::invalid_argument("no timer of the run is called '" + timer +
                                    "'; `gantry report` lists them");
    }
    return value;
}

}  // namespace

std::string GateMetric::text() const {
    return timer.empty() ? metric + " of the whole run"
                         : (metric == "elapsed" ? "wall" : metric) + " of " + timer;
}

std::string GateMetric::unitOf(const perf::Profile& run) const {
    return timer.empty() && (metric == "elapsed" || metric == "cpu")
               ? "ns"
               : run.metrics.at(placeOf(run, metric == "elapsed" ? "wall" : metric)).unit;
}

double GateMetric::valueOf(const perf::Profile& run) const {
    if (!timer.empty()) {
        return timerValue(run, timer, placeOf(run, metric == "elapsed" ? "wall" : metric));
    }
    if (metric == "elapsed") {
        return static_cast<double>(run.timeNs);
    }
    double value = 0;
    if (metric == "cpu") {
        for (const perf::ThreadProfile& thread : run.threads) {
            value += static_cast<double>(thread.cpuNs);
        }
        return value;
    }
    const std::size_t place = placeOf(run, metric);
    for (const perf::ThreadProfile& thread : run.threads) {
        for (const perf::CallPathNode& node : thread.nodes) {
            value += node.parent < 0 ? static_cast<double>(node.inclusive[place]) : 0;
        }
    }
    return value;
}

GateRuns::GateRuns(GateCommands commands, GateMetric metric)
    : commands_(std::move(commands)), metric_(std::move(metric)) {
    folder_ = commands_.keep ? *commands_.keep : newFolder();
    std::error_code error;
    std::filesystem::create_directories(folder_, error);
    if (error) {
        throw UsageError("--keep: " + folder_.string() + " cannot be made: " + error.message() +
                         "; name a folder that you may write to");
    }
}

GateRuns::~GateRuns() {
    if (!commands_.keep) {
        std::error_code ignored;
        std::filesystem::remove_all(folder_, ignored);
    }
}

double GateRuns::add(perf::GateSide side, const std::string& name, const perf::Profile& profile) {
    const bool isBaseline = side == perf::GateSide::Baseline;
    if (!profile.partial.empty()) {
        throw std::runtime_error(name + ": is partial (" + profile.partial +
                                 "), so its values are too low to compare");
    }
    const std::string unit = metric_.unitOf(profile);
    if (!unit_.empty() && unit != unit_) {
        throw std::runtime_error(name + ": the metric is in '" + unit + "', before in '" + unit_ +
                                 "'");
    }
    unit_ = unit;
    const double value = metric_.valueOf(profile);
    (isBaseline ? baseline_ : candidate_).push_back(table_.add(name, profile));
    facts_.push_back(perf::factsOf(profile));
    (isBaseline ? baselineMachine_ : candidateMachine_) = profile.machine;
    return value;
}

std::vector<double> GateRuns::addStored(const std::vector<std::filesystem::path>& files) {
    std::vector<double> values;
    values.reserve(files.size());
    for (const std::filesystem::path& file : files) {
        values.push_back(add(perf::GateSide::Baseline, file.string(), readProfileFile(file)));
    }
    return values;
}

// Its output belongs to nobody here; what it has to say on standard error is shown.
std::vector<std::string> GateRuns::measured(const std::vector<std::string>& words,
                                            const std::filesystem::path& file) const {
    std::vector<std::string> all{"/bin/sh", "-c", "exec \"$0\" \"$@\" > /dev/null"};
    if (!commands_.archive) {
        for (const std::string& word :
             {(programFolder() / "gantry").string(), std::string("exec"), std::string("--quiet"),
              std::string("--output"), file.string(), std::string("--")}) {
            all.push_back(word);
        }
    }
    all.insert(all.end(), words.begin(), words.end());
    return all;
}

double GateRuns::run(perf::GateSide side) {
    const bool isBaseline = side == perf::GateSide::Baseline;
    const std::string name = (isBaseline ? "baseline-" : "candidate-") + std::to_string(++runs_);
    const std::filesystem::path file =
        commands_.archive ? *commands_.archive : folder_ / (name + ".gantry");
    std::error_code ignored;
    std::filesystem::remove(file, ignored);
    const std::vector<std::string>& words = isBaseline ? commands_.baseline : commands_.candidate;
    const perf::ProgramEnd end = perf::Supervisor().run(measured(words, file), {});
    if (end.exitStatus != 0) {
        throw std::runtime_error(base::printable(words.front()) + " ended with " + end.text() +
                                 "; only runs that succeed are compared");
    }
    if (!std::filesystem::exists(file)) {
        throw std::runtime_error(file.string() + ": was not written by the " +
                                 (isBaseline ? "baseline's command" : "command") +
                                 ", so there is nothing to compare");
    }
    const double value = add(side, name, readProfileFile(file));
    if (commands_.keep && commands_.archive) {
        std::filesystem::copy_file(file, folder_ / (name + ".gantry"),
                                   std::filesystem::copy_options::overwrite_existing);
    } else if (!commands_.keep && !commands_.archive) {
        std::filesystem::remove(file, ignored);
    }
    return value;
}

std::string GateRuns::otherMachine() const {
    if (baseline_.empty() || candidate_.empty() || baselineMachine_ == candidateMachine_) {
        return "";
    }
    const perf::Machine& a = baselineMachine_;
    const perf::Machine& b = candidateMachine_;
    return a.cpuModel != b.cpuModel || a.cores != b.cores
               ? a.cpuModel + " with " + std::to_string(a.cores) + " cores, and " + b.cpuModel +
                     " with " + std::to_string(b.cores)
           : a.host != b.host ? "hosts " + a.host + " and " + b.host
                              : "";
}

std::string GateRuns::machine() const {
    const perf::Machine& machine = candidateMachine_;
    return machine.cpuModel + ", " + std::to_string(machine.cores) + " cores, " + machine.os;
}

std::string GateRuns::contributions() const {
    if (baseline_.empty() || candidate_.empty()) {
        return "";
    }
    try {
        const perf::Comparison comparison =
            perf::compareRuns(table_, baseline_, candidate_, {}, facts_);
        const std::string text =
            perf::comparisonText({table_, comparison, "baseline", "command", 10});
        const std::size_t begin = text.find("\nChanged");
        const std::size_t where = text.find("\nWhere ");
        const std::size_t first = std::min(begin, where);
        return first == std::string::npos ? "" : text.substr(first);
    } catch (const std::invalid_argument&) {
        // No call path is in both: then there is nothing to add.
        return "";
    }
}

}  // namespace gantry::tools
