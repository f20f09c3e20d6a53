// What Kokkos calls in a tool that tunes. Kokkos looks these functions up by name; programs built
// without tuning never call them.
#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <memory>
#include <mutex>
#include <string>

#include "KokkosTuner.hpp"
#include "StoredExperience.hpp"

namespace optimizer::kokkos {

namespace {

std::int64_t now() {
    const auto sinceBoot = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration_cast<std::chrono::nanoseconds>(sinceBoot).count();
}

// Null where no store is named.
std::unique_ptr<StoredExperience> storeOfUser() {
    const char* const file = std::getenv("GANTRY_TUNING_STORE");
    return file == nullptr || *file == '\0'
               ? nullptr
               : std::make_unique<StoredExperience>(file, ::program_invocation_short_name);
}

// The one of the process, as Kokkos has one tool. Never destroyed: Kokkos may call until the end.
struct Served {
    std::mutex mutex;
    std::unique_ptr<StoredExperience> experience = storeOfUser();
    KokkosTuner tuner{now, experience.get()};
};

Served& served() {
    // NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables): one for the process
    static Served& all = *new Served;
    return all;
}

// No exception gets into Kokkos: it uses its own values then.
template <class Work>
void serveAll(const Work& work) noexcept {
    try {
        Served& all = served();
        const std::lock_guard lock(all.mutex);
        work(all);
    } catch (const std::exception&) {
        return;
    }
}

template <class Work>
void serve(const Work& work) noexcept {
    serveAll([&work](Served& all) { work(all.tuner); });
}

// Cut to fit, with a zero byte.
void copyText(const std::string& from, char* text, std::size_t room) noexcept {
    const std::size_t length = std::min(from.size(), room - 1);
    std::memcpy(text, from.data(), length);
    text[length] = '\0';
}

}  // namespace

// NOLINTBEGIN(readability-identifier-naming): names that others look up
#define GANTRY_EXPORTED extern "C" [[gnu::visibility("default")]]

GANTRY_EXPORTED void kokkosp_declare_output_type(const char* name, std::size_t variable,
                                                 TuningVariable* info) noexcept {
    serve([&](KokkosTuner& tuner) { tuner.declareOutput(name, variable, *info); });
}

GANTRY_EXPORTED void kokkosp_declare_input_type(const char* name, std::size_t variable,
                                                TuningVariable* info) noexcept {
    serve([&](KokkosTuner& tuner) { tuner.declareInput(name, variable, *info); });
}

GANTRY_EXPORTED void kokkosp_declare_optimization_goal(std::size_t context,
                                                       TuningGoal goal) noexcept {
    serve([&](KokkosTuner& tuner) { tuner.declareGoal(context, goal); });
}

GANTRY_EXPORTED void kokkosp_request_values(std::size_t context, std::size_t inputs,
                                            const TuningAssignment* input, std::size_t outputs,
                                            TuningAssignment* output) noexcept {
    serve([&](KokkosTuner& tuner) { tuner.request(context, {input, inputs}, {output, outputs}); });
}

GANTRY_EXPORTED void kokkosp_begin_context(std::size_t /*context*/) noexcept {}

// Older versions of Kokkos pass no goal; then none was declared either, and it is not read.
GANTRY_EXPORTED void kokkosp_end_context(std::size_t context, TuningAssignment goal) noexcept {
    serve([&](KokkosTuner& tuner) { tuner.end(context, &goal); });
}

/// What was tuned, for the module that reports it: the text of that number, cut to fit, with a zero
/// byte. 0: there are no more.
extern "C" int gantry_kokkos_tuned(std::size_t number, char* text, std::size_t room) noexcept {
    int isThere = 0;
    serve([&](KokkosTuner& tuner) {
        const auto results = tuner.results();
        if (number < results.size() && room > 0) {
            copyText(textOf(results[number]), text, room);
            isThere = 1;
        }
    });
    return isThere;
}

/// At the end, once: keeps what was learned where a store is named. 1 where something was not read
/// or not kept, with the reason as text; else 0.
extern "C" int gantry_kokkos_keep(char* text, std::size_t room) noexcept {
    int hasProblem = 0;
    serveAll([&](Served& all) {
        all.tuner.keep();
        if (all.experience != nullptr && !all.experience->problem().empty() && room > 0) {
            copyText(all.experience->problem(), text, room);
            hasProblem = 1;
        }
    });
    return hasProblem;
}
// NOLINTEND(readability-identifier-naming)

}  // namespace optimizer::kokkos
