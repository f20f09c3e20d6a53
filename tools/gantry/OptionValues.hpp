#pragma once

#include <perf/analysis/StateTable.hpp>
#include <perf/recording/ModulePath.hpp>

#include <cstdint>
#include <filesystem>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "OptionParser.hpp"

namespace gantry::tools {

/// Values of options, read and checked. Each function throws UsageError for any other value, which
/// names the option, the value, and what is allowed; without the option there is no value.

/// A number of seconds above 0 and within the bounds.
struct SecondsBounds {
    double low = 0;
    double high = std::numeric_limits<double>::infinity();
};
std::optional<double> secondsValue(const OptionParser& parser, const std::string& option,
                                   SecondsBounds bounds = {});

/// A whole number from 0 to most.
std::optional<std::uint64_t> countValue(
    const OptionParser& parser, const std::string& option,
    std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

/// --detailed-ranks, or its default.
std::uint32_t detailedRanksValue(const OptionParser& parser);

/// A time as nanoseconds, such as 1.5 (seconds), 20ms or 300us.
std::optional<std::int64_t> timeValue(const OptionParser& parser, const std::string& option);

/// A percentage above 0 and below 1000, with or without its sign, as a part: 5% is 0.05.
std::optional<double> percentValue(const OptionParser& parser, const std::string& option);

/// Declares --top, which limits the rows of each table or list ("table").
void addRowsOption(OptionParser& parser, const std::string& what);
/// Its value, or 20; 0: all.
std::size_t rowsValue(const OptionParser& parser);

/// Declares --raw, by which values include the measurement overhead.
void addRawOption(OptionParser& parser);

/// Throws UsageError if both options were given, which contradict each other.
void refuseBoth(const OptionParser& parser, const std::string& option, const std::string& other);

/// One of the choices.
std::optional<std::string> choiceValue(const OptionParser& parser, const std::string& option,
                                       const std::vector<std::string>& choices);

/// The rules in the file of --rules, or the usual ones.
perf::StateRules rulesValue(const OptionParser& parser);

/// Where components are looked for: the folders of --path, those of the environment, and those
/// installed with this program.
std::vector<std::filesystem::path> componentPathValue(const OptionParser& parser);

/// Where modules are: Gantry's own, the folders of --path, and those of the environment.
perf::ModulePath modulePathValue(const OptionParser& parser);

/// The file of an option can be written; before anything is done. consequence: what was not done,
/// such as "nothing was run".
void requireOutputOf(const std::string& option, const std::filesystem::path& file,
                     const std::string& consequence = {});

}  // namespace gantry::tools
