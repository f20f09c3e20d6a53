#include <perf/model/SampledMetric.hpp>
#include <perf/recording/ProgramSamples.hpp>
#include <perf/sampling/StackNames.hpp>
#include <perf/segment/ModuleRegion.hpp>
#include <perf/segment/SegmentError.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <perf/segment/SegmentReader.hpp>

#include <exception>

namespace gantry::perf {

namespace {

// Of all further processes: some 50 MB of names. Those of later ones are not named.
constexpr std::size_t kMostPythonFunctions = 262144;

// Without folder and arguments, as the system names a process.
std::string programOf(const std::string& command) {
    const std::string word = command.substr(0, command.find(' '));
    return word.substr(word.rfind('/') + 1);
}

// Of one module alone: a run may have thousands of processes.
ModuleRecords recordsIn(const std::filesystem::path& segment, const std::string& module) {
    SegmentFile file(segment);
    const SegmentBytes bytes = file.mapAgain();
    for (const auto& [key, place] : SegmentReader(bytes).facts()) {
        if (key == std::string(kModuleRegionFact) + module) {
            std::uint64_t damaged = 0;
            return readModuleRegion(bytes, module, place, 0, damaged);
        }
    }
    return {};
}

// Modules know code by its address; its names are in files that they must not read.
void nameCode(Profile& profile, std::set<std::string>& sources) {
    (void)takePythonFunctions(profile);
    nameStacks(profile, "memory", &sources);
    nameTimers(profile, "functions", &sources);
    nameTimers(profile, "OpenMP", &sources);
    nameTimers(profile, "ITT", &sources);
}

}  // namespace

ProgramSamples::ProgramSamples(std::optional<std::uint32_t> rate, Impossible impossible) {
    if (!rate) {
        return;
    }
    rate_ = *rate;
    try {
        sampler_ = std::make_unique<StackSampler>(rate_);
    } catch (const SamplingError& error) {
        if (impossible == Impossible::Throws) {
            throw;
        }
        problem_ = error.what();
    }
}

void ProgramSamples::watch(RunArchiveRequest& request) {
    if (sampler_ == nullptr) {
        return;
    }
    request.seeFurther = [this](const SegmentInfo& info) { readPython(info); };
}

void ProgramSamples::readPython(const SegmentInfo& info) {
    try {
        const ModuleRecords module = recordsIn(info.path, kPythonModule);
        const auto process = static_cast<std::uint32_t>(info.pid);
        pythonFunctions_ += python_.contains(process) ? 0 : module.records.size();
        if (!module.records.empty() && pythonFunctions_ <= kMostPythonFunctions) {
            python_[process] = pythonFunctionsIn(module);
        }
    } catch (const SegmentError&) {
        // Reported when the segment is archived or removed; its functions have no names.
        return;
    }
}

void ProgramSamples::addTo(RunArchiveRequest& request, const RecordedRun& run) {
    request.completeProcess = [this](RecoveredProfile& recovered, const SegmentInfo&) {
        nameCode(recovered.profile, code_.sources);
    };
    if (sampler_ == nullptr) {
        return;
    }
    for (const SegmentInfo& info : segmentsOf(run)) {
        readPython(info);
    }
    try {
        merge_.emplace(sampler_->finish());
    } catch (const std::exception& error) {
        problem_ = std::string("the samples are lost: ") + error.what();
        return;
    }
    const SampledRun& sampled = merge_->run();
    code_.files = sampled.code;
    kept_ = KeptSamples{rate_, sampled.samples, sampled.lost, sampled.rooted, sampled.withKernel};
    request.completeProcess = [this](RecoveredProfile& recovered, const SegmentInfo& info) {
        merge_->addTo(recovered.profile, {static_cast<std::uint32_t>(info.pid),
                                          programOf(info.command), recovered.threads});
        nameCode(recovered.profile, code_.sources);
    };
    request.completeRun = [this](Profile& profile) {
        for (const auto& [process, functions] : python_) {
            merge_->namePython(process, functions);
        }
        merge_->addLines(profile);
        // A launcher of ranks is none of them.
        if (!profile.ranks) {
            merge_->addRest(profile);
        }
    };
}

}  // namespace gantry::perf
