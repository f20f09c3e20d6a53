#include "Library.hpp"

#include <gantry.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <exception>
#include <mutex>
#include <string>
#include <string_view>

#include "Function.hpp"

namespace gantry::mpi::library {

namespace {

// The types come from the header; nothing here makes the library of MPI be linked.
struct Functions {
    decltype(&PMPI_Comm_rank) commRank = nullptr;
    decltype(&PMPI_Comm_size) commSize = nullptr;
    decltype(&PMPI_Comm_test_inter) commTestInter = nullptr;
    decltype(&PMPI_Comm_group) commGroup = nullptr;
    decltype(&PMPI_Comm_remote_group) commRemoteGroup = nullptr;
    decltype(&PMPI_Win_get_group) winGroup = nullptr;
    decltype(&PMPI_Group_size) groupSize = nullptr;
    decltype(&PMPI_Group_translate_ranks) translate = nullptr;
    decltype(&PMPI_Group_free) groupFree = nullptr;
    decltype(&PMPI_Type_size) typeSize = nullptr;
    decltype(&PMPI_Query_thread) queryThread = nullptr;
    decltype(&PMPI_Info_get_nkeys) infoKeys = nullptr;
};

// Written by find() before `complete` is, read only after.
Functions functions;
MPI_Comm world{};
MPI_Comm self{};
MPI_Comm null{};
MPI_Datatype bytes{};
MPI_Info noInfo{};
using detail::Kind;

#ifdef OPEN_MPI
constexpr std::string_view kOurs = "Open MPI";
#else
constexpr std::string_view kOurs = "MPICH";
#endif

// Those that have the handles of MPICH have agreed on it (the MPICH ABI initiative).
bool isOfOurKind(std::string_view version) noexcept {
#ifdef OPEN_MPI
    return version.find("Open MPI") != std::string_view::npos;
#else
    return version.find("MPICH") != std::string_view::npos ||
           version.find("Intel(R) MPI") != std::string_view::npos ||
           version.find("MVAPICH") != std::string_view::npos;
#endif
}

// "MPICH Version:\t4.0.2\nMPICH Release date: ..." is "MPICH Version: 4.0.2".
std::string firstLine(std::string_view version) {
    std::string line;
    for (const char character : version.substr(0, version.find_first_of(",\n"))) {
        const bool blank = character == ' ' || character == '\t';
        if (!blank || (!line.empty() && line.back() != ' ')) {
            line += blank ? ' ' : character;
        }
    }
    return line;
}

void noteAnother(std::string_view version) noexcept {
    try {
        const std::string text =
            "calls of MPI are not measured: the program uses " + firstLine(version) +
            ", and the module 'mpi' was built for " + std::string(kOurs) +
            "; build Gantry with the program's MPI, or load the module of that MPI";
        gantry_fact("problem", text.c_str());
    } catch (const std::exception&) {
        return;  // no memory for the text
    }
}

Kind askKind(const void* caller) noexcept {
    using Ask = int (*)(char*, int*);
    // Static: the stack of a thread of the program may be small.
    constexpr std::size_t kMostText = 65'536;  // no library's text is longer
    static std::array<char, kMostText> text{};
    const auto ask = reinterpret_cast<Ask>(functionBehind("MPI_Get_library_version", caller));
    int length = 0;
    if (ask == nullptr || ask(text.data(), &length) != 0) {
        return Kind::Ours;  // before MPI 3 there was no other way to tell
    }
    const std::string_view version(text.data());
    if (isOfOurKind(version)) {
        return Kind::Ours;
    }
    noteAnother(version);
    return Kind::Another;
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
    self = static_cast<MPI_Comm>(dataOf("ompi_mpi_comm_self", caller));
    null = static_cast<MPI_Comm>(dataOf("ompi_mpi_comm_null", caller));
    bytes = static_cast<MPI_Datatype>(dataOf("ompi_mpi_byte", caller));
    noInfo = static_cast<MPI_Info>(dataOf("ompi_mpi_info_null", caller));
    return world != nullptr && self != nullptr && null != nullptr && bytes != nullptr &&
           noInfo != nullptr;
#else
    world = MPI_COMM_WORLD;
    self = MPI_COMM_SELF;
    null = MPI_COMM_NULL;
    bytes = MPI_BYTE;
    noInfo = MPI_INFO_NULL;
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
        // Ranks of processes that were spawned later are MPI_UNDEFINED there.
        functions.translate(group, size, ranks.data(), worldGroup, all.data());
        functions.groupFree(&worldGroup);
    }
    functions.groupFree(&group);
    return all;
}

}  // namespace

void find(const void* caller) noexcept {
    const bool all = seek(functions.commRank, "PMPI_Comm_rank", caller) &&
                     seek(functions.commSize, "PMPI_Comm_size", caller) &&
                     seek(functions.commTestInter, "PMPI_Comm_test_inter", caller) &&
                     seek(functions.commGroup, "PMPI_Comm_group", caller) &&
                     seek(functions.commRemoteGroup, "PMPI_Comm_remote_group", caller) &&
                     seek(functions.winGroup, "PMPI_Win_get_group", caller) &&
                     seek(functions.groupSize, "PMPI_Group_size", caller) &&
                     seek(functions.translate, "PMPI_Group_translate_ranks", caller) &&
                     seek(functions.groupFree, "PMPI_Group_free", caller) &&
                     seek(functions.typeSize, "PMPI_Type_size", caller) &&
                     seek(functions.queryThread, "PMPI_Query_thread", caller) &&
                     seek(functions.infoKeys, "PMPI_Info_get_nkeys", caller) && seekHandles(caller);
    // All or nothing: callers ask found() once and use any of them.
    detail::complete.store(all, std::memory_order_release);
}

detail::Kind detail::askKindOnce(const void* caller) noexcept {
    static std::once_flag asked;
    std::call_once(asked, [caller] { kind.store(askKind(caller), std::memory_order_release); });
    return kind.load(std::memory_order_acquire);
}

bool isConcurrent() noexcept {
    int level = 0;
    return functions.queryThread(&level) != MPI_SUCCESS || level == MPI_THREAD_MULTIPLE;
}

MPI_Comm commWorld() noexcept {
    return world;
}

MPI_Comm commSelf() noexcept {
    return self;
}

MPI_Comm commNull() noexcept {
    return null;
}

MPI_Datatype byteType() noexcept {
    return bytes;
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

int size(MPI_Comm comm) noexcept {
    int size = 0;
    functions.commSize(comm, &size);
    return size;
}

// MPI_UNDEFINED: the size does not fit an int.
std::int64_t typeSize(MPI_Datatype type) noexcept {
    int size = 0;
    const bool known = functions.typeSize(type, &size) == MPI_SUCCESS && size != MPI_UNDEFINED;
    return known ? size : 0;
}

int hints(MPI_Info info) noexcept {
    int keys = 0;
    return info != noInfo && functions.infoKeys(info, &keys) == MPI_SUCCESS ? keys : 0;
}

std::vector<int> worldRanks(MPI_Comm comm, bool remote) {
    MPI_Group group{};
    const auto ask = remote ? functions.commRemoteGroup : functions.commGroup;
    return ask(comm, &group) == MPI_SUCCESS ? translated(group) : std::vector<int>();
}

std::vector<int> windowRanks(MPI_Win win) {
    MPI_Group group{};
    return functions.winGroup(win, &group) == MPI_SUCCESS ? translated(group) : std::vector<int>();
}

}  // namespace gantry::mpi::library
