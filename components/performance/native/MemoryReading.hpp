#pragma once

namespace performance::native {

/// The heap in use by this process, in KB (1024 bytes). The C library takes its locks for this. 0
/// where another allocator is in its place.
[[nodiscard]] double heapInUse();

/// The memory this process may still get, in MB (1024 KB): what the system calls available, or what
/// is left of the process's own limit where that is less. 0 where the system does not tell.
[[nodiscard]] double memoryLeft();

}  // namespace performance::native
