#include <perf/recording/LauncherRank.hpp>

#include <array>
#include <charconv>
#include <cstdlib>
#include <string_view>

namespace gantry::perf {

namespace {

struct Launcher {
    const char* rank;
    const char* size;
    /// Must be there as well; Slurm gives a rank to the script of a job, too.
    const char* evidence;
};

// In this order: Open MPI sets PMIx's variables as well, and under Slurm both may be there.
constexpr std::array kLaunchers{
    Launcher{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
    Launcher{"PMIX_RANK", "PMIX_SIZE", "PMIX_RANK"}, Launcher{"PMI_RANK", "PMI_SIZE", "PMI_RANK"},
    Launcher{"SLURM_PROCID", "SLURM_NTASKS", "SLURM_STEP_ID"}};

std::optional<int> numberIn(const char* variable) {
    const char* const text = std::getenv(variable);
    if (text == nullptr) {
        return std::nullopt;
    }
    const std::string_view word = text;
    int number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    return error == std::errc() && end == word.data() + word.size() && number >= 0
               ? std::optional(number)
               : std::nullopt;
}

}  // namespace

std::optional<int> launcherRank() {
    for (const Launcher& launcher : kLaunchers) {
        const std::optional<int> rank = numberIn(launcher.rank);
        if (rank && std::getenv(launcher.evidence) != nullptr) {
            // The files of one process alone need no rank in their names.
            return numberIn(launcher.size) == 1 ? std::nullopt : rank;
        }
    }
    return std::nullopt;
}

std::string rankEnding() {
    const std::optional<int> rank = launcherRank();
    return rank ? ".rank" + std::to_string(*rank) : std::string();
}

std::filesystem::path withRank(std::filesystem::path file) {
    const std::string extension = file.extension().string();
    file.replace_extension();
    file += rankEnding() + extension;
    return file;
}

}  // namespace gantry::perf
