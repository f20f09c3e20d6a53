#include <perf/recording/ProgramSamples.hpp>
#include <perf/sampling/StackNames.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <exception>

namespace gantry::perf {

namespace {

// Without folder and arguments, as the system names a process.
std::string programOf(const std::string& command) {
    const std::string word = command.substr(0, command.find(' '));
    return word.substr(word.rfind('/') + 1);
}

// Modules know code by its address; its names are in files that they must not read.
void nameCode(Profile& profile) {
    nameStacks(profile, "memory");
    nameTimers(profile, "functions");
    nameTimers(profile, "OpenMP");
    nameTimers(profile, "ITT");
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

void ProgramSamples::addTo(RunArchiveRequest& request) {
    request.completeProcess = [](RecoveredProfile& recovered, const SegmentInfo&) {
        nameCode(recovered.profile);
    };
    if (sampler_ == nullptr) {
        return;
    }
    try {
        merge_.emplace(sampler_->finish());
    } catch (const std::exception& error) {
        problem_ = std::string("the samples are lost: ") + error.what();
        return;
    }
    const SampledRun& run = merge_->run();
    kept_ = KeptSamples{rate_, run.samples, run.lost, run.rooted, run.withKernel};
    request.completeProcess = [this](RecoveredProfile& recovered, const SegmentInfo& info) {
        nameCode(recovered.profile);
        merge_->addTo(recovered.profile, {static_cast<std::uint32_t>(info.pid),
                                          programOf(info.command), recovered.threads});
    };
    request.completeRun = [this](Profile& profile) {
        merge_->addLines(profile);
        // A launcher of ranks is none of them.
        if (!profile.ranks) {
            merge_->addRest(profile);
        }
    };
}

}  // namespace gantry::perf
