#pragma once

#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace parallel {

/// Throws a NetworkError where an MPI call did not succeed.
void check(int code, const char* call);
/// A duplicate of a communicator whose errors are returned.
MPI_Comm duplicate(MPI_Comm communicator);

/// What the ranks of a communicator agree on, each in its own time. An agreement that some rank
/// does not come to ends with its time and names that rank: those whose time is over ask all
/// others, and the ranks that wait in the same agreement answer. One thread at a time.
class Agreements final {
public:
    explicit Agreements(MPI_Comm communicator);
    /// Lets go of its communicators, unless MPI may still write into an agreement.
    ~Agreements();
    Agreements(const Agreements&) = delete;
    Agreements& operator=(const Agreements&) = delete;

    /// Whether an agreement ran out of time and has not ended since.
    [[nodiscard]] bool isOpen();
    /// As Upcalls::agree and Upcalls::agreeOnMaximum.
    bool agree(bool ok, double timeout);
    std::vector<double> maximum(const std::vector<double>& values, double timeout);
    [[nodiscard]] const std::vector<int>& missing() const noexcept { return missing_; }

private:
    using Clock = std::chrono::steady_clock;

    // What MPI reads and writes until the request is done, however long the caller waits for it.
    struct Pending {
        std::vector<double> mine;
        std::vector<double> everybody;
        MPI_Request request = MPI_REQUEST_NULL;
    };

    /// Whether some rank was not ok; throws where the ranks came with different kinds.
    bool meet(bool ok, double kind, double timeout);
    std::vector<double> reduce(const std::vector<double>& values, double timeout);
    void await(double timeout);
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
