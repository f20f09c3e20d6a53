#pragma once

/// Gives SQLite memory of its own in this process: blocks of powers of two that are used again and
/// again. Half of the time of an execution went into the sanitizer's allocator otherwise, for the
/// very many small blocks of a library that is not instrumented. What lies behind a block, and a
/// block that is free, is poisoned, so that our own code is still caught reading it. Before
/// SQLite's first use; SQLite then belongs to one thread.
void giveSqliteMemory();
