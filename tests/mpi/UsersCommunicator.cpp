// Run on three ranks: a program that has begun MPI gives each half of itself to a framework. Counts
// what is done with all processes meanwhile.
#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/AbstractFramework.hpp>
#include <gov/cca/TypeMap.hpp>
#include <parallel/MPIService.hpp>
#include <parallel/Upcalls.hpp>

#include <mpi.h>

#include <iostream>
#include <stdexcept>
#include <string>

namespace {

int usesOfWorld = 0;

void count(MPI_Comm communicator) {
    usesOfWorld += communicator == MPI_COMM_WORLD ? 1 : 0;
}

void expect(bool holds, const std::string& what) {
    if (!holds) {
        throw std::runtime_error("not so: " + what);
    }
}

void refuseWithout() {
    gantry::framework::Framework framework({GANTRY_COMPONENT_DIRECTORY});
    try {
        framework.createInstance("parallel.Mpi", "ranks");
    } catch (gov::cca::CCAException& error) {
        expect(error.getNote().find("property 'communicator'") != std::string::npos,
               "the message shows how to give the communicator");
        return;
    }
    expect(false, "a program that has begun MPI has to say which communicator");
}

void useHalf(MPI_Comm half) {
    gantry::framework::Framework framework({GANTRY_COMPONENT_DIRECTORY});
    const auto properties = framework.abstractFramework()->createTypeMap();
    properties->putLong("communicator", MPI_Comm_c2f(half));
    framework.builderService()->createInstance("ranks", "parallel.Mpi", properties);
    const auto ranks =
        gantry::castPort<parallel::Upcalls>(framework.providedPort("ranks", "upcalls"), "upcalls");
    int rank = 0;
    int size = 0;
    MPI_Comm_rank(half, &rank);
    MPI_Comm_size(half, &size);
    expect(ranks->getRank() == rank && ranks->getSize() == size, "the ranks are those of the half");
    ranks->barrier();
    expect(ranks->reduceSum({1})[0] == size, "a sum is that of the half");
    expect(ranks->agree(true, 60), "the half agrees");
    const auto service =
        gantry::castPort<parallel::MPIService>(framework.providedPort("ranks", "mpi"), "mpi");
    const auto own = service->getComm();
    int result = MPI_UNEQUAL;
    MPI_Comm_compare(MPI_Comm_f2c(static_cast<MPI_Fint>(own)), half, &result);
    expect(result == MPI_CONGRUENT, "components get a duplicate of the half");
    service->releaseComm(own);
}

}  // namespace

// What the component calls, before MPI itself.
extern "C" int MPI_Comm_dup(MPI_Comm communicator, MPI_Comm* made) {
    count(communicator);
    return PMPI_Comm_dup(communicator, made);
}
extern "C" int MPI_Barrier(MPI_Comm communicator) {
    count(communicator);
    return PMPI_Barrier(communicator);
}

int main(int argc, char** argv) {
    int provided = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    int world = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &world);
    MPI_Comm half = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, world == 2 ? 1 : 0, world, &half);
    try {
        refuseWithout();
        useHalf(half);
        expect(usesOfWorld == 0, "all processes are nobody's business but the program's");
        int finalised = 0;
        MPI_Finalized(&finalised);
        expect(!finalised, "who began MPI ends it");
    } catch (const std::exception& error) {
        std::cerr << "rank " << world << ": " << error.what() << '\n';
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
    if (world == 0) {
        std::cout << "done\n";
    }
    MPI_Comm_free(&half);
    MPI_Finalize();
    return 0;
}
