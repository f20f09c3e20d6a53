#pragma once

#include <tuning/Forecast.hpp>

#include <cstdint>

#include "ContextTable.hpp"
#include "Policy.hpp"

namespace strategies {

/// What that many calls in a new context are expected to bring: each context of earlier runs in the
/// table is played with the policy, which starts with what the others say of it. Costs are those
/// that are known of the context; the first call of a candidate includes the set-up that the
/// strategy itself expects before it has seen one. Contexts without a cost of the initial candidate
/// are left out. Deterministic; linear in contexts and calls.
tuning::Forecast forecast(const ContextTable& table, const Policy& policy, std::int64_t calls);

}  // namespace strategies
