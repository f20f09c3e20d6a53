#pragma once

#include <framework/AssemblyInfo.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace gantry::framework {

/// A change of an assembly. A plain value that owns its texts.
struct Change {
    /// Set: a parameter or a property was given a value. Monitor: what is observed of a connection
    /// changed.
    enum class Action : std::uint8_t { Create, Destroy, Connect, Disconnect, Swap, Set, Monitor };

    Action action = Action::Create;
    std::chrono::system_clock::time_point time;
    /// The origin: a line of a script ("app.rc:12"), a component ("component optimizer"), or the
    /// text of Framework::setCause; empty if unknown.
    std::string cause;
    /// Create and Destroy: the instance, as user. Connect and Disconnect: the connection. Swap: the
    /// new connection. Set and Monitor: instance and port, if they have one.
    ConnectionInfo subject;
    /// The script command with the same effect; empty if there is none.
    std::string command;
    /// Whether a component made it while it was being created, notified of a connection, or
    /// released: repeating the other commands repeats this change.
    bool implied = false;
};

/// Called once per change; see Framework::observeChanges. It runs on the thread that made the
/// change.
using ChangeObserver = std::function<void(const Change&)>;

/// "create", "destroy", "connect", ...
const char* toText(Change::Action action);

/// A change as lines of a script: a comment with the time (UTC) and the cause, then the command,
/// which is a comment too if the change is implied or has no command. Line ends in names become
/// blanks.
std::string toScript(const Change& change);

}  // namespace gantry::framework
