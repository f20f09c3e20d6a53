#pragma once

#include <perf/importers/reading/ImportedProfile.hpp>
#include <perf/sampling/StackSampler.hpp>

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "ProcessCode.hpp"
#include "SampleRecords.hpp"
#include "SampledLines.hpp"

namespace gantry::perf {

/// Adds samples up: which program a process runs, what its threads are called, and the tree of
/// functions of each thread. For one thread.
class SampledTree final {
public:
    /// periodNs: the processor time that one sample stands for; withKernel: SampledRun::withKernel.
    SampledTree(std::uint64_t periodNs, bool withKernel);

    /// In the order of their time.
    void add(const RingRecord& record);
    /// Samples that are not there.
    void addLost(std::uint64_t samples) { run_.lost += samples; }
    /// Once.
    SampledRun finish();

private:
    struct Process {
        std::string name;
        ProcessCode code;
        std::uint32_t programs = 0;  ///< that it has run before
    };

    Process& process(std::uint32_t number);
    void startProgram(const RingRecord& record);
    void addSample(const RingRecord& record);
    std::size_t threadOf(const RingRecord& record, const std::string& program);
    [[nodiscard]] const std::string& nameOf(const RingRecord& record);

    const std::uint64_t periodNs_;
    // Of a profile that is made, not read: it only names messages.
    const ImportFile source_{"samples", ""};
    ImportedProfile profile_{source_};
    const std::size_t metric_;
    const ProcessCode files_{};  ///< what all processes have in common
    std::map<std::uint32_t, Process> processes_;
    std::map<std::uint32_t, std::string> threads_;  ///< names that differ from their program's
    SampledLines lines_;
    SampledRun run_;
    std::set<std::string> code_;
    std::uint64_t firstNs_ = 0;
    std::uint64_t lastNs_ = 0;
};

}  // namespace gantry::perf
