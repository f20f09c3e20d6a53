#pragma once

#include <perf/model/Profile.hpp>
#include <perf/sampling/PythonFunctions.hpp>
#include <perf/sampling/StackSampler.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gantry::perf {

/// A process whose profile samples belong to.
struct SampledProcess {
    std::uint32_t process = 0;
    /// What it ran, without a folder: keeps the samples of one program of a process apart from
    /// those of another one that it ran before. Any of them where it is empty.
    std::string program;
    /// The system's number of each thread of the profile, in their order; 0 where several threads
    /// shared one, or it is not known.
    std::vector<std::uint32_t> threads;
};

/// Puts sampled call stacks into the profiles of what was sampled: one more metric of them, and one
/// tree of timers and functions. For one thread.
///
/// A function below `main`, or below the function that a thread began with, stands below the timer
/// of that; a call of a module of Gantry is its timer. What is above them, the start of the
/// process, is left out. Nothing is added twice: a sample is in one profile.
///
///     SampleMerge samples(sampler.finish());
///     samples.addTo(profile, {pid, "solver", threads});
///     samples.addRest(profile);
class SampleMerge final {
public:
    explicit SampleMerge(SampledRun run);

    /// Adds the samples of that process, and the metric also where there are none, so that all
    /// profiles of a run have the same metrics. A profile with kMaxMetrics of them stays as it is.
    void addTo(Profile& profile, const SampledProcess& process);

    /// Names the functions of Python of a process whose samples no call of addTo() takes. Those of
    /// its own profile addTo() names itself, and removes what names them from it.
    void namePython(std::uint32_t process, const PythonFunctions& functions);

    /// Adds those that no call of addTo() took, by program: to the thread of no process that is
    /// named after it, as ChildPrograms makes them, or to a new one.
    void addRest(Profile& profile);

    /// Adds the source lines of all processes. Once, to what is written.
    void addLines(Profile& profile);

    /// What was found, without the profile's threads that were taken.
    [[nodiscard]] const SampledRun& run() const noexcept { return run_; }

private:
    void addFacts(Profile& profile) const;

    SampledRun run_;
    std::vector<bool> taken_;  // by place of the thread
};

}  // namespace gantry::perf
