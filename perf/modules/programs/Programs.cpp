#include "Programs.hpp"

#include <gantry.h>

#include <Recorder.hpp>
#include <RegionRecords.hpp>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <pthread.h>

#include "Environment.hpp"
#include "ProgramFile.hpp"

namespace gantry::programs {

namespace {

constexpr const char* kModule = "programs";
constexpr std::uint32_t kRecords = 256;
constexpr std::uint32_t kBytesOfName = 32;
enum Field : std::uint32_t { Unmeasured, Unmeasurable, kFieldCount };
constexpr gantry_field_t kFields[kFieldCount]{{"unmeasured", "starts", "sum"},
                                              {"unmeasurable", "starts", "sum"}};
constexpr const char* kReport =
    "gantry-module-report 1\n"
    "title Programs that were started without being measured\n"
    "text What they started in turn was not measured either. Without variables: their environment "
    "has no LD_PRELOAD with libgantry.so, or no GANTRY_MEASURE. Not loadable: they are statically "
    "linked, for another processor, or set-user-ID.\n"
    "names program\n"
    "column starts = unmeasured + unmeasurable\n"
    "column without variables = unmeasured\n"
    "column not loadable = unmeasurable\n"
    "sort starts\n";

enum class State : std::uint32_t { Off, On, Forked };

constinit std::atomic<State> state{State::Off};
constinit io::RegionRecords records;

bool takeRegion() noexcept {
    const gantry_module_t module{
        kModule, nullptr, kFields, 1, kFieldCount, kRecords, kRecords * kBytesOfName};
    gantry_region_t region{};
    if (gantry_module_region(&module, &region) == 0) {
        return false;
    }
    records = io::RegionRecords(region);
    return true;
}

void afterFork() noexcept {
    State on = State::On;
    state.compare_exchange_strong(on, State::Forked);
}

[[gnu::constructor]] void begin() noexcept {
    if (gantry_measuring() == 0 || !takeRegion()) {
        return;
    }
    (void)gantry_fact("module.report.programs", kReport);
    (void)::pthread_atfork(nullptr, nullptr, afterFork);
    state.store(State::On, std::memory_order_release);
}

// A forked child has its parent's memory until it takes its own. One that starts measured programs
// only never does. A child of vfork() cannot.
bool resumes() noexcept {
    State forked = State::Forked;
    if (io::inVforkChild || !state.compare_exchange_strong(forked, State::Off)) {
        return false;
    }
    if (!takeRegion()) {
        return false;
    }
    records.clear();
    state.store(State::On, std::memory_order_release);
    return true;
}

bool counts() noexcept {
    const State now = state.load(std::memory_order_acquire);
    return now == State::On || (now == State::Forked && resumes());
}

// Without its folder.
const char* nameOf(const char* program) noexcept {
    if (program == nullptr || *program == '\0') {
        return "(descriptor)";
    }
    const char* const slash = std::strrchr(program, '/');
    return slash != nullptr && slash[1] != '\0' ? slash + 1 : program;
}

// Records are looked for in memory that forked children share: each would make a new one of a name
// that it knows only itself. Null where there is no room.
std::int64_t* countOf(const char* name, Field field) noexcept {
    const std::size_t length = std::strlen(name);
    std::uint32_t index = records.find(name, length);
    if (index == io::RegionRecords::kNone) {
        index = records.make(name, length);
    }
    if (index == io::RegionRecords::kNone) {
        records.noteLeftOut();
        return nullptr;
    }
    return records.fields(index) + field;
}

}  // namespace

Start::Start(const char* program, char* const* environment, Search search) noexcept {
    const int error = errno;
    const bool isAsked = isMeasured(environment);
    if ((!isAsked || !isLoadable(program, search == Search::InPath)) && counts()) {
        count_ = countOf(nameOf(program), isAsked ? Unmeasurable : Unmeasured);
    }
    if (count_ != nullptr) {
        __atomic_fetch_add(count_, 1, __ATOMIC_RELAXED);
    }
    errno = error;
}

void Start::fail() const noexcept {
    if (count_ != nullptr) {
        __atomic_fetch_sub(count_, 1, __ATOMIC_RELAXED);
    }
}

}  // namespace gantry::programs
