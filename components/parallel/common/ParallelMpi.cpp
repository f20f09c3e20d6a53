#include <gantry/Error.hpp>
#include <gantry/plugin.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/ComponentID.hpp>
#include <gov/cca/Services.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/BuilderService.hpp>
#include <parallel/MPIService.hpp>
#include <parallel/Upcalls.hpp>

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <dlfcn.h>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "Agreements.hpp"

namespace parallel {

constexpr gantry::PortDescription kProvides[] = {{"upcalls", "parallel.Upcalls"},
                                                 {"mpi", "parallel.MPIService"}};
constexpr gantry::PortDescription kBuilder{"builder", "gov.cca.ports.BuilderService", false};
constexpr gantry::PortDescription kUses[] = {kBuilder};
constexpr gantry::ComponentDescription kMpi =
    gantry::describe({GANTRY_MPI_CLASS, "1.1", GANTRY_MPI_SUMMARY}, kProvides, kUses);
/// The property of the instance with the most bytes that collective calls send at once: MPI counts
/// them in an int.
constexpr const char* kMostAtOnce = "mostAtOnce";
/// The tag of pieces, on a communicator of their own.
constexpr int kPiece = 1;
/// The property of the instance that holds the communicator of the run, as MPI_Comm_c2f gives it.
constexpr const char* kCommunicator = "communicator";

int lengthOf(std::size_t size) {
    if (size > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
        throw gantry::Error(gov::cca::CCAExceptionType::NetworkError,
                            "a message of " + std::to_string(size) +
                                " bytes is too long; send at most 2 GiB at once, or gather or "
                                "broadcast it");
    }
    return static_cast<int>(size);
}

/// Everything runs on duplicates of the run's communicator, so that no message of a component meets
/// ours: that of the property kCommunicator, else all the processes of the launcher, where MPI is
/// initialized here, with MPI_THREAD_MULTIPLE, and then finalized here. The upcalls come from one
/// thread at a time, but not always from the same one, and components may speak MPI meanwhile: less
/// than MPI_THREAD_SERIALIZED is refused.
class Mpi final : public Upcalls, public MPIService, public gov::cca::Component {
public:
    Mpi() = default;
    ~Mpi() override {
        int finalised = 0;
        MPI_Finalized(&finalised);
        if (finalised || !agreements_ || agreements_->isOpen()) {
            // With an open agreement, the end would wait for ranks that do not come.
            return;
        }
        agreements_.reset();
        MPI_Comm_free(&pieces_);
        MPI_Comm_free(&communicator_);
        if (finalise_) {
            MPI_Finalize();
        }
    }
    Mpi(const Mpi&) = delete;
    Mpi& operator=(const Mpi&) = delete;

    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        gantry::registerUsesPorts(*services, kMpi);
        const MPI_Comm run = begin(readProperties(services));
        communicator_ = duplicate(run);
        pieces_ = duplicate(run);
        agreements_ = std::make_unique<Agreements>(run);
        check(MPI_Comm_rank(communicator_, &rank_), "MPI_Comm_rank");
        check(MPI_Comm_size(communicator_, &size_), "MPI_Comm_size");
        services->addProvidesPort(gantry::own<Upcalls>(this), "upcalls", "parallel.Upcalls",
                                  nullptr);
        services->addProvidesPort(gantry::own<MPIService>(this), "mpi", "parallel.MPIService",
                                  nullptr);
    }

    std::int32_t getRank() override { return rank_; }
    std::int32_t getSize() override { return size_; }
    void barrier() override { check(MPI_Barrier(communicator_), "MPI_Barrier"); }

    void broadcast(std::string& data, std::int32_t root) override {
        // The others do not know the length.
        auto length = static_cast<std::int64_t>(data.size());
        check(MPI_Bcast(&length, 1, MPI_INT64_T, root, communicator_), "MPI_Bcast");
        data.resize(static_cast<std::size_t>(length));
        eachPiece(data.size(), [&](std::size_t begin, int size) {
            check(MPI_Bcast(data.data() + begin, size, MPI_CHAR, root, communicator_), "MPI_Bcast");
        });
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
        const auto length = static_cast<std::int64_t>(data.size());
        const bool isRoot = rank_ == root;
        std::vector<std::int64_t> lengths(isRoot ? static_cast<std::size_t>(size_) : 0);
        check(MPI_Gather(&length, 1, MPI_INT64_T, lengths.data(), 1, MPI_INT64_T, root,
                         communicator_),
              "MPI_Gather");
        std::vector<std::string> texts;
        if (!isRoot) {
            sendPieces(data, root);
        }
        // Rank by rank, so that nothing is there twice and no count is that of all together.
        for (std::size_t rank = 0; rank < lengths.size(); ++rank) {
            texts.push_back(static_cast<int>(rank) == root
                                ? data
                                : receivePieces(static_cast<std::size_t>(lengths[rank]),
                                                static_cast<int>(rank)));
        }
        return sidl::array<std::string>(texts);
    }

    bool agree(bool ok, double timeout) override { return agreements_->agree(ok, timeout); }
    sidl::array<double> agreeOnMaximum(const sidl::array<double>& values, double timeout) override {
        return sidl::array<double>(agreements_->maximum(values.toVector(), timeout));
    }
    sidl::array<std::int32_t> getMissing() override {
        return sidl::array<std::int32_t>(agreements_->missing());
    }

    void abort(std::int32_t status) override {
        MPI_Abort(communicator_, status);
        // MPI_Abort may return, and destructors would wait for ranks that are gone.
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
        // Probed and received as one matched message: with MPI_Probe another thread could take it
        // between the two.
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
    [[noreturn]] static void refuse(const std::string& note) {
        throw gantry::Error(gov::cca::CCAExceptionType::NetworkError, note);
    }

    /// What the properties of this instance say: the communicator, or nothing.
    std::optional<MPI_Fint> readProperties(const std::shared_ptr<gov::cca::Services>& services) {
        const gantry::UsedPort<gov::cca::ports::BuilderService> builder(services, kBuilder.name);
        const auto properties = builder->getComponentProperties(services->getComponentID());
        const std::int64_t most =
            properties->getLong(kMostAtOnce, static_cast<std::int64_t>(mostAtOnce_));
        if (most < 1 || most > std::numeric_limits<int>::max()) {
            refuse("property 'mostAtOnce' is " + std::to_string(most) +
                   " bytes; set it to a number from 1 to 2147483647, or leave it out");
        }
        mostAtOnce_ = static_cast<std::size_t>(most);
        if (!properties->hasKey(kCommunicator)) {
            return std::nullopt;
        }
        return static_cast<MPI_Fint>(properties->getLong(kCommunicator, 0));
    }

    /// Begins MPI where nobody has, and returns the communicator of the run.
    MPI_Comm begin(std::optional<MPI_Fint> given) {
        int initialised = 0;
        check(MPI_Initialized(&initialised), "MPI_Initialized");
        if (bool(initialised) != given.has_value()) {
            refuse(initialised ? "the program has initialised MPI but has not passed a "
                                 "communicator; set the property 'communicator' (long) of this "
                                 "instance to the result of MPI_Comm_c2f"
                               : "property 'communicator' names a communicator, but nobody has "
                                 "initialised MPI; initialise it first, or leave the property out");
        }
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
        // The only place that means all processes: nobody but the launcher has said which.
        return given ? MPI_Comm_f2c(*given) : MPI_COMM_WORLD;
    }

    static void openGlobally() {
        Dl_info library{};
        // By a function that no tool for measurement stands before.
        if (dladdr(reinterpret_cast<const void*>(&MPI_Error_string), &library) != 0) {
            dlopen(library.dli_fname, RTLD_NOW | RTLD_GLOBAL | RTLD_NOLOAD);
        }
    }

    template <class Work>
    void eachPiece(std::size_t size, Work work) const {
        for (std::size_t begin = 0; begin < size; begin += mostAtOnce_) {
            work(begin, static_cast<int>(std::min(mostAtOnce_, size - begin)));
        }
    }

    void sendPieces(const std::string& data, int destination) {
        eachPiece(data.size(), [&](std::size_t begin, int size) {
            check(MPI_Send(data.data() + begin, size, MPI_CHAR, destination, kPiece, pieces_),
                  "MPI_Send");
        });
    }

    std::string receivePieces(std::size_t length, int source) {
        std::string data(length, '\0');
        eachPiece(length, [&](std::size_t begin, int size) {
            check(MPI_Recv(data.data() + begin, size, MPI_CHAR, source, kPiece, pieces_,
                           MPI_STATUS_IGNORE),
                  "MPI_Recv");
        });
        return data;
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
    MPI_Comm pieces_ = MPI_COMM_NULL;
    std::size_t mostAtOnce_ = std::size_t{1} << 30U;
    std::unique_ptr<Agreements> agreements_;
    int rank_ = 0;
    int size_ = 1;
    bool finalise_ = false;
};

}  // namespace parallel

GANTRY_COMPONENT(parallel::Mpi, parallel::kMpi);
