#pragma once

#include <tuning/Learned.hpp>

#include <string>
#include <vector>

namespace optimizer::kokkos {

/// What earlier runs of a program have learned. For one thread; throws nothing: what cannot be read
/// is not known, and what cannot be kept is lost.
class Experience {
public:
    Experience() = default;
    Experience(const Experience&) = delete;
    Experience& operator=(const Experience&) = delete;
    virtual ~Experience() = default;

    /// Of a problem, which is named by its variables: "block,schedule".
    virtual std::vector<tuning::Learned> load(const std::string& problem) noexcept = 0;
    virtual void save(const std::string& problem,
                      const std::vector<tuning::Learned>& learned) noexcept = 0;
};

}  // namespace optimizer::kokkos
