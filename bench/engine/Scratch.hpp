#pragma once

#include <filesystem>

namespace gantry::bench {

/// A folder that goes with this object. Throws std::system_error.
class Scratch final {
public:
    Scratch();
    ~Scratch();
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;

    [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_; }

private:
    std::filesystem::path folder_;
};

/// Memory of this process that is in use at this moment. Throws std::runtime_error where the system
/// does not tell.
double residentBytes();

}  // namespace gantry::bench
