#pragma once

#include <string>
#include <string_view>

namespace sidlc {

/// The languages because of which SIDL refuses this word as a name, as in `C++ and Java`; empty if
/// it may be a name. Case matters.
std::string_view refusingLanguages(std::string_view word);

/// The languages that reserve this word, but too recently for SIDL to refuse it.
std::string_view newerLanguages(std::string_view word);

/// The word as a C++ name: with an underscore appended if C++20 reserves it.
std::string cppIdentifier(std::string_view word);

}  // namespace sidlc
