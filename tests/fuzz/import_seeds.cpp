// Writes the seeds of fuzz-import-FORMAT into a folder: the files of the unit tests.
//   fuzz-import-seeds FORMAT FOLDER

#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>

#include "ImportFiles.hpp"

int main(int count, char** words) {
    if (count != 3) {
        std::fputs("usage: fuzz-import-seeds FORMAT FOLDER\n", stderr);
        return 2;
    }
    try {
        for (const auto& [format, content] : gantry::perf::samples::wholeFiles()) {
            if (format == words[1]) {
                std::ofstream(std::filesystem::path(words[2]) / format, std::ios::binary)
                    << content;
            }
        }
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "fuzz-import-seeds: %s\n", error.what());
        return 1;
    }
}
