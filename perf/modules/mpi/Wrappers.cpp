// Every row of the table becomes two functions of the program: MPI_NAME, and PMPI_NAME, which the
// Fortran functions of Open MPI call.
#include <mpi.h>

#include <cstdarg>

#include "Call.hpp"
#include "Clocks.hpp"
#include "Library.hpp"
#include "Messages.hpp"
#include "files/Files.hpp"

// The columns of a row: the function's name, its parameters, what they are handed on as, and what a
// call that succeeded has moved.
#define GANTRY_MPI_BODY(name, entry, arguments, moved)             \
    Call call(function##name, entry, __builtin_return_address(0)); \
    auto* const behind = call.behind<decltype(&MPI_##name)>();     \
    if (behind == nullptr) {                                       \
        return MPI_ERR_INTERN;                                     \
    }                                                              \
    GANTRY_MPI_BEFORE                                              \
    const int code = behind arguments;                             \
    if (call.GANTRY_MPI_ENDED(code)) {                             \
        moved                                                      \
    }                                                              \
    GANTRY_MPI_BEHIND                                              \
    return code;

#define GANTRY_MPI(name, parameters, arguments, moved)                               \
    namespace gantry::mpi {                                                          \
    namespace {                                                                      \
    constinit Function function##name{"MPI_" #name, "PMPI_" #name, GANTRY_MPI_KIND}; \
    }                                                                                \
    extern "C" [[gnu::visibility("default")]] int MPI_##name parameters {            \
        GANTRY_MPI_BODY(name, Entry::Mpi, arguments, moved)                          \
    }                                                                                \
    extern "C" [[gnu::visibility("default")]] int PMPI_##name parameters {           \
        GANTRY_MPI_BODY(name, Entry::Pmpi, arguments, moved)                         \
    }                                                                                \
    }

// What else comes before and behind a call, measured or not.
#define GANTRY_MPI_ENDED ended
#define GANTRY_MPI_BEFORE
#define GANTRY_MPI_BEHIND call.mayHaveBegun(code);
#define GANTRY_MPI_KIND "life cycle"
#include "functions/life_cycle.def"
#undef GANTRY_MPI_KIND
#undef GANTRY_MPI_BEHIND
#define GANTRY_MPI_BEHIND
#define GANTRY_MPI_KIND "point-to-point"
#include "functions/point_to_point.def"
#undef GANTRY_MPI_KIND
#define GANTRY_MPI_KIND "completion"
#include "functions/completion.def"
#undef GANTRY_MPI_KIND
#define GANTRY_MPI_KIND "collective"
#undef GANTRY_MPI_BEFORE
#undef GANTRY_MPI_BEHIND
#define GANTRY_MPI_BEFORE call.gathers();
#define GANTRY_MPI_BEHIND call.met(comm);
#include "functions/collective.def"
#undef GANTRY_MPI_BEFORE
#undef GANTRY_MPI_BEHIND
#define GANTRY_MPI_BEFORE
#define GANTRY_MPI_BEHIND
#undef GANTRY_MPI_KIND
#define GANTRY_MPI_KIND "communicator"
#undef GANTRY_MPI_ENDED
#define GANTRY_MPI_ENDED endedMaking
#include "functions/communicator.def"
#undef GANTRY_MPI_ENDED
#define GANTRY_MPI_ENDED ended
#undef GANTRY_MPI_KIND
#define GANTRY_MPI_KIND "one-sided"
#include "functions/one_sided.def"
#undef GANTRY_MPI_KIND
#define GANTRY_MPI_KIND "file"
namespace gantry::mpi {

namespace {

// What calls that succeeded have moved between memory and a file. A record has the bytes of its
// file; those of other files, and in a traced run each of them, are values of an event.
void read(const Call& call, const files::FileCall& record, MPI_File file, files::Way way,
          std::int64_t bytes) noexcept {
    if (!record.moved(file, way, files::Direction::Read, bytes) || messages.traced()) {
        call.got(bytes);
    }
}

void read(const Call& call, const files::FileCall& record, MPI_File file, files::Way way,
          const MPI_Status& status) noexcept {
    read(call, record, file, way, library::moved(status));
}

void wrote(const Call& call, const files::FileCall& record, MPI_File file, files::Way way,
           std::int64_t bytes) noexcept {
    if (!record.moved(file, way, files::Direction::Write, bytes) || messages.traced()) {
        call.gave(bytes);
    }
}

void wrote(const Call& call, const files::FileCall& record, MPI_File file, files::Way way,
           const MPI_Status& status) noexcept {
    wrote(call, record, file, way, library::moved(status));
}

}  // namespace

}  // namespace gantry::mpi
#undef GANTRY_MPI_BEFORE
#define GANTRY_MPI_BEFORE files::FileCall record;
#include "functions/file.def"
#undef GANTRY_MPI_BEFORE
#define GANTRY_MPI_BEFORE
#undef GANTRY_MPI_KIND

namespace gantry::mpi {

namespace {

constinit Function functionPcontrol{"MPI_Pcontrol", "PMPI_Pcontrol", "life cycle"};

// 0 switches all timers off, 1 on, as the standard suggests; other levels are left to other tools.
int control(int level, Entry entry, const void* caller) noexcept {
    if (level == 0 || level == 1) {
        gantry_enable_groups("*", level, nullptr, nullptr);
    }
    const void* const behind = functionPcontrol.behind(entry, caller);
    // Its further arguments are for tools that this one knows nothing of; none can be passed on.
    return behind != nullptr
               ? reinterpret_cast<decltype(&MPI_Pcontrol)>(const_cast<void*>(behind))(level)
               : MPI_SUCCESS;
}

constinit Function functionFinalize{"MPI_Finalize", "PMPI_Finalize", "life cycle"};

// The clocks are compared while messages can still be sent.
int finalize(Entry entry, const void* caller) noexcept {
    if (library::found()) {
        clocks::end();
    }
    Call call(functionFinalize, entry, caller);
    auto* const behind = call.behind<decltype(&MPI_Finalize)>();
    if (behind == nullptr) {
        return MPI_ERR_INTERN;
    }
    const int code = behind();
    (void)call.ended(code);
    return code;
}

}  // namespace

extern "C" [[gnu::visibility("default")]] int MPI_Finalize(void) {
    return finalize(Entry::Mpi, __builtin_return_address(0));
}

extern "C" [[gnu::visibility("default")]] int PMPI_Finalize(void) {
    return finalize(Entry::Pmpi, __builtin_return_address(0));
}

extern "C" [[gnu::visibility("default")]] int MPI_Pcontrol(const int level, ...) {
    return control(level, Entry::Mpi, __builtin_return_address(0));
}

extern "C" [[gnu::visibility("default")]] int PMPI_Pcontrol(const int level, ...) {
    return control(level, Entry::Pmpi, __builtin_return_address(0));
}

}  // namespace gantry::mpi
