#pragma once

#include <mpi.h>

#include <cstdint>

namespace gantry::mpi::files {

/// How a call moves data, as MPI distinguishes it.
enum class Way : std::uint8_t { Independent, Collective, Split, Nonblocking };

enum class Direction : std::uint8_t { Read, Write };

/// Which calls of a file are only counted.
enum class Other : std::uint8_t { Seek, Sync, Truncation, View };

/// One call of a function for files, from its making on. Lives on the stack of the wrapper. What it
/// counts it counts after the call has ended: none of it is part of the call's timer. Calls of
/// files that are not known, such as those that were opened before the measurement, count nothing.
class FileCall final {
public:
    FileCall() noexcept;
    FileCall(const FileCall&) = delete;
    FileCall& operator=(const FileCall&) = delete;
    ~FileCall() = default;

    /// The same handle, which the call is going to close.
    MPI_File* closes(MPI_File* file) noexcept;

    // What a call that ended has done.

    void opened(MPI_File file, const char* name, MPI_Comm comm, MPI_Info info) const noexcept;
    void closed() const noexcept;
    void removed(const char* name) const noexcept;
    void did(MPI_File file, Other what) const noexcept;
    void hinted(MPI_File file, MPI_Info info) const noexcept;
    /// Whether a record has these bytes.
    bool moved(MPI_File file, Way way, Direction direction, std::int64_t bytes) const noexcept;
    /// The end of a split call, whose beginning has counted it: its time alone.
    void completed(MPI_File file, Direction direction) const noexcept;

private:
    std::uint64_t begun_;
    std::uint32_t closing_ = 0;  // the number of the file
};

}  // namespace gantry::mpi::files
