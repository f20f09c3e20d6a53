#pragma once

#include <base/files/TemporaryFolder.hpp>

#include <filesystem>
#include <iterator>

// A folder of its own that is gone after the test.
class TestFolder final {
    gantry::base::TemporaryFolder folder_{"gantry-test"};

public:
    [[nodiscard]] std::size_t files() const {
        return static_cast<std::size_t>(std::distance(std::filesystem::directory_iterator(path),
                                                      std::filesystem::directory_iterator()));
    }

    const std::filesystem::path path = folder_.path();
};
