#include <base/files/OutputCapture.hpp>
#include <base/files/OwnProgram.hpp>
#include <run/ApplicationRun.hpp>
#include <run/EndedRun.hpp>
#include <run/WrongOption.hpp>
#include <server/ServingChild.hpp>

#include <iostream>
#include <memory>
#include <stdexcept>
#include <unistd.h>

#include "Command.hpp"
#include "OptionParser.hpp"
#include "ProgressLine.hpp"
#include "RunParser.hpp"
#include "RunReport.hpp"
#include "SupervisedRun.hpp"

namespace gantry::tools {

namespace {

/// What is said of the run at its end.
enum class Report { Text, Json, None };

base::OutputCapture::To outputTarget(const framework::Ranks& ranks, Report report) {
    using To = base::OutputCapture::To;
    return ranks.rank() != 0 ? To::Nowhere : report == Report::Json ? To::Memory : To::Through;
}

void reportFailure(RunOutcome& outcome, const framework::Ranks& ranks) {
    try {
        const framework::Ranks::Telling telling = ranks.reportFailure(outcome.error);
        outcome.toldElsewhere = telling == framework::Ranks::Telling::Nothing;
        outcome.isOfAllRanks = telling == framework::Ranks::Telling::OfAllRanks;
    } catch (const framework::RanksMissing& missing) {
        endRanks(ranks, missing);
    }
}

void runAndCatch(RunOutcome& outcome, const RunOptions& options, const framework::Ranks& ranks) {
    try {
        runApplication(options, ranks, std::cout, outcome);
    } catch (const framework::AnotherRankFailed& failure) {
        outcome.error = failure.what();
        outcome.status = kFailed;
        outcome.toldElsewhere = true;
    } catch (const framework::RanksMissing& missing) {
        endRanks(ranks, missing);
    } catch (const WrongOption& wrong) {
        outcome.error = (wrong.option().empty() ? "" : "--" + wrong.option() + ": ") + wrong.what();
        reportFailure(outcome, ranks);
        outcome.status = kWrongUsage;
    } catch (const std::exception& error) {
        outcome.error = error.what();
        reportFailure(outcome, ranks);
        outcome.status = kFailed;
    }
}

std::unique_ptr<ProgressLine> progressOf(const RunOptions& options, Report report) {
    return report == Report::None ? nullptr
                                  : std::make_unique<ProgressLine>(
                                        "gantry: running " + options.script.filename().string());
}

int runOnRanks(const RunOptions& options, const framework::Ranks& ranks, Report report) {
    base::OutputCapture capture(outputTarget(ranks, report));
    RunOutcome outcome;
    outcome.script = options.script.string();
    outcome.ranks = ranks.size();
    {
        const auto progress = progressOf(options, report);
        runAndCatch(outcome, options, ranks);
    }
    outcome.output = capture.end();
    const bool worthTelling = outcome.error.empty() || outcome.profile;
    if (ranks.rank() == 0 && report == Report::Json) {
        std::cout << runJson(outcome) << std::flush;
    } else if (ranks.rank() == 0 && report == Report::Text && worthTelling) {
        std::cout << runText(outcome) << std::flush;
    }
    for (const std::string& note : outcome.notes) {
        std::cerr << "gantry: " << note << '\n';
    }
    if (!outcome.error.empty() && !outcome.toldElsewhere) {
        const std::string where = outcome.isOfAllRanks || ranks.size() == 1
                                      ? ""
                                      : "rank " + std::to_string(ranks.rank()) + ": ";
        std::cerr << "gantry: " << where << outcome.error << '\n';
    }
    return outcome.status;
}

/// The server of this run: it waits for the run to measure, and ends with it at the latest.
Words servingWords(const OptionParser& parser, const RunOptions& options) {
    Words words{base::ownProgram().string(), "serve", "--with-parent", "--wait", "86400"};
    for (const char* option : {"port", "key-file"}) {
        if (const auto value = parser.value(option)) {
            words.insert(words.end(), {"--" + std::string(option), *value});
        }
    }
    if (parser.has("no-open")) {
        words.emplace_back("--no-open");
    }
    if (parser.has("allow-control")) {
        words.insert(words.end(), {"--allow-control", options.listen->socket.string()});
    }
    words.push_back(std::to_string(::getpid()));
    return words;
}

int execute(const Words& words) {
    OptionParser parser = runParser();
    if (!parser.parse(words)) {
        return kDone;
    }
    RunOptions options = readRunOptions(parser);
    const framework::Ranks::Options rankOptions = readRanks(parser);
    const Report report = parser.has("json")    ? Report::Json
                          : parser.has("quiet") ? Report::None
                                                : Report::Text;
    if (parser.has("supervise")) {
        if (parser.has("serve")) {
            throw UsageError(
                "--serve shows a run that is not supervised; gantry serve PID shows any");
        }
        return runSupervised(words, options);
    }
    // Before any other thread, which then has the signals blocked.
    std::optional<server::EndSignals> endSignals;
    if (options.listen) {
        endSignals.emplace();
        options.listen->signals = &*endSignals;
    }
    std::optional<perf::DumpTrigger> dumps;
    if (!options.dumps.empty()) {
        dumps.emplace(options.dumps);
        options.dumpTrigger = &*dumps;
    }
    const framework::Ranks ranks =
        readValue("mpi", [&] { return framework::Ranks(rankOptions, options.componentPath); });
    std::optional<server::ServingChild> serving;
    if (parser.has("serve") && ranks.rank() == 0) {
        serving.emplace(servingWords(parser, options));
    }
    RunEnd end(!options.listen.has_value());  // A listener ends the run in order.
    options.end = &end;
    if (report == Report::Text) {
        options.reportEnded = [](const RunOutcome& ended) {
            std::cout << runText(ended) << std::flush;
        };
    }
    const int status = runOnRanks(options, ranks, report);
    if (serving) {
        if (serving->showsAfterEnd()) {
            std::cerr << "gantry: the run has ended and is still shown; Ctrl-C ends\n";
        }
        serving->wait();
    }
    return status;
}

}  // namespace

Command runCommand() {
    return {"run an assembly script and measure it",
            {"gantry run application.rc", "mpirun -n 4 gantry run application.rc",
             "gantry run --archive run.gantry application.rc"},
            execute};
}

}  // namespace gantry::tools
