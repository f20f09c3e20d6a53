#pragma once

#include <perf/exporters/CallMessages.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace gantry::perf {

/// A number for each message of which both ends are in the traces: the same at both ends, from 1
/// on. MPI matches the messages of one sender, receiver, tag and communicator in the order in which
/// they were sent with the receives in the order in which they were posted. Reads all traces once;
/// 16 bytes for each end.
class MessageFlows final {
    // The ends of a thread in their order: when they were noted, and the number or 0.
    struct End {
        std::int64_t time;
        std::uint64_t flow;
    };
    class Found;

public:
    /// Throws TraceError, ExportError.
    explicit MessageFlows(const ExportSource& source);

    /// Gives the numbers of one thread, in the order of its messages. A window may leave out those
    /// at the begin and the end.
    class Thread final {
    public:
        /// Of the next message or receive; nothing where the other end is not known, and for
        /// anything but messages.
        std::optional<std::uint64_t> next(const TracedMessage& message);

    private:
        friend class MessageFlows;
        const std::vector<End>* ends_ = nullptr;
        std::size_t at_ = 0;
    };
    [[nodiscard]] Thread of(std::uint32_t rank, std::uint32_t thread) const;

private:
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<End>> threads_;
};

}  // namespace gantry::perf
