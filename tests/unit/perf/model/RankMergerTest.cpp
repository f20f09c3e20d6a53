#include <perf/model/RankMerger.hpp>
#include <perf/model/RankSplit.hpp>
#include <perf/model/ReduceOverRanks.hpp>

#include <doctest/doctest.h>

#include <stdexcept>
#include <utility>
#include <vector>

#include "RankSamples.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// As a parallel run does it: rank r takes from r + 1, r + 2, r + 4, ...
RankPart asTree(std::vector<RankPart> parts) {
    for (std::size_t step = 1; step < parts.size(); step *= 2) {
        for (std::size_t rank = 0; rank + step < parts.size(); rank += 2 * step) {
            join(parts[rank], std::move(parts[rank + step]));
        }
    }
    return std::move(parts.front());
}

const RankRecord& recordOf(const Profile& profile, const std::string& name) {
    for (const RankRecord& record : profile.ranks->timers) {
        if (record.info.name == name) {
            return record;
        }
    }
    throw std::out_of_range(name);
}

}  // namespace

TEST_SUITE_BEGIN("perf.model.RankMerger");

TEST_CASE("one rank after the other gives what a tree gives, for any number of ranks") {
    for (std::uint32_t size = 1; size <= 17; ++size) {
        CAPTURE(size);
        RankMerger merger;
        std::vector<RankPart> parts;
        for (std::uint32_t rank = 0; rank < size; ++rank) {
            // Some are missing.
            const bool there = rank % 5 != 2 || size < 4;
            parts.push_back(there ? rankPart(rank, profileOfRank(rank, size)) : missingRank(rank));
            if (there) {
                merger.add(rank, profileOfRank(rank, size));
            }
        }

        CHECK(merger.take(size) == wholeRun(asTree(std::move(parts))));
    }
}

TEST_CASE("values over ranks are those of all ranks at once") {
    RankMerger merger;
    std::vector<Profile> profiles;
    for (std::uint32_t rank = 0; rank < 7; ++rank) {
        profiles.push_back(profileOfRank(rank, 7));
        merger.add(rank, profiles.back());
    }

    const Profile whole = merger.take();
    const RankReduction once = reduceOverRanks(profiles);

    REQUIRE(whole.ranks);
    REQUIRE(whole.ranks->timers.size() == once.timers.size());
    for (std::size_t i = 0; i < once.timers.size(); ++i) {
        const RankStats& ours = whole.ranks->timers[i].exclusive[0];
        const RankStats& theirs = once.timers[i].exclusive[0];
        CHECK(whole.ranks->timers[i].info == once.timers[i].info);
        CHECK(ours.min == theirs.min);
        CHECK(ours.minRank == theirs.minRank);
        CHECK(ours.maxRank == theirs.maxRank);
        CHECK(ours.sum == theirs.sum);
        CHECK(ours.mean == doctest::Approx(theirs.mean));
        CHECK(ours.standardDeviation == doctest::Approx(theirs.standardDeviation));
    }
}

TEST_CASE("a deviation over ranks is that of their values") {
    RankMerger merger;
    for (std::uint32_t rank = 0; rank < 4; ++rank) {
        merger.add(rank, profileOfRank(rank));
    }

    const Profile whole = merger.take();

    // 1000, 1001, 1002 and 1003.
    const RankStats& stats = recordOf(whole, "main").inclusive[0];
    CHECK(stats.mean == 1001.5);
    CHECK(stats.standardDeviation == doctest::Approx(1.1180339887));
    CHECK(stats.sum == 4006);
    CHECK(stats.minRank == 0);
    CHECK(stats.maxRank == 3);
    CHECK(recordOf(whole, "odd").ranks == 2);
    CHECK(recordOf(whole, "odd").inclusive[0].min == 0);
    CHECK(recordOf(whole, "odd").inclusive[0].minRank == 0);
}

TEST_CASE("ranks that are missing are named, and count with zeros") {
    RankMerger merger;
    merger.add(1, profileOfRank(1, 8));
    merger.add(3, profileOfRank(3, 8));

    const Profile whole = merger.take(8);

    CHECK(whole.partial == "of 8 ranks these reported nothing: 0, 2, 4-7");
    CHECK(whole.ranks->size == 8);
    CHECK(recordOf(whole, "main").ranks == 2);
    CHECK(recordOf(whole, "main").inclusive[0].mean == 2004.0 / 8);
    CHECK(recordOf(whole, "main").inclusive[0].minRank == 0);
    CHECK(whole.processes.size() == 2);
    CHECK(withoutMissingText("killed; " + whole.partial + "; more") == "killed; more");
}

TEST_CASE("every thread keeps its process, and every misuse its thread") {
    RankMerger merger;
    for (std::uint32_t rank = 0; rank < 4; ++rank) {
        merger.add(rank, profileOfRank(rank));
    }

    const Profile whole = merger.take();

    REQUIRE(whole.threads.size() == 6);
    CHECK(whole.processes.at(static_cast<std::size_t>(whole.threads[4].process)).rank == 3);
    CHECK(whole.threads[5].role == ThreadRole::Worker);
    CHECK(whole.misuse[3].thread == 4);
    CHECK(whole.probeOverhead->pair[0] == doctest::Approx(11.5));
    CHECK(whole.processes[2].host == "node2");
}

TEST_CASE("a run taken apart and put together again is the same") {
    RankMerger merger;
    for (std::uint32_t rank = 0; rank < 4; ++rank) {
        Profile profile = profileOfRank(rank);
        profile.partial = rank == 2 ? "killed; cut short" : "";
        merger.add(rank, std::move(profile));
    }
    const Profile whole = merger.take();

    RankMerger again;
    for (auto& [rank, profile] : splitByRank(whole)) {
        again.add(rank, std::move(profile));
    }
    Profile second = again.take();

    CHECK(second.partial == "rank 2: killed; cut short");
    // The overhead is a mean of the ranks, and so is what is subtracted then.
    second.probeOverhead = whole.probeOverhead;
    for (std::size_t i = 0; i < whole.ranks->timers.size(); ++i) {
        RankRecord& record = second.ranks->timers.at(i);
        CHECK(record.compensatedExclusive.size() == whole.metrics.size());
        record.compensatedInclusive = whole.ranks->timers[i].compensatedInclusive;
        record.compensatedExclusive = whole.ranks->timers[i].compensatedExclusive;
    }
    CHECK(second == whole);
}

TEST_CASE("ranks that were measured with different metrics are named") {
    RankMerger merger;
    merger.add(0, profileOfRank(0));
    Profile other = profileOfRank(1);
    other.metrics[0].name = "cpu";

    CHECK_THROWS_WITH_AS(merger.add(1, other),
                         "the profiles of rank 0 and of rank 1 were measured with different "
                         "metrics; measure all ranks with the same set",
                         std::invalid_argument);
}

TEST_CASE("a rank with other metrics is missing in what the others are merged to") {
    RankMerger merger;
    RankMerger without;
    for (std::uint32_t rank = 0; rank < 6; ++rank) {
        Profile profile = profileOfRank(rank, 6);
        if (rank == 1 || rank == 3) {
            profile.metrics[0].name = "cpu";
            CHECK_THROWS_AS(merger.add(rank, profile), std::invalid_argument);
            continue;
        }
        without.add(rank, profile);
        merger.add(rank, std::move(profile));
    }

    CHECK(merger.take(6) == without.take(6));
}

TEST_CASE("a rank is added once, and something is merged") {
    RankMerger merger;
    CHECK_THROWS_AS(merger.take(), std::invalid_argument);
    merger.add(2, profileOfRank(2));

    CHECK_THROWS_AS(merger.add(2, profileOfRank(2)), std::invalid_argument);
}
