#include <base/text/Printable.hpp>
#include <framework/ScriptInterpreter.hpp>
#include <server/ControlClient.hpp>

#include <iostream>
#include <optional>
#include <stdexcept>
#include <string>
#include <unistd.h>

#include "Command.hpp"
#include "OptionValues.hpp"

namespace gantry::tools {

namespace {

// Of a command that runs components, which a program that does not stay refuses.
std::string adviceOn(const server::Greeting& greeting, const std::string& command) {
    try {
        if (!greeting.stays && framework::kindOf(command, "ctl") == framework::CommandKind::Runs) {
            return "; `gantry run --stay` runs commands after the script";
        }
    } catch (const framework::ScriptError&) {
        // The reply says that there is no such command.
    }
    return {};
}

/// Says one command and shows what comes back; false where it failed.
bool say(server::ControlClient& client, const std::string& command, bool json) {
    const std::string line = client.ask(command);
    const server::Reply reply = server::readReply(line);
    std::cout << (json ? line : base::printableLines(reply.output)) << std::flush;
    if (!reply.error.empty() && !json) {
        std::cerr << "gantry: " << base::printable(reply.error)
                  << adviceOn(client.greeting(), command) << '\n';
    }
    return reply.error.empty();
}

/// A person at a terminal may fix a mistake; what is read from elsewhere stops at it.
int sayWhatIsRead(server::ControlClient& client, bool json) {
    const bool isPerson = ::isatty(STDIN_FILENO) == 1;
    bool done = true;
    for (std::string line; (done || isPerson) && std::getline(std::cin, line);) {
        done = say(client, line, json);
    }
    return done ? kDone : kFailed;
}

int execute(const Words& words) {
    OptionParser parser(
        "gantry ctl [options] SOCKET [COMMAND...]",
        "Sends commands to an assembly that was started by `gantry run --listen SOCKET`. Each "
        "COMMAND is one line of the script language; without COMMAND, lines are read from "
        "standard input. The first command that fails ends the client with exit status 1.",
        {"gantry ctl app 'display state'         the commands that build the running assembly",
         ("gantry ctl app 'create integrators.Simpson simpson' 'swap driver integrate simpson "
          "integrate'"),
         "gantry ctl app 'go driver' quit        for a run with --stay", "gantry ctl app < more.rc",
         "gantry ctl --json app chain            replies as in docs/formats/control.md"});
    parser.option("timeout", "SECONDS", "Maximum time to wait for a reply (default: no limit).")
        .flag("json", "Print each reply as one JSON document on one line.")
        .positional("SOCKET [COMMAND...]");
    if (!parser.parse(words)) {
        return kDone;
    }
    const Words& said = parser.positionalWords();
    server::ControlClient client(said.front(), secondsValue(parser, "timeout"));
    const bool json = parser.has("json");
    if (said.size() == 1) {
        return sayWhatIsRead(client, json);
    }
    for (std::size_t i = 1; i < said.size(); ++i) {
        if (!say(client, said[i], json)) {
            return kFailed;
        }
    }
    return kDone;
}

}  // namespace

Command ctlCommand() {
    return {"send commands to a running assembly", {"gantry ctl NAME 'chain'"}, execute};
}

}  // namespace gantry::tools
