#include <base/InputError.hpp>
#include <base/text/Printable.hpp>

#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <iostream>
#include <string>
#include <unistd.h>

#include "Command.hpp"
#include "Manuals.hpp"

namespace {

using namespace gantry::tools;  // NOLINT(google-build-using-namespace): main is the composer of
                                // this folder

void printHelp(std::ostream& output) {
    output << "usage: gantry COMMAND [options] [arguments]\n\ncommands:\n";
    std::string examples;
    for (auto [name, command] : allCommands()) {
        name.resize(12, ' ');
        output << "  " << name << command.summary << '\n';
        for (const std::string& example : command.examples) {
            examples += "  " + example + '\n';
        }
    }
    output << "\n`gantry COMMAND --help` describes one command.\n\nexamples:\n" << examples;
}

int dispatch(const Words& words) {
    if (words.empty()) {
        printHelp(std::cerr);
        return kWrongUsage;
    }
    if (words.front() == "--help" || words.front() == "-h" || words.front() == "help") {
        if (words.front() == "help" && writeManual(words)) {
            return kDone;
        }
        printHelp(std::cout);
        return kDone;
    }
    if (words.front() == "--version") {
        std::cout << "gantry " GANTRY_VERSION "\n";
        return kDone;
    }
    for (const auto& [name, command] : allCommands()) {
        if (words.front() == name) {
            return command.execute({words.begin() + 1, words.end()});
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

}  // namespace

int main(int argc, char** argv) {
    try {
        return withOutputChecked(dispatch({argv + 1, argv + argc}));
    } catch (const UsageError& error) {
        return failed(error, kWrongUsage);
    } catch (const gantry::base::InputError& error) {
        return failed(error, exitStatusOf(error));
    } catch (const std::exception& error) {
        return failed(error, kFailed);
    }
}
