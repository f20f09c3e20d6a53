#include <perf/model/RankMerger.hpp>
#include <perf/ranks/PartBytes.hpp>
#include <perf/ranks/TreeMerge.hpp>

#include <algorithm>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <utility>

#include "ByteStream.hpp"

namespace gantry::perf {

namespace {

// No other message of the run has it.
constexpr std::int32_t kTag = 29'711;

class Messages final {
public:
    Messages(parallel::Upcalls& upcalls, std::size_t most) : upcalls_(upcalls), most_(most) {}

    // First how long it is: nothing where nothing is known of these ranks.
    void send(const std::string& bytes, int destination) {
        PartByteWriter length;
        length.whole(bytes.size());
        upcalls_.send(length.take(), destination, kTag);
        for (std::size_t at = 0; at < bytes.size(); at += most_) {
            upcalls_.send(bytes.substr(at, most_), destination, kTag);
        }
    }

    std::string receive(int source) {
        const std::string length = upcalls_.receive(source, kTag);
        const std::size_t size = length.empty() ? 0 : PartByteReader(length).whole();
        std::string bytes;
        while (bytes.size() < size) {
            const std::string piece = upcalls_.receive(source, kTag);
            if (piece.empty()) {
                throw PartError("rank " + std::to_string(source) + " sent less than it announced");
            }
            bytes += piece;
        }
        return bytes;
    }

private:
    parallel::Upcalls& upcalls_;
    std::size_t most_;
};

// Ranks of which nothing is known.
RankPart missingRanks(std::uint32_t first, std::uint32_t count) {
    RankPart part = missingRank(first);
    for (std::uint32_t rank = first + 1; rank < first + count; ++rank) {
        join(part, missingRank(rank));
    }
    return part;
}

bool isMissing(const RankPart& part) {
    return part.missing.size() == part.profile.ranks->size;
}

// Adds what a rank has sent, or that it is missing and why.
void take(RankPart& part, const std::string& bytes, RankPart instead) {
    std::string problem;
    if (!bytes.empty()) {
        try {
            join(part, decodePart(bytes));
            return;
        } catch (const PartError& error) {
            problem = error.what();
        } catch (const std::invalid_argument& error) {
            problem = error.what();
        }
    }
    join(part, std::move(instead));
    if (!problem.empty()) {
        std::string& partial = part.profile.partial;
        partial += (partial.empty() ? "" : "; ") + problem;
    }
}

std::string runOf(const std::optional<Profile>& profile) {
    if (!profile || profile->processes.empty()) {
        return {};
    }
    const ProcessInfo& process = profile->processes.front();
    return process.run.empty()
               ? process.host + '-' + std::to_string(process.pid) + '-' + profile->created
               : process.run;
}

RankPart ownPart(std::optional<Profile> own, std::uint32_t rank, const std::string& run) {
    if (!own) {
        return missingRank(rank);
    }
    if (own->processes.empty()) {
        own->processes.emplace_back().host = own->machine.host;
        for (ThreadProfile& thread : own->threads) {
            thread.process = 0;
        }
    }
    for (ProcessInfo& process : own->processes) {
        process.run = run.empty() ? process.run : run;
    }
    return rankPart(rank, *std::move(own));
}

}  // namespace

std::optional<Profile> mergeOverRanks(std::optional<Profile> own, parallel::Upcalls& upcalls,
                                      std::size_t mostMessage) {
    const auto rank = static_cast<std::uint32_t>(upcalls.getRank());
    const auto size = static_cast<std::uint32_t>(upcalls.getSize());
    std::string run = rank == 0 ? runOf(own) : std::string();
    upcalls.broadcast(run, 0);
    RankPart part = ownPart(std::exchange(own, std::nullopt), rank, run);
    Messages messages(upcalls, mostMessage);
    for (std::uint32_t step = 1; step < size; step *= 2) {
        if (rank % (2 * step) != 0) {
            const bool known = !isMissing(part);
            messages.send(known ? encodePart(part) : std::string(), static_cast<int>(rank - step));
            return std::nullopt;
        }
        const std::uint32_t other = rank + step;
        if (other < size) {
            const std::string bytes = messages.receive(static_cast<int>(other));
            take(part, bytes, missingRanks(other, std::min(step, size - other)));
        }
    }
    return isMissing(part) ? std::nullopt : std::optional(wholeRun(std::move(part)));
}

}  // namespace gantry::perf
