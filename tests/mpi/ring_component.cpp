// A component that speaks MPI itself, as solvers do.
#include <gantry/plugin.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/ports/GoPort.hpp>
#include <parallel/MPIService.hpp>

#include <mpi.h>

#include <array>

namespace fixtures {

constexpr gantry::PortDescription kProvides[] = {{"go", "gov.cca.ports.GoPort"}};
constexpr gantry::PortDescription kUses[] = {{"mpi", "parallel.MPIService"}};
constexpr auto kDescription =
    gantry::describe({"fixtures.Ring", "1.0", "Hands 100 messages of 4,000 bytes to the next rank"},
                     kProvides, kUses);

class Ring final : public gov::cca::ports::GoPort, public gov::cca::Component {
public:
    void setServices(const std::shared_ptr<gov::cca::Services>& services) override {
        services_ = services;
        gantry::registerUsesPorts(*services, kDescription);
        services->addProvidesPort(gantry::own<gov::cca::Port>(this), "go", "gov.cca.ports.GoPort",
                                  nullptr);
    }
    std::int32_t go() override {
        const gantry::UsedPort<parallel::MPIService> mpi(services_, "mpi");
        const std::int64_t given = mpi->getComm();
        exchange(MPI_Comm_f2c(static_cast<MPI_Fint>(given)));
        mpi->releaseComm(given);
        return 0;
    }

private:
    static void exchange(MPI_Comm comm) {
        constexpr int kMessages = 100;
        std::array<char, 4000> sent{};
        std::array<char, 4000> received{};
        int rank = 0;
        int size = 1;
        MPI_Comm_rank(comm, &rank);
        MPI_Comm_size(comm, &size);
        for (int message = 0; message < kMessages; ++message) {
            MPI_Sendrecv(sent.data(), sent.size(), MPI_CHAR, (rank + 1) % size, 0, received.data(),
                         received.size(), MPI_CHAR, (rank + size - 1) % size, 0, comm,
                         MPI_STATUS_IGNORE);
        }
    }

    std::shared_ptr<gov::cca::Services> services_;
};

}  // namespace fixtures

GANTRY_COMPONENT(fixtures::Ring, fixtures::kDescription);
