#pragma once

#include <perf/analysis/compare/Comparison.hpp>

#include <string>
#include <vector>

namespace gantry::perf {

/// "+1.23 ms", "-4"; "0" without a sign.
std::string signedQuantity(double value, const std::string& unit);

/// 0.034 is "+3.4 %"; "-" for what is not a number.
std::string signedPercent(double part);

/// "+1.2 to +3.4 %", or "not known" where a bound is infinite.
std::string intervalWords(double low, double high);

/// The end of a text that fits into so many columns, behind "..." where it is cut.
std::string lastColumns(const std::string& text, std::size_t columns);

/// What is said of the whole, in words that end with a full stop or not at all.
std::string noiseWords(const Comparison& comparison);

/// The places of the rows with these verdicts, by the size of their difference, largest first.
std::vector<std::size_t> rowsWith(const Comparison& comparison,
                                  const std::vector<Verdict>& verdicts);

}  // namespace gantry::perf
