#include <gantry/Error.hpp>
#include <gantry/plugin.hpp>
#include <gov/cca/Services.hpp>
#include <parallel/MPIService.hpp>
#include <parallel/Upcalls.hpp>

#include <mpi.h>

#include <chrono>
#include <cstdlib>
#include <dlfcn.h>
#include <limits>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace parallel {

constexpr gantry::PortDescription kProvides[] = {{"upcalls", "parallel.Upcalls"},
                                                 {"mpi", "parallel.MPIService"}};
constexpr gantry::ComponentDescription kMpi = gantry::describe(
    {"parallel.Mpi", "1.0", "The upcalls of a run under MPI, and its communicator"}, kProvides, {});

void check(int code, const char* call) {
    if (code == MPI_SUCCESS) {
        return;
    }
    char text[MPI_MAX_ERROR_STRING] = {};
    int length = 0;
    MPI_Error_string(code, text, &length);
    throw gantry::Error(gov::cca::CCAExceptionType::NetworkError,
                        std::string(call) + " failed: " + text);
}

int lengthOf(std::size_t size) {
    if (size > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        throw gantry::Error(gov::cca::CCAExceptionType::NetworkError,
                            "a message of " + std::to_string(size) +
                                " bytes is too long; send at most 2 GiB at once");
    }
    return static_cast<int>(size);
}

/// MPI is initialised by this component, with MPI_THREAD_MULTIPLE, unless the program has done so
/// already, and finalised by whoever began it. The upcalls come from one thread at a time, but not
/// always from the same one, and components may speak MPI meanwhile: less than
/// MPI_THREAD_SERIALIZED is refused.
///
/// Everything runs on duplicates of the run's communicator, so that no message of a component meets
/// ours. agree has one of its own: a rank that has failed may ask there while the others are still
/// in a collective call.
class Mpi final : public Upcalls, public MPIService, public gov::cca::Component {
public:
    Mpi() {
        initialise();
        communicator_ = duplicate();
        agreements_ = duplicate();
        check(MPI_Comm_rank(communicator_, &rank_), "MPI_Comm_rank");
        check(MPI_Comm_size(communicator_, &size_), "MPI_Comm_size");
    }
    ~Mpi() override {
        int finalised = 0;
        MPI_Finalized(&finalised);
        if (finalised) {
            return;
        }
        if (unfinished_ && !isDone(*unfinished_)) {
            // MPI may still write there, and to end it without the other ranks would wait for them.
            (void)unfinished_.release();
            return;
        }
        MPI_Comm_free(&agreements_);
        MPI_Comm_free(&communicator_);
        if (finalise_) {
            MPI_Finalize();
        }
    }
    Mpi(const Mpi&) = delete;
    Mpi& operator=(const Mpi&) = delete;

    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services->addProvidesPort(gantry::own<Upcalls>(this), "upcalls", "parallel.Upcalls",
                                  nullptr);
        services->addProvidesPort(gantry::own<MPIService>(this), "mpi", "parallel.MPIService",
                                  nullptr);
    }

    std::int32_t getRank() override { return rank_; }
    std::int32_t getSize() override { return size_; }
    void barrier() override { check(MPI_Barrier(communicator_), "MPI_Barrier"); }

    void broadcast(std::string& data, std::int32_t root) override {
        int length = lengthOf(data.size());
        check(MPI_Bcast(&length, 1, MPI_INT, root, communicator_), "MPI_Bcast");
        data.resize(static_cast<std::size_t>(length));
        check(MPI_Bcast(data.data(), length, MPI_CHAR, root, communicator_), "MPI_Bcast");
    }

    sidl::array<double> reduceSum(const sidl::array<double>& values) override {
        return reduce(values, MPI_SUM);
    }
    sidl::array<double> reduceMinimum(const sidl::array<double>& values) override {
        return reduce(values, MPI_MIN);
    }
    sidl::array<double> reduceMaximum(const sidl::array<double>& values) override {
        return reduce(values, MPI_MAX);
    }

    sidl::array<std::string> gather(const std::string& data, std::int32_t root) override {
        const int length = lengthOf(data.size());
        const bool isRoot = rank_ == root;
        std::vector<int> lengths(static_cast<std::size_t>(size_));
        check(MPI_Gather(&length, 1, MPI_INT, lengths.data(), 1, MPI_INT, root, communicator_),
              "MPI_Gather");
        std::vector<int> offsets(lengths.size());
        std::size_t total = 0;
        for (std::size_t rank = 0; isRoot && rank < lengths.size(); ++rank) {
            offsets[rank] = lengthOf(total);
            total += static_cast<std::size_t>(lengths[rank]);
        }
        std::string all(total, '\0');
        lengthOf(total);
        check(MPI_Gatherv(data.data(), length, MPI_CHAR, all.data(), lengths.data(), offsets.data(),
                          MPI_CHAR, root, communicator_),
              "MPI_Gatherv");
        std::vector<std::string> texts;
        for (std::size_t rank = 0; isRoot && rank < lengths.size(); ++rank) {
            texts.push_back(all.substr(static_cast<std::size_t>(offsets[rank]),
                                       static_cast<std::size_t>(lengths[rank])));
        }
        return sidl::array<std::string>(texts);
    }

    bool agree(bool ok, double timeout) override {
        if (unfinished_ && !isDone(*unfinished_)) {
            refuse("an earlier agree has not ended, as some rank never came to it; abort the run");
        }
        unfinished_ = std::make_unique<Agreement>();
        unfinished_->mine = ok ? 1 : 0;
        check(MPI_Iallreduce(&unfinished_->mine, &unfinished_->everybody, 1, MPI_INT, MPI_MIN,
                             agreements_, &unfinished_->request),
              "MPI_Iallreduce");
        if (timeout <= 0) {
            check(MPI_Wait(&unfinished_->request, MPI_STATUS_IGNORE), "MPI_Wait");
        } else {
            waitFor(*unfinished_, timeout);
        }
        return std::exchange(unfinished_, nullptr)->everybody == 1;
    }

    void abort(std::int32_t status) override {
        MPI_Abort(communicator_, status);
        std::_Exit(status);
    }

    void send(const std::string& data, std::int32_t destination, std::int32_t tag) override {
        check(
            MPI_Send(data.data(), lengthOf(data.size()), MPI_CHAR, destination, tag, communicator_),
            "MPI_Send");
    }
    std::string receive(std::int32_t source, std::int32_t tag) override {
        MPI_Status status;
        MPI_Message message = MPI_MESSAGE_NULL;
        check(MPI_Mprobe(source, tag, communicator_, &message, &status), "MPI_Mprobe");
        int length = 0;
        check(MPI_Get_count(&status, MPI_CHAR, &length), "MPI_Get_count");
        std::string data(static_cast<std::size_t>(length), '\0');
        check(MPI_Mrecv(data.data(), length, MPI_CHAR, &message, &status), "MPI_Mrecv");
        return data;
    }

    std::int64_t getComm() override {
        MPI_Comm own = MPI_COMM_NULL;
        check(MPI_Comm_dup(communicator_, &own), "MPI_Comm_dup");
        return MPI_Comm_c2f(own);
    }
    void releaseComm(std::int64_t comm) override {
        MPI_Comm own = MPI_Comm_f2c(static_cast<MPI_Fint>(comm));
        check(MPI_Comm_free(&own), "MPI_Comm_free");
    }

private:
    // What MPI reads and writes until the request is done, however long the caller waits for it.
    struct Agreement {
        int mine = 0;
        int everybody = 0;
        MPI_Request request = MPI_REQUEST_NULL;
    };

    [[noreturn]] static void refuse(const std::string& note) {
        throw gantry::Error(gov::cca::CCAExceptionType::NetworkError, note);
    }

    static bool isDone(Agreement& agreement) {
        int done = 0;
        check(MPI_Test(&agreement.request, &done, MPI_STATUS_IGNORE), "MPI_Test");
        return done != 0;
    }

    static void waitFor(Agreement& agreement, double timeout) {
        using Clock = std::chrono::steady_clock;
        const Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                                         std::chrono::duration<double>(timeout));
        while (!isDone(agreement)) {
            if (Clock::now() > end) {
                refuse("some rank did not answer within " + std::to_string(timeout) + " s");
            }
            std::this_thread::sleep_for(std::chrono::microseconds(50));
        }
    }

    void initialise() {
        int initialised = 0;
        check(MPI_Initialized(&initialised), "MPI_Initialized");
        int provided = 0;
        if (initialised) {
            check(MPI_Query_thread(&provided), "MPI_Query_thread");
        } else {
            // Open MPI loads further libraries that look for its symbols, but this library was
            // loaded privately.
            openGlobally();
            check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided),
                  "MPI_Init_thread");
            finalise_ = true;
        }
        if (provided < MPI_THREAD_SERIALIZED) {
            if (finalise_) {
                MPI_Finalize();
            }
            refuse("MPI lets only one thread call it (thread level " + std::to_string(provided) +
                   "), and the calls of an assembly come from several; initialise MPI with "
                   "MPI_THREAD_SERIALIZED or more, or use an MPI that was built with threads");
        }
    }

    static MPI_Comm duplicate() {
        MPI_Comm made = MPI_COMM_NULL;
        check(MPI_Comm_dup(MPI_COMM_WORLD, &made), "MPI_Comm_dup");
        check(MPI_Comm_set_errhandler(made, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
        return made;
    }

    static void openGlobally() {
        Dl_info library{};
        if (dladdr(reinterpret_cast<const void*>(&MPI_Init_thread), &library) != 0) {
            dlopen(library.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
        }
    }

    sidl::array<double> reduce(const sidl::array<double>& values, MPI_Op operation) {
        const sidl::array<double> mine = values.clone();
        sidl::array<double> result(sidl::array<double>::Shape{values.length()});
        check(MPI_Allreduce(mine.data(), result.data(), values.length(), MPI_DOUBLE, operation,
                            communicator_),
              "MPI_Allreduce");
        return result;
    }

    MPI_Comm communicator_ = MPI_COMM_NULL;
    MPI_Comm agreements_ = MPI_COMM_NULL;
    std::unique_ptr<Agreement> unfinished_;
    int rank_ = 0;
    int size_ = 1;
    bool finalise_ = false;
};

}  // namespace parallel

GANTRY_COMPONENT(parallel::Mpi, parallel::kMpi);
