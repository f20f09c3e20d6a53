#pragma once

#include <string>
#include <string_view>

namespace sidlc {

/// The languages that reserve this word so that SIDL refuses it as a name, as in `C++ and Java`;
/// empty for a word that may be a name. Case matters.
std::string_view refusingLanguages(std::string_view word);

/// The languages that came to reserve this word too late, or too seldom, for SIDL to refuse it.
std::string_view newerLanguages(std::string_view word);

/// The word as a C++ name: with an underscore behind it where C++20 reserves it.
std::string cppIdentifier(std::string_view word);

}  // namespace sidlc
