#include <base/text/Printable.hpp>
#include <perf/archive/ArchiveError.hpp>
#include <perf/export/JsonProfile.hpp>
#include <perf/segment/SegmentError.hpp>

#include <RecordsError.hpp>
#include <array>
#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <iostream>
#include <string>
#include <unistd.h>

#include "Command.hpp"

namespace {

using namespace gantry::tools;  // NOLINT(google-build-using-namespace): main is the composer of
                                // this folder

constexpr std::array kCommands{
    Command{"run", "run an assembly script, measured", runCommand},
    Command{"exec", "run any program measured", execCommand},
    Command{"ctl", "talk to an assembly that runs", ctlCommand},
    Command{"components", "list the components that can be loaded", componentsCommand},
    Command{"report", "print what a run measured as tables", reportCommand},
    Command{"query", "ask the archive of a run in SQL", queryCommand},
    Command{"new", "write the folder of a new component", newCommand},
    Command{"ps", "list the programs that are being measured, and what killed ones left",
            psCommand},
    Command{"top", "show live what a program measures", topCommand},
    Command{"trace", "list starts, stops and events one by one", traceCommand},
    Command{"dump", "make an archive of what a running program has measured", dumpCommand},
    Command{"recover", "make an archive of what a killed program has measured", recoverCommand},
    Command{"tuning", "show, export or forget what choosing at run time has learned; its log",
            tuningCommand},
    Command{"doctor", "tell what this machine offers and what is missing", doctorCommand},
};

void printHelp(std::ostream& output) {
    output << "usage: gantry COMMAND [options] [words]\n\ncommands:\n";
    for (const Command& command : kCommands) {
        std::string name = command.name;
        name.resize(12, ' ');
        output << "  " << name << command.summary << '\n';
    }
    output << "\n`gantry COMMAND --help` explains one command.\n\nexamples:\n"
              "  gantry doctor\n"
              "  gantry components\n"
              "  gantry run application.rc\n"
              "  mpirun -n 4 gantry run application.rc\n"
              "  gantry exec -- ./program\n"
              "  gantry report application.gantry.json\n"
              "  gantry run --archive run.gantry application.rc\n"
              "  gantry query run.gantry 'SELECT * FROM flat'\n"
              "  gantry new component mine.Square --provides function:numeric.FunctionPort\n";
}

int dispatch(const Words& words) {
    if (words.empty()) {
        printHelp(std::cerr);
        return kWrongUsage;
    }
    if (words.front() == "--help" || words.front() == "-h" || words.front() == "help") {
        printHelp(std::cout);
        return kDone;
    }
    if (words.front() == "--version") {
        std::cout << "gantry " GANTRY_VERSION "\n";
        return kDone;
    }
    for (const Command& command : kCommands) {
        if (words.front() == command.name) {
            return command.run({words.begin() + 1, words.end()});
        }
    }
    throw UsageError("unknown command '" + words.front() + "'; `gantry --help` lists the commands");
}

/// What was printed is worth nothing where it did not arrive.
int withOutputChecked(int status) {
    std::cout.flush();
    if (std::cout && std::fflush(stdout) == 0 && fcntl(STDOUT_FILENO, F_GETFD) != -1) {
        return status;
    }
    std::cerr
        << "gantry: standard output could not be written; is its disk full, or was it closed?\n";
    return status == kDone ? kFailed : status;
}

int failed(const std::exception& error, int status) {
    std::cerr << "gantry: " << gantry::base::printableLines(error.what()) << '\n';
    return status;
}

bool isDamaged(const gantry::perf::ArchiveError& error) {
    return error.cause() == gantry::perf::ArchiveError::Cause::Damaged ||
           error.cause() == gantry::perf::ArchiveError::Cause::Newer;
}

bool isDamaged(const records::RecordsError& error) {
    return error.cause() == records::RecordsError::Cause::Damaged ||
           error.cause() == records::RecordsError::Cause::Newer;
}

}  // namespace

int main(int argc, char** argv) {
    try {
        return withOutputChecked(dispatch({argv + 1, argv + argc}));
    } catch (const UsageError& error) {
        return failed(error, kWrongUsage);
    } catch (const gantry::perf::ProfileFormatError& error) {
        return failed(error, kDamagedFile);
    } catch (const gantry::perf::ArchiveError& error) {
        return failed(error, isDamaged(error) ? kDamagedFile : kFailed);
    } catch (const records::RecordsError& error) {
        return failed(error, isDamaged(error) ? kDamagedFile : kFailed);
    } catch (const gantry::perf::SegmentError& error) {
        const bool missing = error.kind() == gantry::perf::SegmentError::Kind::Missing;
        return failed(error, missing ? kFailed : kDamagedFile);
    } catch (const std::exception& error) {
        return failed(error, kFailed);
    }
}
