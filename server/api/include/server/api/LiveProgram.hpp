#pragma once

namespace gantry::server {

/// Whether a program can still change its state. A program goes through these in their order, and
/// may leave some out.
enum class LiveProgram {
    Runs,
    Ended,     ///< this is its last state
    Archived,  ///< this is what its archive says
};

/// "runs", "ended" or "archived": a literal.
const char* nameOf(LiveProgram program);

}  // namespace gantry::server
