#include <base/InputError.hpp>
#include <base/files/Descriptor.hpp>
#include <base/text/Printable.hpp>

#include <cstdio>
#include <exception>
#include <fcntl.h>
#include <iostream>
#include <string>
#include <unistd.h>

#include "Advice.hpp"
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
    return commandNamed(words.front()).execute({words.begin() + 1, words.end()});
}

/// What was printed is worth nothing where it did not arrive.
int withOutputChecked(int status) {
    std::cout.flush();
    if (std::cout && std::fflush(stdout) == 0) {
        return status;
    }
    std::cerr
        << "gantry: standard output could not be written; is its disk full, or was it closed?\n";
    return status == kDone ? kFailed : status;
}

int failed(const std::exception& error, int status) {
    std::cerr << "gantry: " << gantry::base::printableLines(messageOf(error)) << '\n';
    return status;
}

// A standard descriptor that is closed would be the next file that is opened, and get what is
// printed. What is written to these instead fails; a program that is run finds them closed, as it
// would without us.
void occupyClosedDescriptors() {
    for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(standard, F_GETFD) == -1) {
            const bool isInput = standard == STDIN_FILENO;
            gantry::base::Descriptor opened(open(isInput ? "/dev/null" : "/dev/full",
                                                 (isInput ? O_RDONLY : O_WRONLY) | O_CLOEXEC));
            if (opened.number() == standard) {
                (void)opened.release();
            }
        }
    }
}

}  // namespace

int main(int argc, char** argv) {
    occupyClosedDescriptors();
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
