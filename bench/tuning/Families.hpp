#pragma once

#include <span>
#include <string_view>

#include "TunedSolves.hpp"

namespace gantry::bench {

/// Constants may be chosen on the one half only; the other half shows what they are worth.
enum class Half { Tuned, Kept };

/// A kind of system of equations: equal rows, equal system. About `rows` rows.
struct Family {
    const char* name;
    Half half;
    System (*make)(int rows);
};

/// The half of a name: by its hash, so that nobody chose it.
Half halfOf(std::string_view name);

/// All families with their halves.
std::span<const Family> families();

}  // namespace gantry::bench
