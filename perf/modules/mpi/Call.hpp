#pragma once

#include <mpi.h>

#include <cstdint>

#include "Function.hpp"

namespace gantry::mpi {

/// Bytes of so many elements.
std::int64_t bytesOf(int count, MPI_Datatype type) noexcept;

/// Bytes of so many elements for each rank that a call of this communicator reaches.
std::int64_t forAll(MPI_Comm comm, int count, MPI_Datatype type) noexcept;

/// Bytes of a number of elements for each rank; the type is one for all, or one for each.
std::int64_t sumOf(MPI_Comm comm, const int counts[], MPI_Datatype type) noexcept;
std::int64_t sumOf(MPI_Comm comm, const int counts[], const MPI_Datatype types[]) noexcept;

/// Bytes a rank hands in itself; 0 where its data is in place.
std::int64_t handedIn(const void* data, int count, MPI_Datatype type) noexcept;

/// MPI has begun in this process: finds the library's functions, and notes rank and size.
void begin(const void* caller) noexcept;

/// One call of a function of MPI by the program: it is timed from its making to ended(), and its
/// messages are counted after that. A call inside another one passes through: nothing of it is
/// counted, and what it was handed goes on unchanged. Lives on the stack of the wrapper.
class Call final {
public:
    /// caller: the wrapper's return address.
    Call(Function& function, Entry entry, const void* caller) noexcept;
    ~Call();
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

    /// The function itself; null where the program has no such function.
    template <class Pointer>
    Pointer behind() const noexcept {
        return reinterpret_cast<Pointer>(function_.behind(entry_, caller_));
    }

    /// Stops the timer. Whether the call is to be counted: it is measured, succeeded, and the
    /// module can ask MPI.
    bool ended(int code) noexcept;

    // What goes into the call in place of what the program handed in.

    /// A status of ours where the program ignores it. Asked again after the call: the same.
    MPI_Status* kept(MPI_Status* status) const noexcept;
    MPI_Status* kept(int count, MPI_Status* statuses) const noexcept;
    /// The same requests, noted because the call overwrites those it completes.
    MPI_Request* remembered(int count, MPI_Request* requests) const noexcept;
    /// The same handle, of which nothing is known from now on.
    MPI_Request* forgotten(MPI_Request* request) const noexcept;
    MPI_Comm* forgotten(MPI_Comm* comm) const noexcept;
    MPI_Win* forgotten(MPI_Win* win) const noexcept;

    // What a call that ended has moved.

    void begin() const noexcept { mpi::begin(caller_); }
    void gave(std::int64_t bytes) const noexcept;
    void got(std::int64_t bytes) const noexcept;
    void sentTo(int to, MPI_Comm comm, std::int64_t bytes) const noexcept;
    void putTo(int target, MPI_Win win, std::int64_t bytes) const noexcept;
    void received(const MPI_Status* status) const noexcept;

    void willReceive(MPI_Request request) const noexcept;
    void willReceiveOften(MPI_Request request) const noexcept;
    void willSendOften(MPI_Request request, int to, MPI_Comm comm,
                       std::int64_t bytes) const noexcept;
    void started(int count, const MPI_Request requests[]) const noexcept;
    /// index: of the remembered requests; MPI_UNDEFINED where there was none to complete.
    void completed(int index, const MPI_Status* status) const noexcept;
    void completedAll(int count, const MPI_Status statuses[]) const noexcept;
    void completedSome(int count, const int indices[], const MPI_Status statuses[]) const noexcept;

    void broadcast(int root, MPI_Comm comm, std::int64_t bytes) const noexcept;
    void contributed(std::int64_t bytes) const noexcept { gave(bytes); }
    void exchanged(std::int64_t sent, std::int64_t received) const noexcept;

    /// collected: gives what the root gets in all, which only the root knows.
    template <class Bytes>
    void gathered(int root, MPI_Comm comm, std::int64_t bytes, Bytes collected) const noexcept {
        if (root != MPI_ROOT && root != MPI_PROC_NULL) {
            gave(bytes);
        }
        if (isRoot(root, comm)) {
            got(collected());
        }
    }

    /// distributed: gives what the root hands out in all, which only the root knows.
    template <class Bytes>
    void scattered(int root, MPI_Comm comm, std::int64_t bytes, Bytes distributed) const noexcept {
        if (isRoot(root, comm)) {
            gave(distributed());
        }
        if (root != MPI_ROOT && root != MPI_PROC_NULL) {
            got(bytes);
        }
    }

private:
    static bool isRoot(int root, MPI_Comm comm) noexcept;

    Function& function_;
    Entry entry_;
    const void* caller_;
    bool outermost_;
    int started_ = 0;
};

}  // namespace gantry::mpi
