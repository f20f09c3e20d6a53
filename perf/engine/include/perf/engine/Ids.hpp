#pragma once

#include <perf/segment/Layout.hpp>

#include <cstdint>

namespace gantry::perf {

/// Names of things registered with one engine: small integers from 0 in the order of registration.
/// They mean nothing to another engine.
enum class TimerId : std::uint32_t {};
enum class EventId : std::uint32_t {};
enum class GroupId : std::uint32_t {};

constexpr std::uint32_t number(TimerId id) noexcept {
    return static_cast<std::uint32_t>(id);
}
constexpr std::uint32_t number(EventId id) noexcept {
    return static_cast<std::uint32_t>(id);
}
constexpr std::uint32_t number(GroupId id) noexcept {
    return static_cast<std::uint32_t>(id);
}

}  // namespace gantry::perf
