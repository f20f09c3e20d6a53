#include "Agreements.hpp"

#include <gantry/Error.hpp>

#include <gantry_mpi.hpp>
#include <sstream>
#include <thread>
#include <utility>

namespace parallel {
namespace {

constexpr int kQuestion = 1;
constexpr int kAnswer = 2;
/// How long those who are asked have to answer.
constexpr std::chrono::seconds kAnswerTime{1};
/// Yield first, for a short latency if the others are near; then sleep, to leave the processor to
/// them.
constexpr int kPollsBeforeSleep = 200;
constexpr std::chrono::microseconds kSleep{50};

[[noreturn]] void refuse(const std::string& note) {
    throw gantry::Error(gov::cca::CCAExceptionType::NetworkError, note);
}

/// "rank 1 has", "ranks 1, 2 and 5 have".
std::string subject(const std::vector<int>& ranks) {
    std::string text = ranks.size() == 1 ? "rank " : "ranks ";
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == ranks.size() ? " and " : ", ") + std::to_string(ranks[i]);
    }
    return text + (ranks.size() == 1 ? " has" : " have");
}

}  // namespace

void check(int code, const char* call) {
    if (code == MPI_SUCCESS) {
        return;
    }
    char text[MPI_MAX_ERROR_STRING] = {};
    int length = 0;
    MPI_Error_string(code, text, &length);
    refuse(std::string(call) + " failed: " + text);
}

// Errors are returned and become exceptions; the default of MPI would end the program.
MPI_Comm duplicate(MPI_Comm communicator) {
    MPI_Comm made = MPI_COMM_NULL;
    check(MPI_Comm_dup(communicator, &made), "MPI_Comm_dup");
    check(MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    return made;
}

Agreements::Agreements(MPI_Comm communicator)
    : agreements_(duplicate(communicator)), questions_(duplicate(communicator)) {
    check(MPI_Comm_rank(agreements_, &rank_), "MPI_Comm_rank");
    check(MPI_Comm_size(agreements_, &size_), "MPI_Comm_size");
}

Agreements::~Agreements() {
    // A deliberate leak: MPI may write into the buffers until the reduction is done.
    if (pending_) {
        (void)pending_.release();
        return;
    }
    // Questions that came late are answered, so that nobody waits for this rank in vain.
    drain();
    MPI_Comm_free(&questions_);
    MPI_Comm_free(&agreements_);
}

void Agreements::drain() noexcept {
    const gantry::UncountedMpi uncounted;
    try {
        listen();
    } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): nobody waits for it.
    }
}

bool Agreements::isOpen() {
    const gantry::UncountedMpi uncounted;
    if (pending_ && isDone()) {
        pending_.reset();
    }
    return pending_ != nullptr;
}

Agreements::Limit::Limit(double timeout)
    : seconds(timeout),
      end(timeout > 0 ? Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                           std::chrono::duration<double>(timeout))
                      : Clock::time_point::max()) {}

bool Agreements::agree(bool ok, double timeout) {
    const gantry::UncountedMpi uncounted;
    return !meet(ok, 0, Limit(timeout));
}

std::vector<double> Agreements::maximum(const std::vector<double>& values, double timeout) {
    const gantry::UncountedMpi uncounted;
    const Limit limit(timeout);
    (void)meet(true, static_cast<double>(values.size()) + 1, limit);
    // Both parts have one limit together.
    return values.empty() ? values : reduce(values, limit);
}

bool Agreements::meet(bool ok, double kind, const Limit& limit) {
    // The maxima of kind and -kind are opposite only if all ranks passed the same kind. So one
    // reduction compares the kinds and combines ok.
    const std::vector<double> all = reduce({ok ? 0.0 : 1.0, kind, -kind}, limit);
    if (all[1] != -all[2]) {
        refuse(
            "the ranks made different agreements; every rank must make the same ones in the same "
            "order, with the same number of values");
    }
    return all[0] != 0;
}

std::vector<double> Agreements::reduce(const std::vector<double>& values, const Limit& limit) {
    if (isOpen()) {
        // Reductions of one communicator match by their order, so a new one would meet the old
        // one's ranks.
        refuse(
            "an earlier agreement has not ended, because some rank never reached it; abort the "
            "run");
    }
    missing_.clear();
    present_.clear();
    // Numbers agreements alike on all ranks, because all make the same ones in the same order.
    ++serial_;
    pending_ = std::make_unique<Pending>();
    pending_->mine = values;
    pending_->everybody.resize(values.size());
    check(MPI_Iallreduce(pending_->mine.data(), pending_->everybody.data(),
                         static_cast<int>(values.size()), MPI_DOUBLE, MPI_MAX, agreements_,
                         &pending_->request),
          "MPI_Iallreduce");
    // If it throws, pending_ keeps request and buffers: MPI may complete it much later.
    await(limit);
    return std::exchange(pending_, nullptr)->everybody;
}

void Agreements::await(const Limit& limit) {
    if (isDoneBefore(limit.end)) {
        return;
    }
    for (;;) {
        ask();
        if (isDoneBefore(Clock::now() + kAnswerTime)) {
            return;
        }
        for (int rank = 0; rank < size_; ++rank) {
            if (rank != rank_ && present_.count(rank) == 0) {
                missing_.push_back(rank);
            }
        }
        // If all have answered, they wait too, and the reduction is about to end: ask again.
        if (!missing_.empty()) {
            std::ostringstream text;
            text << subject(missing_) << " not come to an agreement within " << limit.seconds
                 << " s";
            refuse(text.str());
        }
    }
}

bool Agreements::isDone() {
    int done = 0;
    check(MPI_Test(&pending_->request, &done, MPI_STATUS_IGNORE), "MPI_Test");
    return done != 0;
}

bool Agreements::isDoneBefore(Clock::time_point end) {
    for (int polls = 0; !isDone(); ++polls) {
        listen();
        if (Clock::now() >= end) {
            return false;
        }
        if (polls < kPollsBeforeSleep) {
            std::this_thread::yield();
        } else {
            std::this_thread::sleep_for(kSleep);
        }
    }
    return true;
}

void Agreements::ask() {
    for (int rank = 0; rank < size_; ++rank) {
        if (rank != rank_) {
            tell(rank, kQuestion);
        }
    }
}

void Agreements::listen() {
    for (;;) {
        int isThere = 0;
        MPI_Status status;
        check(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, questions_, &isThere, &status), "MPI_Iprobe");
        if (!isThere) {
            return;
        }
        std::int64_t serial = 0;
        check(MPI_Recv(&serial, 1, MPI_INT64_T, status.MPI_SOURCE, status.MPI_TAG, questions_,
                       MPI_STATUS_IGNORE),
              "MPI_Recv");
        // A question also shows that its sender waits in this agreement.
        if (serial == serial_) {
            present_.insert(status.MPI_SOURCE);
        }
        // Answered with this rank's own serial: the sender sees whether both are in the same
        // agreement.
        if (status.MPI_TAG == kQuestion) {
            tell(status.MPI_SOURCE, kAnswer);
        }
    }
}

// MPI implementations send so small a message eagerly, so MPI_Send returns even if the receiver is
// not listening.
void Agreements::tell(int rank, int tag) {
    check(MPI_Send(&serial_, 1, MPI_INT64_T, rank, tag, questions_), "MPI_Send");
}

}  // namespace parallel
