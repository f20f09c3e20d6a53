#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

namespace gantry::perf {

/// A file that is imported: its name, and all of its bytes. What gzip has compressed is expanded.
/// The whole file is in memory; the views that it gives are valid as long as the object. Any number
/// of threads may read it.
class ImportFile final {
public:
    /// Bytes that stand elsewhere; the name is used in messages. Throws base::InputError where they
    /// begin as gzip writes and are damaged, or would expand to more than kMostExpanded. Nothing is
    /// read from the path.
    ImportFile(std::filesystem::path path, std::string bytes);

    /// Reads the file. Throws base::FileError if it cannot be read or is not a regular file, and as
    /// the constructor.
    static ImportFile read(const std::filesystem::path& path);

    /// The most that a compressed file may expand to.
    static constexpr std::size_t kMostExpanded = std::size_t{1} << 30U;

    /// As it was given; for messages.
    [[nodiscard]] const std::filesystem::path& path() const { return path_; }
    /// The expanded ones. They may have any content: a reader trusts nothing of it.
    [[nodiscard]] std::string_view bytes() const { return bytes_; }
    /// By which a format is recognised: the first 4096 bytes, or all of a shorter file.
    [[nodiscard]] std::string_view beginning() const { return bytes().substr(0, 4096); }

    /// Throws base::InputError of kind Damaged: "FILE: byte OFFSET: WHAT". The text says what is
    /// wrong and how to fix it. offset: in the expanded bytes where the file was compressed; the
    /// message says so.
    [[noreturn]] void fail(std::size_t offset, const std::string& what) const;
    /// The same for a text: "FILE: line LINE (byte OFFSET): WHAT". Counts the lines.
    [[noreturn]] void failInText(std::size_t offset, const std::string& what) const;

private:
    std::filesystem::path path_;
    std::string bytes_;
    bool isExpanded_ = false;
};

}  // namespace gantry::perf
