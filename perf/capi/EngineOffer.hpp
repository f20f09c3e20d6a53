#pragma once

#include <perf/engine/Engine.hpp>

#include <gantry_offer.h>

namespace gantry::capi {

/// The functions of an engine for gantry_offer_1, compiled into the caller's own library: an engine
/// finds its threads by an anchor that each library has for itself. The engine must outlive the
/// offer.
gantry_offer offerOf(perf::Engine& engine) noexcept;

}  // namespace gantry::capi
