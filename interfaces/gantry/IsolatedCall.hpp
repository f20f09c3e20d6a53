#pragma once

#include <gantry/ForkedCall.hpp>

#include <chrono>
#include <functional>
#include <string>

namespace gantry {

/// How a call is isolated.
struct Isolation {
    /// The maximum time; a value that is not positive, or NaN, means no time at all.
    double seconds = 10;
    /// True if its output is shown; otherwise its standard output and error are discarded.
    bool keepsOutput = false;
};

/// Makes a call that may crash, hang or corrupt memory in a child of this process, and
/// reports how it ended:
///
///     const auto outcome = gantry::callIsolated([&] { return bytesOf(port->integrate(0, 1, 100));
///     },
///                                               {.seconds = 2});
///     if (outcome.end != gantry::IsolatedOutcome::End::Returned) { ...outcome.cause... }
///
/// The child is a copy of the process with the calling thread alone. What the call changes in
/// memory is gone with it: only the bytes it returns come back. It never ends as this process does:
/// no handlers, destructors or buffers of this process run or are written a second time. It and the
/// processes it starts are ended when the call has ended, at the limit, and when this process ends;
/// they leave no core dump, and no zombie. What it measures goes to a segment of its own.
///
/// Any thread; returns when the call has ended. A lock that another thread holds at this moment is
/// held in the child forever, so that a call that wants it ends at the limit. In a program that
/// ignores SIGCHLD or collects all of its children, a crash is detected, but its cause is
/// not known.
///
/// Throws Error where the system gives no process or pipe. Costs a fork: the time to copy the page
/// tables, some 0.1 ms and more for each GB in use.
inline IsolatedOutcome callIsolated(const std::function<std::string()>& call,
                                    const Isolation& isolation = {}) {
    ForkedCall forked(call, isolation.keepsOutput);
    return forked.await(isolation.seconds);
}

}  // namespace gantry
