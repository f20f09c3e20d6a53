#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "Experience.hpp"

namespace optimizer::kokkos {

/// In a tuning store (docs/formats/tuning-store.md), which other programs may use at the same time:
/// as the port PROGRAM.VARIABLES of this machine. The store is made by the first save, and opened
/// for each load and save only.
class StoredExperience final : public Experience {
public:
    StoredExperience(std::filesystem::path file, std::string program);

    std::vector<tuning::Learned> load(const std::string& problem) noexcept override;
    void save(const std::string& problem,
              const std::vector<tuning::Learned>& learned) noexcept override;

    /// Why something was not read or kept, in one sentence: the first reason; empty where all was.
    [[nodiscard]] const std::string& problem() const noexcept { return problem_; }

private:
    template <class Work>
    void attempt(const Work& work) noexcept;

    std::filesystem::path file_;
    std::string program_;
    std::string problem_;
};

}  // namespace optimizer::kokkos
