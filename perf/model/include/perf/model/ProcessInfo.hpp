#pragma once

#include <cstdint>
#include <string>

namespace gantry::perf {

/// A process that was measured: where the figures of its threads were made. It is recorded by the
/// process itself; what is not known is empty, 0 or -1.
struct ProcessInfo {
    std::string run;         ///< the same for all processes that were started together
    std::string host;        ///< name of the machine
    std::string bootId;      ///< of its running system; processes with the same one share a clock
    std::int64_t pid = 0;    ///< as the process knew it
    std::int32_t rank = -1;  ///< in its parallel run, from 0
    std::uint32_t size = 0;  ///< ranks of that run, whether they were measured or not

    friend bool operator==(const ProcessInfo&, const ProcessInfo&) = default;
};

/// "rank 3, process 4711 on node1", as far as it is known; else "a process".
std::string describe(const ProcessInfo& process);

/// Whether both can be of one run: nothing that both know of it differs. Compares the run and the
/// number of ranks; not the host, as a run may have several.
///
///     if (!canBeOfOneRun(a, b)) { refuse(describe(a) + " and " + describe(b)); }
bool canBeOfOneRun(const ProcessInfo& a, const ProcessInfo& b);

}  // namespace gantry::perf
