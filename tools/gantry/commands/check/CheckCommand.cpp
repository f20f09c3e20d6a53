#include <base/InputError.hpp>
#include <base/files/FileText.hpp>
#include <base/text/NumberText.hpp>
#include <base/text/Printable.hpp>
#include <perf/analysis/gate/Expectations.hpp>
#include <perf/runs/RunFile.hpp>
#include <perf/runs/RunSets.hpp>

#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "Command.hpp"
#include "OptionParser.hpp"

namespace gantry::tools {

namespace {

OptionParser checkParser() {
    OptionParser parser(
        "gantry check EXPECTATIONS.json RUN...",
        "Checks sentences such as \"solve <= 1.2 x spmv\" and \"calls of X == 1000\" on a run, or\n"
        "on the medians of several. Status 3 if one is not met, 1 if one is not decided, because\n"
        "a run does not have what it names.",
        {"gantry check performance.json run.gantry", "gantry check performance.json runs/"});
    parser.positional("EXPECTATIONS.json RUN...");
    return parser;
}

std::vector<perf::Expectation> expectationsIn(const std::string& path) {
    const std::optional<std::string> text = base::fileText(path);
    if (!text) {
        throw base::InputError(base::InputError::Kind::File, path, "cannot be read");
    }
    try {
        return perf::readExpectations(*text);
    } catch (const std::invalid_argument& error) {
        throw base::InputError(base::InputError::Kind::Damaged, path, error.what());
    }
}

std::string valuesOf(const perf::ExpectationResult& result) {
    return base::quantity(result.left, result.unit) + " and " +
           base::quantity(result.right, result.unit);
}

int execute(const Words& words) {
    OptionParser parser = checkParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    using Outcome = perf::ExpectationResult::Outcome;
    const Words& given = parser.positionalWords();
    const std::vector<perf::Expectation> expectations = expectationsIn(given.front());
    std::vector<perf::Profile> runs;
    const perf::RunSet set = readWords([&] {
        return perf::runSetOf({given.begin() + 1, given.end()});
    });
    for (const auto& file : set.files) {
        runs.push_back(perf::readProfileFile(file));
    }
    bool allMet = true;
    bool allKnown = true;
    for (const perf::Expectation& expectation : expectations) {
        const perf::ExpectationResult result = perf::checkExpectation(expectation, runs);
        allMet = allMet && result.outcome != Outcome::NotMet;
        allKnown = allKnown && result.outcome != Outcome::CannotTell;
        std::cout << (result.outcome == Outcome::Met      ? "met          "
                      : result.outcome == Outcome::NotMet ? "NOT MET      "
                                                          : "cannot tell  ")
                  << base::printable(expectation.text) << "\n             "
                  << (result.outcome == Outcome::CannotTell ? base::printable(result.why)
                                                            : valuesOf(result))
                  << '\n';
    }
    // What is known to be violated has precedence over what cannot be decided.
    return !allMet ? kRegression : allKnown ? kDone : kFailed;
}

}  // namespace

Command checkCommand() {
    return {"check the performance expectations of a run",
            {"gantry check performance.json run.gantry"},
            execute};
}

}  // namespace gantry::tools
