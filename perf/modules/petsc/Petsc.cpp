// The logging of PETSc. All that is known of PETSc is the type of four functions, which have been
// the same since version 3.0: no header, no structure.
#include <gantry.h>

#include <NextFunction.hpp>
#include <OpenRegions.hpp>
#include <TimerNames.hpp>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>

namespace gantry::petsc {

namespace {

using regions::OpenRegions;
using regions::TimerNames;

// An event or stage by its number, what has to do with it, and up to four objects.
using Handler = int (*)(int event, int, void*, void*, void*, void*);

// By which an end finds its begin.
enum Kind : std::uint32_t { OfEvent, OfStage };

/// The timer of each event or stage, by the number that PETSc gave it.
class Numbers final {
public:
    constexpr Numbers() noexcept = default;

    void set(int place, TimerNames::Number number) noexcept {
        if (const auto at = static_cast<std::size_t>(place); at < kMost) {
            numbers_[at].store(number + 1, std::memory_order_relaxed);
        }
    }
    // kNothing for those that are not known.
    [[nodiscard]] TimerNames::Number at(int place) const noexcept {
        const auto at = static_cast<std::size_t>(place);
        const TimerNames::Number number =
            at < kMost ? numbers_[at].load(std::memory_order_relaxed) : 0;
        return number == 0 ? TimerNames::kNothing : number - 1;
    }

private:
    static constexpr std::size_t kMost = 32768;
    std::array<std::atomic<TimerNames::Number>, kMost> numbers_{};
};

constinit TimerNames names{"PETSc"};
constinit Numbers events;
constinit Numbers stages;
constinit std::atomic<bool> isOn{false};
constinit std::atomic<Handler> nextBegin{nullptr};
constinit std::atomic<Handler> nextEnd{nullptr};
[[gnu::tls_model("initial-exec")]] constinit thread_local OpenRegions open;

bool on() noexcept {
    return isOn.load(std::memory_order_relaxed);
}

// Those that were set before come first and last, so that their time is not in that of the event.
int onBegin(int event, int context, void* first, void* second, void* third, void* fourth) {
    const Handler next = nextBegin.load(std::memory_order_relaxed);
    const int failed = next != nullptr ? next(event, context, first, second, third, fourth) : 0;
    if (on()) {
        open.begin(names, events.at(event), OfEvent);
    }
    return failed;
}

int onEnd(int event, int context, void* first, void* second, void* third, void* fourth) {
    if (on()) {
        open.endNumber(names, events.at(event));
    }
    const Handler next = nextEnd.load(std::memory_order_relaxed);
    return next != nullptr ? next(event, context, first, second, third, fourth) : 0;
}

using Set = int (*)(Handler begin, Handler end);
using Register = int (*)(const char* name, int classId, int* event);
using RegisterStage = int (*)(const char* name, int* stage);
using Push = int (*)(int stage);
using Pop = int (*)();

constinit regions::NextFunction<Set> nextSet{"PetscLogSet"};
constinit regions::NextFunction<Register> nextRegister{"PetscLogEventRegister"};
constinit regions::NextFunction<RegisterStage> nextRegisterStage{"PetscLogStageRegister"};
constinit regions::NextFunction<Push> nextPush{"PetscLogStagePush"};
constinit regions::NextFunction<Pop> nextPop{"PetscLogStagePop"};
constinit regions::NextFunction<Handler*> currentBegin{"PetscLogPLB"};

// PETSc registers events when its logging is ready, and again after it was finalised and is
// initialised anew; it forgets the functions in between.
void install(const void* caller) noexcept {
    Handler* const current = currentBegin.from(caller);
    const Set set = nextSet.from(caller);
    if (on() && current != nullptr && set != nullptr && *current == nullptr) {
        nextBegin.store(nullptr, std::memory_order_relaxed);
        nextEnd.store(nullptr, std::memory_order_relaxed);
        (void)set(onBegin, onEnd);
    }
}

[[gnu::constructor]] void begin() noexcept {
    isOn.store(gantry_measuring() != 0, std::memory_order_release);
}

[[gnu::destructor]] void end() noexcept {
    isOn.store(false, std::memory_order_release);
}

// What PETSc returns for a library that is not there.
constexpr int kErrorLibrary = 76;

}  // namespace

#define GANTRY_EXPORTED extern "C" [[gnu::visibility("default")]]

GANTRY_EXPORTED int PetscLogSet(Handler begin, Handler end) {
    const Set set = nextSet.from(__builtin_return_address(0));
    if (set == nullptr) {
        return kErrorLibrary;
    }
    // Nothing at all is what PETSc sets before its logging goes.
    if (!on() || (begin == nullptr && end == nullptr)) {
        return set(begin, end);
    }
    nextBegin.store(begin, std::memory_order_relaxed);
    nextEnd.store(end, std::memory_order_relaxed);
    return set(onBegin, onEnd);
}

GANTRY_EXPORTED int PetscLogEventRegister(const char* name, int classId, int* event) {
    const void* const caller = __builtin_return_address(0);
    const Register next = nextRegister.from(caller);
    const int failed = next != nullptr ? next(name, classId, event) : kErrorLibrary;
    if (failed == 0 && on()) {
        events.set(*event, names.numberOf(name, "event"));
        install(caller);
    }
    return failed;
}

GANTRY_EXPORTED int PetscLogStageRegister(const char* name, int* stage) {
    const RegisterStage next = nextRegisterStage.from(__builtin_return_address(0));
    const int failed = next != nullptr ? next(name, stage) : kErrorLibrary;
    if (failed == 0 && on()) {
        stages.set(*stage, names.numberOf(name, "stage"));
    }
    return failed;
}

GANTRY_EXPORTED int PetscLogStagePush(int stage) {
    const Push next = nextPush.from(__builtin_return_address(0));
    const int failed = next != nullptr ? next(stage) : kErrorLibrary;
    if (failed == 0 && on()) {
        open.begin(names, stages.at(stage), OfStage);
    }
    return failed;
}

GANTRY_EXPORTED int PetscLogStagePop() {
    const Pop next = nextPop.from(__builtin_return_address(0));
    const int failed = next != nullptr ? next() : kErrorLibrary;
    if (failed == 0 && on()) {
        open.end(names, OfStage);
    }
    return failed;
}

}  // namespace gantry::petsc
