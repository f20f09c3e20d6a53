#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace gantry::tools {

/// What the program tells its caller; docs/guide/command-line.md lists these.
enum ExitStatus : int {
    kDone = 0,
    kFailed = 1,
    kWrongUsage = 2,
    kDamagedFile = 4,
};

/// The words on the command line are wrong; ends with kWrongUsage.
class UsageError final : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

using Words = std::vector<std::string>;

/// One sub-command: `gantry NAME ...`.
struct Command {
    const char* name;
    const char* summary;
    /// Gets the words behind the name; returns the exit status.
    int (*run)(const Words& words);
};

int runCommand(const Words& words);
int execCommand(const Words& words);
int componentsCommand(const Words& words);
int ctlCommand(const Words& words);
int reportCommand(const Words& words);
int queryCommand(const Words& words);
int psCommand(const Words& words);
int topCommand(const Words& words);
int recoverCommand(const Words& words);
int traceCommand(const Words& words);
int dumpCommand(const Words& words);
int doctorCommand(const Words& words);
int newCommand(const Words& words);
int tuningCommand(const Words& words);

}  // namespace gantry::tools
