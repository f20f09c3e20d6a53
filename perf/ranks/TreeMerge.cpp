#include <perf/model/RankMerger.hpp>
#include <perf/ranks/PartBytes.hpp>
#include <perf/ranks/TreeMerge.hpp>

#include <algorithm>
#include <cstdint>
#include <exception>
#include <functional>
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
        // Messages of MPI are counted in an int, so a large part goes in pieces.
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

// Neighbouring ranks.
struct Span {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
};

// Ranks of which nothing is known.
RankPart missingRanks(Span ranks, RankDetail detail, std::uint32_t ranksInBlock) {
    RankPart part = missingRank(ranks.first, detail);
    for (std::uint32_t i = 1; i < ranks.count; ++i) {
        join(part, missingRank(ranks.first + i, detail));
    }
    // The rank that has the columns of full blocks keeps them.
    if (ranks.count >= ranksInBlock) {
        part.columns.reset();
    }
    return part;
}

// All ranks of the part.
bool isMissing(const RankPart& part) {
    return part.missing.size() == part.profile.ranks->size;
}

// What the lowest of some ranks has sent: bytes, or why there are none. A rank that ended meanwhile
// takes nothing away from the others.
struct Sent {
    std::string bytes;
    std::string problem;
};

Sent sentBy(std::uint32_t rank, Messages& messages) {
    try {
        return {messages.receive(static_cast<int>(rank)), {}};
    } catch (const std::exception& error) {
        return {{}, error.what()};
    }
}

// Adds what the lowest of these ranks has sent, or that they are missing and why.
void take(RankPart& part, const Sent& sent, Span ranks, std::uint32_t ranksInBlock) {
    const std::string& bytes = sent.bytes;
    std::string problem = sent.problem;
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
    join(part, missingRanks(ranks, part.detail, ranksInBlock));
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

RankPart ownPart(std::optional<Profile> own, std::uint32_t rank, const std::string& run,
                 RankDetail detail) {
    if (!own) {
        return missingRank(rank, detail);
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
    return rankPart(rank, *std::move(own), detail);
}

// The blocks of columns on their way to who keeps them.
class Blocks final {
public:
    Blocks(Messages& messages, const MergeOptions& options)
        : messages_(messages), keep_(options.keep), ranksInBlock_(options.ranksInBlock) {}

    // Whether the rank gets the columns of a full block together.
    [[nodiscard]] bool isHolder(std::uint32_t rank, std::uint32_t size) const {
        return rank % ranksInBlock_ == 0 && size - rank >= ranksInBlock_;
    }

    // Of this rank, until it is asked for.
    void hold(std::optional<RankBlock> block) {
        if (block) {
            held_ = encodeBlock(*block);
        }
    }

    void send() { messages_.send(std::exchange(held_, {}), 0); }

    // On rank 0: its own, and one after the other those of the others.
    void collect(std::uint32_t size) {
        pass(std::exchange(held_, {}));
        for (std::uint32_t rank = ranksInBlock_; rank < size && isHolder(rank, size);
             rank += ranksInBlock_) {
            pass(messages_.receive(static_cast<int>(rank)));
        }
    }

    void pass(const std::optional<RankBlock>& block) {
        if (block) {
            pass(encodeBlock(*block));
        }
    }

    // Only now: the other ranks would have waited for ever.
    void throwFailure() const {
        if (failure_) {
            std::rethrow_exception(failure_);
        }
    }

private:
    void pass(const std::string& bytes) {
        if (bytes.empty() || !keep_ || failure_) {
            return;
        }
        try {
            keep_(decodeBlock(bytes));
        } catch (const std::exception&) {
            failure_ = std::current_exception();
        }
    }

    Messages& messages_;
    const std::function<void(RankBlock)>& keep_;
    std::uint32_t ranksInBlock_;
    std::string held_;
    std::exception_ptr failure_;
};

}  // namespace

std::optional<Profile> mergeOverRanks(std::optional<Profile> own, parallel::Upcalls& upcalls,
                                      const MergeOptions& options) {
    const auto rank = static_cast<std::uint32_t>(upcalls.getRank());
    const auto size = static_cast<std::uint32_t>(upcalls.getSize());
    const RankDetail detail = rankDetail(size, options.mostExactRanks);
    std::string run = rank == 0 ? runOf(own) : std::string();
    // All processes get the name of the run from rank 0: the launcher need not give one.
    upcalls.broadcast(run, 0);
    RankPart part = ownPart(std::exchange(own, std::nullopt), rank, run, detail);
    Messages messages(upcalls, options.mostMessage);
    Blocks blocks(messages, options);
    for (std::uint32_t step = 1; step < size; step *= 2) {
        if (rank % (2 * step) != 0) {
            const bool known = !isMissing(part);
            messages.send(known ? encodePart(part) : std::string(), static_cast<int>(rank - step));
            part = {};
            if (detail == RankDetail::Columns && blocks.isHolder(rank, size)) {
                blocks.send();
            }
            return std::nullopt;
        }
        const std::uint32_t other = rank + step;
        if (other < size) {
            const Sent sent = sentBy(other, messages);
            take(part, sent, {other, std::min(step, size - other)}, options.ranksInBlock);
            blocks.hold(takeFullBlock(part, options.ranksInBlock));
        }
    }
    if (detail == RankDetail::Columns) {
        blocks.collect(size);
    }
    blocks.pass(takeLastBlock(part));
    blocks.throwFailure();
    return isMissing(part) ? std::nullopt : std::optional(wholeRun(std::move(part)));
}

}  // namespace gantry::perf
