#include <perf/model/RankMerger.hpp>
#include <perf/ranks/TreeMerge.hpp>

#include <doctest/doctest.h>

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <vector>

#include "RankSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// Messages between ranks that are threads.
struct Wires {
    std::mutex mutex;
    std::condition_variable changed;
    std::map<std::tuple<int, int, int>, std::deque<std::string>> messages;
    std::size_t longest = 0;
    // Of these nothing comes.
    std::set<int> ended;
};

class RankOfWires final : public parallel::Upcalls {
public:
    RankOfWires(Wires& wires, int rank, int size) : wires_(wires), rank_(rank), size_(size) {}

    std::int32_t getRank() override { return rank_; }
    std::int32_t getSize() override { return size_; }
    void barrier() override { throw std::logic_error("not asked for"); }
    void broadcast(std::string& text, std::int32_t root) override {
        for (int rank = 0; rank_ == root && rank < size_; ++rank) {
            if (rank != root) {
                send(text, rank, -1);
            }
        }
        text = rank_ == root ? text : receive(root, -1);
    }
    sidl::array<double> reduceSum(const sidl::array<double>& values) override { return values; }
    sidl::array<double> reduceMinimum(const sidl::array<double>& values) override { return values; }
    sidl::array<double> reduceMaximum(const sidl::array<double>& values) override { return values; }
    sidl::array<std::string> gather(const std::string&, std::int32_t) override {
        throw std::logic_error("no rank gathers all profiles");
    }
    bool agree(bool ok, double) override { return ok; }
    sidl::array<double> agreeOnMaximum(const sidl::array<double>& values, double) override {
        return values;
    }
    sidl::array<std::int32_t> getMissing() override { return {}; }
    void abort(std::int32_t) override {}
    void send(const std::string& text, std::int32_t to, std::int32_t tag) override {
        const std::lock_guard lock(wires_.mutex);
        wires_.longest = std::max(wires_.longest, text.size());
        wires_.messages[{rank_, to, tag}].push_back(text);
        wires_.changed.notify_all();
    }
    std::string receive(std::int32_t from, std::int32_t tag) override {
        std::unique_lock lock(wires_.mutex);
        auto& waiting = wires_.messages[{from, rank_, tag}];
        if (wires_.ended.contains(from)) {
            throw std::runtime_error("rank " + std::to_string(from) + " has ended");
        }
        wires_.changed.wait(lock, [&] { return !waiting.empty(); });
        std::string text = waiting.front();
        waiting.pop_front();
        return text;
    }

private:
    Wires& wires_;
    int rank_;
    int size_;
};

using Profiles = std::vector<std::optional<Profile>>;

// What rank 0 gets; nobody else gets anything.
std::optional<Profile> merged(const Profiles& profiles, Wires& wires,
                              const MergeOptions& options = {}) {
    std::vector<std::optional<Profile>> results(profiles.size());
    std::vector<std::thread> threads;
    for (std::size_t rank = 0; rank < profiles.size(); ++rank) {
        threads.emplace_back([&, rank] {
            if (wires.ended.contains(static_cast<int>(rank))) {
                return;
            }
            RankOfWires upcalls(wires, static_cast<int>(rank), static_cast<int>(profiles.size()));
            results[rank] = mergeOverRanks(profiles[rank], upcalls, options);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    for (std::size_t rank = 1; rank < results.size(); ++rank) {
        CHECK_FALSE(results[rank]);
    }
    return results.front();
}

Profiles profilesOf(std::uint32_t size) {
    Profiles profiles;
    for (std::uint32_t rank = 0; rank < size; ++rank) {
        profiles.emplace_back(profileOfRank(rank, size));
    }
    return profiles;
}

Profile oneByOne(const Profiles& profiles, RankMerger merger = RankMerger()) {
    for (std::uint32_t rank = 0; rank < profiles.size(); ++rank) {
        if (profiles[rank]) {
            merger.add(rank, *profiles[rank]);
        }
    }
    return merger.take(static_cast<std::uint32_t>(profiles.size()));
}

}  // namespace

TEST_SUITE_BEGIN("perf.ranks.TreeMerge");

TEST_CASE("the ranks give the same as merging their profiles afterwards") {
    for (const std::uint32_t size : {1U, 2U, 3U, 5U, 8U, 13U}) {
        CAPTURE(size);
        Wires wires;

        CHECK(merged(profilesOf(size), wires) == oneByOne(profilesOf(size)));
    }
}

TEST_CASE("ranks that have nothing are missing, and none waits for them") {
    Profiles profiles = profilesOf(7);
    profiles[0].reset();
    profiles[4].reset();
    profiles[5].reset();
    Wires wires;

    const auto profile = merged(profiles, wires);

    REQUIRE(profile);
    CHECK(profile->partial == "of 7 ranks these reported nothing: 0, 4, 5");
    CHECK(profile->ranks == oneByOne(profiles).ranks);
}

TEST_CASE(
    "a rank that ends in the middle is missing, with those it had to pass on, and it is said why") {
    Wires wires;
    wires.ended = {2};

    const auto profile = merged(profilesOf(5), wires);

    REQUIRE(profile);
    CHECK(profile->partial == "rank 2 has ended; of 5 ranks these reported nothing: 2, 3");
    CHECK(profile->processes.size() == 3);
}

TEST_CASE("where no rank has anything, there is nothing") {
    Wires wires;
    CHECK_FALSE(merged(Profiles(3), wires));
}

TEST_CASE("a part that is longer than a message is sent in several") {
    Wires wires;

    CHECK(merged(profilesOf(5), wires, {64}) == oneByOne(profilesOf(5)));
    CHECK(wires.longest <= 64);
}

TEST_CASE("a rank that measured other metrics counts as missing, and the reason is reported") {
    Profiles profiles = profilesOf(4);
    profiles[3]->metrics[0].name = "cpu";
    Wires wires;

    const auto profile = merged(profiles, wires);

    REQUIRE(profile);
    CHECK(profile->partial ==
          "the profiles of rank 2 and of rank 3 were measured with different metrics; measure all "
          "ranks with the same set; of 4 ranks these reported nothing: 3");
    CHECK(profile->processes.size() == 3);
}

TEST_CASE("ranks whose profiles say no run get that of rank 0") {
    Profiles profiles = profilesOf(2);
    profiles[0]->processes[0].run.clear();
    profiles[0]->created = "2026-01-31T12:00:00Z";
    profiles[1]->processes.clear();
    for (ThreadProfile& thread : profiles[1]->threads) {
        thread.process = -1;
    }
    Wires wires;

    const auto profile = merged(profiles, wires);

    REQUIRE(profile);
    REQUIRE(profile->processes.size() == 2);
    CHECK(profile->processes[0].run == "node1-4000-2026-01-31T12:00:00Z");
    CHECK(profile->processes[1].run == profile->processes[0].run);
    CHECK(profile->processes[1].rank == 1);
    CHECK(profile->processes[1].size == 2);
    CHECK(profile->threads.back().process == 1);
}

TEST_CASE("more ranks than are kept exactly give united threads, and blocks of columns in order") {
    for (const std::uint32_t size : {3U, 4U, 5U, 8U, 9U, 12U, 15U, 21U}) {
        CAPTURE(size);
        Profiles profiles = profilesOf(size);
        profiles[2].reset();
        Wires wires;
        MergeOptions options;
        options.mostExactRanks = 2;
        options.ranksInBlock = 4;
        std::vector<RankBlock> blocks;
        options.keep = [&](RankBlock block) { blocks.push_back(std::move(block)); };

        const auto profile = merged(profiles, wires, options);

        RankMerger merger(RankDetail::Columns, 4);
        for (std::uint32_t rank = 0; rank < size; ++rank) {
            if (profiles[rank]) {
                merger.add(rank, *profiles[rank]);
            }
        }
        CHECK(profile == merger.take(size));
        CHECK(blocks == merger.takeBlocks());
        CHECK(blocks.size() == (size + 3) / 4);
    }
}

TEST_CASE("where a block cannot be kept, no rank waits, and rank 0 says why") {
    const std::uint32_t size = 9;
    Wires wires;
    std::vector<std::thread> threads;
    std::string message;
    for (std::uint32_t rank = 0; rank < size; ++rank) {
        threads.emplace_back([&, rank] {
            RankOfWires upcalls(wires, static_cast<int>(rank), static_cast<int>(size));
            MergeOptions options;
            options.mostExactRanks = 2;
            options.ranksInBlock = 4;
            options.keep = [](const RankBlock&) { throw std::runtime_error("the disk is full"); };
            try {
                (void)mergeOverRanks(profileOfRank(rank, size), upcalls, options);
            } catch (const std::runtime_error& error) {
                // Only rank 0 keeps anything.
                message += std::to_string(rank) + ": " + error.what();
            }
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }

    CHECK(message == "0: the disk is full");
}

TEST_CASE("a rank of other metrics is missing also where ranks are in columns") {
    Profiles profiles = profilesOf(6);
    profiles[5]->metrics[0].name = "cpu";
    Wires wires;
    MergeOptions options;
    options.mostExactRanks = 1;
    options.ranksInBlock = 2;
    std::uint32_t ranks = 0;
    options.keep = [&](const RankBlock& block) { ranks += block.count; };

    const auto profile = merged(profiles, wires, options);

    REQUIRE(profile);
    CHECK(profile->partial.find("these reported nothing: 5") != std::string::npos);
    CHECK(ranks == 6);
}
