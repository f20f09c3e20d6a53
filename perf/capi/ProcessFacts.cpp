// What a process knows of itself when the measurement begins and ends, as facts of its profile.

#include "ProcessFacts.hpp"

#include <base/text/TimeText.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <sys/resource.h>
#include <system_error>
#include <unistd.h>

namespace gantry::capi {

namespace {

std::string command() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    while (!text.empty() && text.back() == '\0') {
        text.pop_back();
    }
    std::replace(text.begin(), text.end(), '\0', ' ');
    return text;
}

std::string executable() {
    std::error_code ignored;
    return std::filesystem::read_symlink("/proc/self/exe", ignored).string();
}

std::string host() {
    std::array<char, 256> name{};
    return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

// The variables in which a launcher gives a process its place among the others.
struct Launcher {
    const char* rank;
    const char* size;
    const char* evidence;  // must be there as well: Slurm gives a rank to the script of a job, too
    const char* job;       // the same in all processes that were started together; may be absent
};
// The first that fits counts: Open MPI sets the variables of PMIx as well.
constexpr std::array kLaunchers{
    Launcher{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK",
             "PMIX_NAMESPACE"},
    Launcher{"PMIX_RANK", "PMIX_SIZE", "PMIX_RANK", "PMIX_NAMESPACE"},
    Launcher{"PMI_RANK", "PMI_SIZE", "PMI_RANK", "PMI_JOBID"},
    Launcher{"SLURM_PROCID", "SLURM_NTASKS", "SLURM_STEP_ID", "SLURM_JOB_ID"},
};

// A variable that holds a whole number and nothing else; else empty.
std::string_view wholeNumber(const char* name) noexcept {
    const char* const value = std::getenv(name);
    const std::string_view text = value == nullptr ? "" : value;
    const bool isNumber =
        std::all_of(text.begin(), text.end(), [](unsigned char c) { return std::isdigit(c) != 0; });
    return isNumber ? text : std::string_view();
}

void add(Facts& facts, const char* key, std::string_view value) {
    if (!value.empty()) {
        facts.emplace_back(key, value);
    }
}

void addCount(Facts& facts, const char* key, long count) {
    facts.emplace_back(key, std::to_string(count));
}

}  // namespace

Facts startFacts() {
    Facts facts;
    add(facts, "command", command());
    add(facts, "executable", executable());
    add(facts, "start", base::isoTime(std::chrono::system_clock::now()));
    add(facts, "host", host());
    for (const Launcher& launcher : kLaunchers) {
        const std::string_view rank = wholeNumber(launcher.rank);
        if (!rank.empty() && std::getenv(launcher.evidence) != nullptr) {
            add(facts, "rank", rank);
            add(facts, "size", wholeNumber(launcher.size));
            const char* const job = std::getenv(launcher.job);
            add(facts, "job", job == nullptr ? "" : job);
            break;
        }
    }
    return facts;
}

Facts endFacts() {
    Facts facts;
    rusage usage{};
    if (::getrusage(RUSAGE_SELF, &usage) == 0) {
        addCount(facts, "process.peakMemoryKiB", usage.ru_maxrss);
        addCount(facts, "process.pageFaultsMinor", usage.ru_minflt);
        addCount(facts, "process.pageFaultsMajor", usage.ru_majflt);
        addCount(facts, "process.contextSwitchesVoluntary", usage.ru_nvcsw);
        addCount(facts, "process.contextSwitchesInvoluntary", usage.ru_nivcsw);
    }
    return facts;
}

}  // namespace gantry::capi
