#pragma once

#include <gantry/Error.hpp>

#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

#include "matrices/common/System.hpp"

/// A file with that text, as long as it lives.
class MatrixText final {
public:
    explicit MatrixText(const std::string& text)
        : name_(std::filesystem::temp_directory_path() /
                ("gantry_matrix_" + std::to_string(getpid()))) {
        std::ofstream(name_, std::ios::binary) << text;
    }
    ~MatrixText() { std::filesystem::remove(name_); }
    MatrixText(const MatrixText&) = delete;
    MatrixText& operator=(const MatrixText&) = delete;

    [[nodiscard]] std::string name() const { return name_.string(); }

private:
    std::filesystem::path name_;
};

/// A text that is refused, and what the refusal says after the name of the file.
struct Refused {
    const char* title;
    std::string text;
    std::string message;
};

/// What the reader says of that text, after the name of the file; empty where it takes it.
template <class Reader>
std::string refusalOf(const Reader& read, const std::string& text) {
    const MatrixText file(text);
    try {
        read(file.name());
    } catch (const gantry::Error& error) {
        const std::string note = error.what();
        return note.starts_with(file.name()) ? note.substr(file.name().size()) : "?" + note;
    }
    return "";
}

inline double entryOf(const matrices::System& system, int row, int column) {
    for (int at = system.rowStarts[static_cast<std::size_t>(row)];
         at < system.rowStarts[static_cast<std::size_t>(row) + 1]; ++at) {
        if (system.columns[static_cast<std::size_t>(at)] == column) {
            return system.values[static_cast<std::size_t>(at)];
        }
    }
    return 0;
}
