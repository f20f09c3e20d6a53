#pragma once

#include <base/files/TemporaryFolder.hpp>

#include <filesystem>

namespace gantry::bench {

/// A folder that goes with this object. Throws base::FileError.
class Scratch final {
public:
    Scratch();

    [[nodiscard]] const std::filesystem::path& folder() const noexcept { return folder_.path(); }

private:
    base::TemporaryFolder folder_;
};

/// Memory of this process that is in use at this moment. Throws std::runtime_error where the system
/// does not tell.
double residentBytes();

}  // namespace gantry::bench
