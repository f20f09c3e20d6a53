#include "GateRuns.hpp"

#include <base/text/Printable.hpp>
#include <perf/recording/Supervisor.hpp>
#include <perf/runs/RunFile.hpp>

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

}  // namespace

GateRuns::GateRuns(GateCommands commands, perf::GateMetric metric)
    : commands_(std::move(commands)), samples_(std::move(metric)) {
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

std::vector<double> GateRuns::addStored(const std::vector<std::filesystem::path>& files) {
    std::vector<double> values;
    values.reserve(files.size());
    for (const std::filesystem::path& file : files) {
        values.push_back(
            samples_.add(perf::GateSide::Baseline, file.string(), perf::readProfileFile(file)));
    }
    return values;
}

// Its output belongs to nobody here; what it has to say on standard error is shown.
std::vector<std::string> GateRuns::measured(const std::vector<std::string>& words,
                                            const std::filesystem::path& file) const {
    // exec: the shell becomes the command and is not measured beside it.
    std::vector<std::string> all{"/bin/sh", "-c", "exec \"$0\" \"$@\" > /dev/null"};
    if (!commands_.archive) {
        for (const std::string& word :
             {(programFolder() / "gantry").string(), std::string("exec"), std::string("--quiet"),
              // What is compared is the program, as little disturbed as can be.
              std::string("--sample"), std::string("none"), std::string("--modules"),
              std::string("mpi-if-used"), std::string("--output"), file.string(),
              std::string("--")}) {
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
    const double value = samples_.add(side, name, perf::readProfileFile(file));
    if (commands_.keep && commands_.archive) {
        std::filesystem::copy_file(file, folder_ / (name + ".gantry"),
                                   std::filesystem::copy_options::overwrite_existing);
    } else if (!commands_.keep && !commands_.archive) {
        std::filesystem::remove(file, ignored);
    }
    return value;
}

}  // namespace gantry::tools
