#pragma once

#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace parallel {

/// Throws gantry::Error of type NetworkError, with the name of the call and MPI's text, if code is
/// not MPI_SUCCESS.
void check(int code, const char* call);
/// Duplicates a communicator and sets MPI_ERRORS_RETURN, so that errors become exceptions by check
/// instead of ending the job. Collective. The caller frees the duplicate. Throws as check.
MPI_Comm duplicate(MPI_Comm communicator);

/// Agreements among the ranks of a communicator, with a time limit. Every rank makes the same
/// agreements in the same order. If some rank does not come to one, the others do not hang: a rank
/// whose time is over asks all others, those that wait in the same agreement answer, and after one
/// more second it throws an error that names the ranks that did not.
///
/// Each agreement is one MPI_Iallreduce (two for maximum) that the caller polls: 200 times with a
/// yield, then every 50 microseconds. Questions and answers use a communicator of their own. Only
/// one thread at a time may use an object.
class Agreements final {
public:
    /// Duplicates the communicator twice. Collective. Throws gantry::Error (NetworkError).
    explicit Agreements(MPI_Comm communicator);
    /// Frees its communicators; collective. After an agreement that has not ended it frees nothing
    /// and leaks the buffers, because MPI may still write into them.
    ~Agreements();
    Agreements(const Agreements&) = delete;
    Agreements& operator=(const Agreements&) = delete;

    /// Whether an agreement ran out of time and has not ended since. While it is open, every
    /// further agreement throws. Does not block.
    [[nodiscard]] bool isOpen();
    /// Whether every rank passed ok = true. As Upcalls::agree: timeout in seconds, no limit if it
    /// is not positive. Throws gantry::Error (NetworkError) if the time is over, if the ranks came
    /// to different agreements, if an earlier one is open, or if MPI fails.
    bool agree(bool ok, double timeout);
    /// The maximum of each element over all ranks, as Upcalls::agreeOnMaximum; every rank passes as
    /// many values. Its two steps share the timeout. Throws as agree.
    std::vector<double> maximum(const std::vector<double>& values, double timeout);
    /// The ranks, ascending, that did not come to the last agreement; empty if all did.
    [[nodiscard]] const std::vector<int>& missing() const noexcept { return missing_; }

private:
    using Clock = std::chrono::steady_clock;

    // The buffers that MPI reads and writes until the request is done, even after the caller's time
    // is over. Hence on the heap, and never freed before.
    struct Pending {
        std::vector<double> mine;
        std::vector<double> everybody;
        MPI_Request request = MPI_REQUEST_NULL;
    };

    /// Until when an agreement waits.
    struct Limit {
        explicit Limit(double timeout);
        double seconds;
        Clock::time_point end;
    };

    /// Whether some rank was not ok; throws where the ranks came with different kinds.
    bool meet(bool ok, double kind, const Limit& limit);
    std::vector<double> reduce(const std::vector<double>& values, const Limit& limit);
    void await(const Limit& limit);
    [[nodiscard]] bool isDone();
    /// Whether the agreement is done before end.
    [[nodiscard]] bool isDoneBefore(Clock::time_point end);
    void ask();
    /// Takes the questions and answers that have arrived.
    void listen();
    /// Takes the questions that nobody waits for an answer to any more.
    void drain() noexcept;
    void tell(int rank, int tag);

    MPI_Comm agreements_ = MPI_COMM_NULL;
    MPI_Comm questions_ = MPI_COMM_NULL;
    int rank_ = 0;
    int size_ = 1;
    std::unique_ptr<Pending> pending_;
    /// The number of the agreement that was begun last; the same on every rank that waits in it.
    std::int64_t serial_ = 0;
    std::set<int> present_;
    std::vector<int> missing_;
};

}  // namespace parallel
