#pragma once

#include <tuning/Reason.hpp>
#include <tuning/Status.hpp>

#include <string>

namespace optimizer {

/// How a call ended, as the end of a sentence: "did not finish in time".
[[nodiscard]] const char* inWords(tuning::Status status);
/// Why a candidate was chosen, in two or three words: "best known". Static text.
[[nodiscard]] const char* inWords(tuning::Reason reason);
/// A number for people: three significant digits.
[[nodiscard]] std::string inWords(double number);

}  // namespace optimizer
