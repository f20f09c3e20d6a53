#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace gantry::bench {

enum class Density {
    Usual,  ///< comments, methods and arguments as often as in our own files in sidl/
    Dense,  ///< hardly a line without a method, twice the arguments
};

/// A correct SIDL text of exactly that many lines (at least 100): packages with enums, structs,
/// exceptions, interfaces that extend others, classes that implement them, overloads, arrays,
/// contracts and documentation comments. The same seed gives the same text.
std::string generatedSidl(std::size_t lines, std::uint64_t seed, Density density = Density::Usual);

/// A text of about that many bytes that is wrong in one way.
struct Garbage {
    std::string name;
    std::string text;
};

/// Texts that a compiler could choke on, each of about `bytes` bytes.
std::vector<Garbage> sidlGarbage(std::size_t bytes, std::uint64_t seed);

}  // namespace gantry::bench
