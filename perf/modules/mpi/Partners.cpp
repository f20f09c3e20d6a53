#include "Partners.hpp"

#include <string>

namespace gantry::mpi {

void Partners::add(int to, std::int64_t bytes) noexcept {
    const bool fits = to >= 0 && to < kMost;
    Partner& partner = partners_[fits ? static_cast<std::size_t>(to) : kMost];
    if (!partner.registered.load(std::memory_order_acquire)) {
        registerEvent(partner, fits ? to : -1);
    }
    gantry_trigger(partner.event, static_cast<double>(bytes));
}

void Partners::registerEvent(Partner& partner, int to) noexcept {
    const std::lock_guard guard(registering_);
    if (partner.registered.load(std::memory_order_relaxed)) {
        return;
    }
    const std::string name = "MPI bytes " + std::to_string(rank_.load(std::memory_order_acquire)) +
                             " -> " + (to < 0 ? "others" : std::to_string(to));
    partner.event = gantry_event(name.c_str());
    partner.registered.store(true, std::memory_order_release);
}

}  // namespace gantry::mpi
