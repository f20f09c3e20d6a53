#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

/// A folder of a test with one file, whose bytes the test chooses.
class Scratch final {
public:
    Scratch() { std::filesystem::create_directory(folder_); }
    ~Scratch() { std::filesystem::remove_all(folder_); }
    Scratch(const Scratch&) = delete;
    Scratch& operator=(const Scratch&) = delete;
    [[nodiscard]] std::filesystem::path file(const std::string& text = "") const {
        if (!text.empty()) {
            std::ofstream(folder_ / "file", std::ios::binary) << text;
        }
        return folder_ / "file";
    }

private:
    std::filesystem::path folder_ =
        std::filesystem::temp_directory_path() / ("gantry-records-" + std::to_string(getpid()));
};
