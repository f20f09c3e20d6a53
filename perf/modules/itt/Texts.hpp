#pragma once

#include <NameHash.hpp>
#include <NameTable.hpp>

#include "IttTypes.hpp"

namespace gantry::itt {

/// The domains and names that programs make of texts: one of each text, however often it is made.
/// Kept to the end of the process. Any thread; allocates for a text that was not met before. Texts
/// that do not fit, or for which there is no memory, are one that is called "(other)".
class Texts final {
public:
    constexpr Texts() noexcept = default;

    Domain* domain(const char* name) noexcept;
    StringHandle* string(const char* text) noexcept;

private:
    regions::NameTable<Domain*, 1024> domains_;
    regions::NameTable<StringHandle*, 16384> strings_;
};

}  // namespace gantry::itt
