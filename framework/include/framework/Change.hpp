#pragma once

#include <framework/AssemblyInfo.hpp>

#include <chrono>
#include <cstdint>
#include <functional>
#include <string>

namespace gantry::framework {

/// Something that was changed in an assembly.
struct Change {
    enum class Action : std::uint8_t { Create, Destroy, Connect, Disconnect, Swap, Set, Monitor };

    Action action = Action::Create;
    std::chrono::system_clock::time_point time;
    /// Who asked for it: the line of a script ("app.rc:12"), a component ("component optimizer"),
    /// or what Framework::setCause said; empty where nobody did.
    std::string cause;
    /// Create and Destroy: the instance as user; Connect, Disconnect and Swap: the connection, of a
    /// swap the new one; Set and Monitor: instance and port as far as they have one.
    ConnectionInfo subject;
    /// The command of a script that does the same; empty where there is none.
    std::string command;
    /// Made by a component while it was being created, told of a connection, or released: when the
    /// commands before and behind this one are given again, it is made again without being asked.
    bool implied = false;
};

using ChangeObserver = std::function<void(const Change&)>;

/// "create", "destroy", "connect", ...
const char* toText(Change::Action action);

/// A change as lines of a script: a comment with the time (UTC) and the cause, and the command; as
/// a comment too where it is implied or has no command. Line ends in names become blanks.
std::string toScript(const Change& change);

}  // namespace gantry::framework
