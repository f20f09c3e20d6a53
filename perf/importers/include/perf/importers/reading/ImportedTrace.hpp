#pragma once

#include <perf/model/TimerInfo.hpp>
#include <perf/trace/TraceChunk.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace gantry::perf {

class TraceEncoder;

/// The calls of a file with their times, as a trace (docs/formats/trace.md): what a file says about
/// single events beside the sums of its profile. The calls of a thread come in the order of time
/// and nest. Memory: some 3 bytes for each start and stop. For one thread.
///
///     ImportedTrace trace;
///     trace.start(0, solve, 100);
///     trace.stop(0, solve, 250);
///     const std::vector<std::string> chunks = trace.finish(profile.timers, {"main"});
class ImportedTrace final {
public:
    ImportedTrace();
    ~ImportedTrace();
    ImportedTrace(ImportedTrace&&) noexcept;
    ImportedTrace& operator=(ImportedTrace&&) noexcept;
    ImportedTrace(const ImportedTrace&) = delete;
    ImportedTrace& operator=(const ImportedTrace&) = delete;

    /// thread: its place in the profile; timer: its number there; ns: by the clock of the file. ns
    /// may be negative. Not checked: times that go back, and calls that do not nest, are the
    /// importer's to refuse. Throws std::bad_alloc.
    void start(std::size_t thread, std::uint32_t timer, std::int64_t ns);
    /// Ends the call that thread began last.
    void stop(std::size_t thread, std::uint32_t timer, std::int64_t ns);

    /// The whole trace, once; empty if no call was added. The time 0 is that of the first call.
    /// timers: those of the numbers that were passed; threads: their names by place, empty for
    /// those beyond. Chunks as docs/formats/trace.md has them, tables first.
    std::vector<std::string> finish(const std::vector<TimerInfo>& timers,
                                    const std::vector<std::string>& threads);

private:
    void add(std::size_t thread, TraceKind kind, std::uint32_t timer, std::int64_t ns);
    void flush(TraceRun& run);

    std::unique_ptr<TraceEncoder> encoder_;
    std::vector<TraceRun> runs_;  // by thread: the records that are not in a chunk yet
    std::vector<std::string> chunks_;
    std::uint64_t first_ = ~std::uint64_t{0};
};

}  // namespace gantry::perf
