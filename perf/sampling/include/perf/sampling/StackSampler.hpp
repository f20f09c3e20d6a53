#pragma once

#include <perf/model/Profile.hpp>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

namespace gantry::perf {

/// Sampling cannot begin: what is missing, and how to get it.
class SamplingError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Bounds of the rate, in samples for each second of processor time of a thread.
inline constexpr std::uint32_t kLeastSampleRate = 1;
inline constexpr std::uint32_t kMostSampleRate = 4000;

/// Whose samples one thread of SampledRun::profile has.
struct SampledThread {
    std::uint32_t process = 0;  ///< the system's numbers of both
    std::uint32_t thread = 0;
    std::string program;  ///< what the process ran, as the system names it: at most 15 bytes
};

/// What was found.
struct SampledRun {
    /// One thread for each thread of each program, a tree of functions in each. The metric is that
    /// of SampledMetric.hpp; calls are not known and are 0. A timer is a function (name) of a file
    /// (type) of a program (group).
    Profile profile;
    std::vector<SampledThread> threads;  ///< in the order of profile.threads
    std::vector<std::string> code{};     ///< files that the programs had mapped to execute
    std::uint64_t samples = 0;
    std::uint64_t lost = 0;    ///< for which the kernel found no room in a ring
    std::uint64_t rooted = 0;  ///< whose outermost frame is where its thread begins
    bool withKernel = false;   ///< whether time in system calls is in it
};

/// Samples the call stacks of the programs that the calling thread starts, of their threads and of
/// their children, however these are made, from their first exec on. The thread that makes this
/// object must start the program afterwards. Two further threads read the samples and look for
/// callers while the program runs, the second one at the lowest priority. What it costs the program
/// itself is an interrupt and a copy of at most 32 KiB for each sample, or 16 KiB at more than 1000
/// samples a second.
///
/// Time of a thread is its processor time: what waits is not sampled. A stack is cut where it is
/// deeper than that or a function has no unwind table; its upper part counts then.
///
///     StackSampler sampler(200);
///     supervisor.run(words, environment);
///     const SampledRun run = sampler.finish();
class StackSampler final {
public:
    /// Opens one event and one ring for each processor. Throws SamplingError where the kernel does
    /// not allow that, or Gantry was built without libdw. rate: within the bounds above.
    explicit StackSampler(std::uint32_t rate);
    ~StackSampler();
    StackSampler(const StackSampler&) = delete;
    StackSampler& operator=(const StackSampler&) = delete;

    /// Ends sampling, also of programs that still run, and returns all of it. Once. Throws
    /// base::InputError where there are more call paths than a profile may have.
    SampledRun finish();

private:
    class Work;

    std::unique_ptr<Work> work_;
};

}  // namespace gantry::perf
