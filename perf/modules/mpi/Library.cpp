#include "Library.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <unordered_map>
#include <vector>

#include "Function.hpp"

namespace gantry::mpi::library {

namespace {

// The types come from the header; nothing here makes the library of MPI be linked.
struct Functions {
    decltype(&PMPI_Comm_rank) commRank = nullptr;
    decltype(&PMPI_Comm_size) commSize = nullptr;
    decltype(&PMPI_Comm_remote_size) commRemoteSize = nullptr;
    decltype(&PMPI_Comm_test_inter) commTestInter = nullptr;
    decltype(&PMPI_Comm_group) commGroup = nullptr;
    decltype(&PMPI_Comm_remote_group) commRemoteGroup = nullptr;
    decltype(&PMPI_Win_get_group) winGroup = nullptr;
    decltype(&PMPI_Group_size) groupSize = nullptr;
    decltype(&PMPI_Group_translate_ranks) translate = nullptr;
    decltype(&PMPI_Group_free) groupFree = nullptr;
    decltype(&PMPI_Type_size) typeSize = nullptr;
    decltype(&PMPI_Get_elements_x) elements = nullptr;
    decltype(&PMPI_Test_cancelled) testCancelled = nullptr;
};

// Written by find() before `complete` is, read only after.
Functions functions;
MPI_Comm world{};
MPI_Datatype byteType{};
constinit std::atomic<bool> complete{false};

struct Translations {
    std::mutex mutex;
    std::unordered_map<std::uintptr_t, std::vector<int>> worldRanks;
};

// Never destroyed: threads may communicate until the process is gone.
Translations& translations() {
    static auto* const made = new Translations;
    return *made;
}

template <class Pointer>
bool seek(Pointer& function, const char* name, const void* caller) noexcept {
    function = reinterpret_cast<Pointer>(functionBehind(name, caller));
    return function != nullptr;
}

// Handles that are addresses of data in Open MPI, and numbers in MPICH.
bool seekHandles([[maybe_unused]] const void* caller) noexcept {
#ifdef OPEN_MPI
    world = static_cast<MPI_Comm>(dataOf("ompi_mpi_comm_world", caller));
    byteType = static_cast<MPI_Datatype>(dataOf("ompi_mpi_byte", caller));
    return world != nullptr && byteType != nullptr;
#else
    world = MPI_COMM_WORLD;
    byteType = MPI_BYTE;
    return true;
#endif
}

// Ranks of the group in MPI_COMM_WORLD. Frees the group.
std::vector<int> translated(MPI_Group group) {
    int size = 0;
    functions.groupSize(group, &size);
    std::vector<int> ranks(static_cast<std::size_t>(std::max(size, 0)));
    std::vector<int> all(ranks.size(), -1);
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
        ranks[rank] = static_cast<int>(rank);
    }
    MPI_Group worldGroup{};
    if (functions.commGroup(world, &worldGroup) == MPI_SUCCESS) {
        functions.translate(group, size, ranks.data(), worldGroup, all.data());
        functions.groupFree(&worldGroup);
    }
    functions.groupFree(&group);
    return all;
}

// The partner's place in what `groupOf` gives, which is asked once for each handle.
template <class Ask>
int rankIn(std::uintptr_t key, int rank, Ask groupOf) noexcept {
    try {
        auto& [mutex, worldRanks] = translations();
        const std::lock_guard guard(mutex);
        auto known = worldRanks.find(key);
        if (known == worldRanks.end()) {
            MPI_Group group{};
            if (groupOf(&group) != MPI_SUCCESS) {
                return -1;
            }
            known = worldRanks.emplace(key, translated(group)).first;
        }
        const std::vector<int>& all = known->second;
        const bool inside = rank >= 0 && static_cast<std::size_t>(rank) < all.size();
        return inside ? all[static_cast<std::size_t>(rank)] : -1;
    } catch (const std::exception&) {
        // No memory: the partner counts among the others.
        return -1;
    }
}

void forgetKey(std::uintptr_t key) noexcept {
    auto& [mutex, worldRanks] = translations();
    const std::lock_guard guard(mutex);
    worldRanks.erase(key);
}

}  // namespace

void find(const void* caller) noexcept {
    const bool all = seek(functions.commRank, "PMPI_Comm_rank", caller) &&
                     seek(functions.commSize, "PMPI_Comm_size", caller) &&
                     seek(functions.commRemoteSize, "PMPI_Comm_remote_size", caller) &&
                     seek(functions.commTestInter, "PMPI_Comm_test_inter", caller) &&
                     seek(functions.commGroup, "PMPI_Comm_group", caller) &&
                     seek(functions.commRemoteGroup, "PMPI_Comm_remote_group", caller) &&
                     seek(functions.winGroup, "PMPI_Win_get_group", caller) &&
                     seek(functions.groupSize, "PMPI_Group_size", caller) &&
                     seek(functions.translate, "PMPI_Group_translate_ranks", caller) &&
                     seek(functions.groupFree, "PMPI_Group_free", caller) &&
                     seek(functions.typeSize, "PMPI_Type_size", caller) &&
                     seek(functions.elements, "PMPI_Get_elements_x", caller) &&
                     seek(functions.testCancelled, "PMPI_Test_cancelled", caller) &&
                     seekHandles(caller);
    complete.store(all, std::memory_order_release);
}

bool found() noexcept {
    return complete.load(std::memory_order_acquire);
}

MPI_Comm commWorld() noexcept {
    return world;
}

int rank(MPI_Comm comm) noexcept {
    int rank = -1;
    functions.commRank(comm, &rank);
    return rank;
}

bool isInter(MPI_Comm comm) noexcept {
    int inter = 0;
    functions.commTestInter(comm, &inter);
    return inter != 0;
}

int reached(MPI_Comm comm) noexcept {
    int size = 0;
    if (isInter(comm)) {
        functions.commRemoteSize(comm, &size);
    } else {
        functions.commSize(comm, &size);
    }
    return size;
}

std::int64_t typeSize(MPI_Datatype type) noexcept {
    int size = 0;
    const bool known = functions.typeSize(type, &size) == MPI_SUCCESS && size != MPI_UNDEFINED;
    return known ? size : 0;
}

std::int64_t received(const MPI_Status& status) noexcept {
    int cancelled = 0;
    functions.testCancelled(&status, &cancelled);
    MPI_Count bytes = 0;
    const bool known =
        cancelled == 0 && functions.elements(&status, byteType, &bytes) == MPI_SUCCESS;
    return known && bytes != MPI_UNDEFINED ? static_cast<std::int64_t>(bytes) : 0;
}

int worldRank(MPI_Comm comm, int rank) noexcept {
    if (comm == world) {
        return rank;
    }
    return rankIn(keyOf(comm), rank, [comm](MPI_Group* group) {
        return isInter(comm) ? functions.commRemoteGroup(comm, group)
                             : functions.commGroup(comm, group);
    });
}

int worldRank(MPI_Win win, int rank) noexcept {
    return rankIn(keyOf(win), rank,
                  [win](MPI_Group* group) { return functions.winGroup(win, group); });
}

void forget(MPI_Comm comm) noexcept {
    forgetKey(keyOf(comm));
}

void forget(MPI_Win win) noexcept {
    forgetKey(keyOf(win));
}

}  // namespace gantry::mpi::library
