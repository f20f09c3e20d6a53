#include <framework/RankAgreement.hpp>

#include <doctest/doctest.h>

#include "ThreadRanks.hpp"

TEST_SUITE_BEGIN("framework.ranks.RankAgreement");

using namespace gantry::framework;

namespace {

using Failure = std::optional<std::string>;

std::string shown(const RankAgreement::Outcome& outcome) {
    return std::to_string(outcome.failed) + " failed, lowest " +
           std::to_string(outcome.lowestFailed) + (outcome.diverged ? ", apart: " : ": ") +
           outcome.report;
}

/// What one meeting of four ranks comes to, where place and failure are what these functions say.
std::vector<std::string> meetingOf(const std::function<std::string(int)>& place,
                                   const std::function<Failure(int)>& failure) {
    return onRanks(4, [&](const std::shared_ptr<ThreadRank>& ranks) {
        RankAgreement agreement(ranks);
        return shown(agreement.agree(place(ranks->getRank()), failure(ranks->getRank())));
    });
}

std::string samePlace(int) {
    return "the hall";
}
Failure noFailure(int) {
    return std::nullopt;
}

}  // namespace

TEST_CASE("where all ranks came to one place and none failed, there is nothing to report") {
    CHECK(meetingOf(samePlace, noFailure) == everywhere(4, "0 failed, lowest -1: "));
}

TEST_CASE("every rank hears which rank failed and why") {
    const auto heard = meetingOf(
        samePlace, [](int rank) { return rank == 2 ? Failure("out of memory") : std::nullopt; });

    CHECK(heard == everywhere(4, "1 failed, lowest 2: rank 2: out of memory"));
}

TEST_CASE("ranks that failed for one reason are named together") {
    const auto heard = meetingOf(samePlace, [](int rank) {
        return rank == 0 ? std::nullopt : Failure(rank == 3 ? "no file" : "no memory");
    });

    CHECK(heard == everywhere(4, "3 failed, lowest 1: ranks 1 and 2: no memory; rank 3: no file"));
}

TEST_CASE("a reason that all ranks share names no rank") {
    const auto heard = meetingOf(samePlace, [](int) { return Failure("no such class"); });

    CHECK(heard == everywhere(4, "4 failed, lowest 0: no such class"));
}

TEST_CASE("an empty reason is a failure as well") {
    const auto heard =
        meetingOf(samePlace, [](int rank) { return rank == 1 ? Failure("") : std::nullopt; });

    CHECK(heard == everywhere(4, "1 failed, lowest 1: rank 1: "));
}

TEST_CASE("ranks that came to different places hear where each of them is") {
    const auto heard = meetingOf(
        [](int rank) { return rank == 3 ? std::string("the cellar") : "the hall"; }, noFailure);

    CHECK(heard == everywhere(4,
                              "0 failed, lowest -1, apart: the ranks are at different points: "
                              "ranks 0, 1 and 2: the hall; rank 3: the cellar"));
}

TEST_CASE("a rank that failed elsewhere is reported by its reason") {
    const auto heard =
        meetingOf([](int rank) { return rank == 3 ? std::string("the cellar") : "the hall"; },
                  [](int rank) { return rank == 3 ? Failure("it is dark") : std::nullopt; });

    CHECK(heard == everywhere(4, "1 failed, lowest 3, apart: rank 3: it is dark"));
}

TEST_CASE("of many different reasons some are reported") {
    const auto heard = onRanks(7, [](const std::shared_ptr<ThreadRank>& ranks) {
        RankAgreement agreement(ranks);
        return agreement.agree("the hall", std::to_string(ranks->getRank())).report;
    });

    CHECK(heard == everywhere(7, "rank 0: 0; rank 1: 1; rank 2: 2; rank 3: 3; and others"));
}

TEST_CASE("ranks that do not come are named, and one of those that are there speaks") {
    const auto heard = onRanks(4, [](const std::shared_ptr<ThreadRank>& ranks) -> std::string {
        if (ranks->getRank() == 0 || ranks->getRank() == 3) {
            return "away";
        }
        RankAgreement agreement(ranks, 2.5);
        try {
            return shown(agreement.agree("the hall"));
        } catch (const RanksMissing& missing) {
            return missing.what() + std::string(missing.isReporter() ? " (speaks)" : "");
        }
    });

    const std::string message = "ranks 0 and 3 have not come to the hall within 2.5 s";
    CHECK(heard == std::vector<std::string>{"away", message + " (speaks)", message, "away"});
}

TEST_CASE("a rank that failed and finds nobody reports its reason as well") {
    const auto heard = onRanks(2, [](const std::shared_ptr<ThreadRank>& ranks) -> std::string {
        if (ranks->getRank() == 0) {
            return "away";
        }
        RankAgreement agreement(ranks);
        try {
            return shown(agreement.agree("the hall", "out of memory"));
        } catch (const RanksMissing& missing) {
            return missing.what();
        }
    });

    CHECK(heard[1] == "out of memory; and rank 0 has not come to the hall within 10 s");
}

TEST_CASE("a component that waits in an agreement of its own is let out when a rank failed") {
    const auto heard = onRanks(3, [](const std::shared_ptr<ThreadRank>& ranks) {
        RankAgreement agreement(ranks);
        Failure failure;
        if (ranks->getRank() == 1) {
            failure = "out of memory";
        } else {
            try {
                ranks->agree(true, 0);
            } catch (gov::cca::CCAException& error) {
                failure = error.getNote();
            }
        }
        return agreement.agree("the hall", failure).report;
    });

    CHECK(heard == everywhere(3,
                              "ranks 0 and 2: the ranks came to different agreements; "
                              "rank 1: out of memory"));
}

TEST_CASE("of several places the first counts where a rank failed") {
    const auto heard = onRanks(3, [](const std::shared_ptr<ThreadRank>& ranks) {
        RankAgreement agreement(ranks);
        const std::vector<std::string> places{"the door", "the hall", "the stairs"};
        const auto last = places.begin() + 3 - ranks->getRank();
        const auto outcome = agreement.agreeOnAll(
            {places.begin(), last}, ranks->getRank() > 0 ? Failure("no light") : std::nullopt);
        return std::to_string(outcome.first) + ": " + shown(outcome);
    });

    CHECK(heard == everywhere(3, "0: 1 failed, lowest 2: rank 2: no light"));
}

TEST_CASE("of several places the first counts that not all ranks reached") {
    const auto heard = onRanks(3, [](const std::shared_ptr<ThreadRank>& ranks) {
        RankAgreement agreement(ranks);
        const std::string second = ranks->getRank() == 2 ? "the cellar" : "the hall";
        const auto outcome = agreement.agreeOnAll({"the door", second, "the stairs"});
        return std::to_string(outcome.first) + ": " + shown(outcome);
    });

    CHECK(heard == everywhere(3,
                              "1: 0 failed, lowest -1, apart: the ranks are at different points: "
                              "ranks 0 and 1: the hall; rank 2: the cellar"));
}

TEST_CASE("one rank has nobody to agree with") {
    RankAgreement alone;

    CHECK(alone.size() == 1);
    CHECK(alone.agree("the hall").isSuccess());
    CHECK(shown(alone.agree("the hall", "dark")) == "1 failed, lowest 0: dark");
}

TEST_SUITE_END();
