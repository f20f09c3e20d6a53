#include <perf/model/Operation.hpp>

#include <doctest/doctest.h>

#include <string>
#include <utility>

using namespace gantry::perf;

namespace {

OperationKind kindOf(const std::string& name, const std::string& type = "",
                     TimerKind kind = TimerKind::Timer) {
    TimerInfo timer;
    timer.name = name;
    timer.type = type;
    timer.kind = kind;
    return operationOf(timer);
}

}  // namespace

TEST_SUITE_BEGIN("perf.model.Operation");

TEST_CASE("a place in the source goes into a name and comes out again") {
    const SourceLocation place{"dir with } {/a.cpp", 12, 5};
    const std::string name = nameAt("solve", place);
    CHECK(name == "solve [{dir with } {/a.cpp} {12,5}]");
    CHECK(sourceOf(name) == place);
    const SourceLocation plain{"a.cpp", 12, 0};
    CHECK(sourceOf(nameAt("f [{x} {1,2}]", plain)) == plain);
    CHECK(withoutSource(nameAt("solve", plain)) == "solve");
    CHECK(nameAt("solve", {}) == "solve");
    // As TAU writes them.
    CHECK(sourceOf("main [{foo.c} {12,1}-{20,3}]") == SourceLocation{"foo.c", 12, 1});
    CHECK(sourceOf("main [{foo.c} {12, 1}]") == SourceLocation{"foo.c", 12, 1});
    CHECK(sourceOf("main [{foo.c} {12}]") == SourceLocation{"foo.c", 12, 0});
}

TEST_CASE("names that only look as if they had a place have none") {
    for (const char* const name :
         {"", "solve", "solve [{a.cpp}]", "solve [{a.cpp} {x,5}]", "solve [{a.cpp} {12,5}",
          "solve [{a.cpp} {12,5}] more", "solve [{} {1,2}]", "solve [{a.cpp} {12,5 }]",
          "solve [{a.cpp} {-1,5}]", "solve [{a.cpp} {99999999999,5}]", "[{a.cpp} {1,2}]"}) {
        CAPTURE(name);
        CHECK(!sourceOf(name));
        CHECK(withoutSource(name) == name);
    }
}

TEST_CASE("operations of MPI go by the function, others by their type") {
    CHECK(kindOf("MPI_Isend") == OperationKind::Send);
    CHECK(kindOf("MPI_Rsend") == OperationKind::Send);
    CHECK(kindOf("MPI_Waitall") == OperationKind::Receive);
    CHECK(kindOf("MPI_Ibcast") == OperationKind::Collective);
    CHECK(kindOf("MPI_Iallreduce") == OperationKind::Collective);
    CHECK(kindOf("MPI_Neighbor_alltoall") == OperationKind::Collective);
    CHECK(kindOf("MPI_File_write") == OperationKind::InputOutput);
    CHECK(kindOf("MPI_Get") == OperationKind::Receive);
    for (const char* const name : {"MPI_Get_count", "MPI_Init", "MPI_Info_create", "MPI_Alloc_mem",
                                   "readTable", "writeback", "read", "MPI"}) {
        CAPTURE(name);
        CHECK(kindOf(name) == OperationKind::Function);
    }
    CHECK(kindOf("read", "I/O") == OperationKind::InputOutput);
    CHECK(kindOf("setup", "", TimerKind::Phase) == OperationKind::User);
    CHECK(kindOf(nameAt("MPI_Send", {"a.c", 1, 0})) == OperationKind::Send);
}

TEST_SUITE_END();
