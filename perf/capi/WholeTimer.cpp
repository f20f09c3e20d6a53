#include "WholeTimer.hpp"

#include <exception>

#include "ProcessEngine.hpp"

namespace gantry::capi {

std::optional<perf::TimerId> wholeTimer(const char* name, const std::string& type) noexcept {
    try {
        if (perf::Engine* const engine = processEngine()) {
            const perf::TimerId timer = engine->registerTimer(name, type, "program");
            engine->setMayStayOpen(timer);
            return timer;
        }
    } catch (const std::exception&) {
        // The program runs on without this timer.
        return std::nullopt;
    }
    return std::nullopt;
}

}  // namespace gantry::capi
