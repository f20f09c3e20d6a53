#pragma once

#include <perf/analysis/findings/Finding.hpp>

#include <cstddef>
#include <string>

namespace gantry::perf {

/// Appends a line with a head and a sentence; long sentences continue below where they began.
void addSentence(std::string& text, const std::string& head, const std::string& sentence);

/// A finding with its number in the list. `runs`: what single runs say of it; may be empty.
std::string findingText(const Finding& finding, std::size_t number, const std::string& runs);

}  // namespace gantry::perf
