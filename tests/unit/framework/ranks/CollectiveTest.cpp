#include <framework/Collective.hpp>

#include <doctest/doctest.h>

#include "ThreadRanks.hpp"

TEST_SUITE_BEGIN("framework.ranks.Collective");

using namespace gantry::framework;

namespace {

/// What a rank of a test does with its collective, and a diary of it.
struct Actor {
    Collective collective;
    int rank;
    std::string diary{};

    [[nodiscard]] Collective::Command command(const std::string& text, bool fails) {
        return {text, [this, fails] {
                    if (fails) {
                        throw std::runtime_error("no memory");
                    }
                    diary += "done, ";
                }};
    }
    [[nodiscard]] Collective::Undo undo(bool fails = false) {
        return [this, fails] {
            if (fails) {
                throw std::runtime_error("stuck");
            }
            diary += "undone, ";
        };
    }
    void attempt(const std::function<void()>& action) {
        try {
            action();
            diary += "well";
        } catch (RankFailure& failure) {
            diary += "refused: " + failure.getNote();
        } catch (const RanksDiffer& error) {
            diary += std::string("differ: ") + error.what();
        } catch (const std::exception& error) {
            diary += std::string("other: ") + error.what();
        }
    }
};

std::vector<std::string> diaries(int size, const std::function<void(Actor&)>& act) {
    return onRanks(size, [&](const std::shared_ptr<ThreadRank>& ranks) {
        Actor actor{Collective(ranks), ranks->getRank()};
        act(actor);
        return actor.diary;
    });
}

}  // namespace

TEST_CASE("a command that works on all ranks is kept on all") {
    const auto heard = diaries(4, [](Actor& actor) {
        actor.attempt([&] { actor.collective.change(actor.command("c", false), actor.undo()); });
    });

    CHECK(heard == everywhere(4, "done, well"));
}

TEST_CASE("a command that fails on one rank is rolled back on the others, and all know why") {
    const auto heard = diaries(3, [](Actor& actor) {
        actor.attempt(
            [&] { actor.collective.change(actor.command("c", actor.rank == 1), actor.undo()); });
    });

    const std::string kept = "done, undone, refused: rank 1: no memory";
    CHECK(heard == std::vector<std::string>{kept, "refused: rank 1: no memory", kept});
}

TEST_CASE("a command that fails on all ranks has nothing to roll back") {
    const auto heard = diaries(3, [](Actor& actor) {
        actor.attempt([&] { actor.collective.change(actor.command("c", true), actor.undo()); });
    });

    CHECK(heard == everywhere(3, "refused: no memory"));
}

TEST_CASE("ranks that come with different commands carry out none of them") {
    const auto heard = diaries(3, [](Actor& actor) {
        const std::string text = actor.rank == 0 ? "swap a" : "swap b";
        actor.attempt([&] { actor.collective.change(actor.command(text, false), actor.undo()); });
    });

    CHECK(heard == everywhere(3,
                              "refused: the ranks are at different points: rank 0: the beginning "
                              "of 'swap a'; ranks 1 and 2: the beginning of 'swap b'"));
}

TEST_CASE("what cannot be rolled back on the others ends the run") {
    const auto heard = diaries(2, [](Actor& actor) {
        actor.attempt(
            [&] { actor.collective.change(actor.command("remove a", actor.rank == 1), {}); });
    });

    const std::string why =
        "differ: rank 1: no memory; 'remove a' cannot be rolled back on the others; the ranks no "
        "longer hold the same assembly, and the run cannot continue";
    CHECK(heard == std::vector<std::string>{"done, " + why, why});
}

TEST_CASE("where rolling back fails, the run ends on all ranks") {
    const auto heard = diaries(3, [](Actor& actor) {
        actor.attempt([&] {
            actor.collective.change(actor.command("c", actor.rank == 0),
                                    actor.undo(actor.rank == 2));
        });
    });

    const std::string why =
        "differ: rank 0: no memory; to take 'c' back on the others failed: rank 2: stuck; the "
        "ranks no longer hold the same assembly, and the run cannot continue";
    CHECK(heard == std::vector<std::string>{why, "done, undone, " + why, "done, " + why});
}

TEST_CASE("a command that changes nothing is compared, and not rolled back") {
    const auto heard = diaries(2, [](Actor& actor) {
        actor.attempt([&] { actor.collective.compare(actor.command("c", actor.rank == 1)); });
        actor.diary += "; ";
        actor.attempt([&] { actor.collective.compare(actor.command("d", false)); });
    });

    const std::string refused = "refused: rank 1: no memory; done, well";
    CHECK(heard == std::vector<std::string>{"done, " + refused, refused});
}

TEST_CASE("nobody starts where a rank is not ready, and the next command is met by all again") {
    const auto heard = diaries(3, [](Actor& actor) {
        const Collective::Command go{"go", [&actor] {
                                         if (actor.rank == 2) {
                                             throw std::runtime_error("not ready");
                                         }
                                         actor.collective.confirm("the start of go");
                                         actor.diary += "started, ";
                                     }};
        actor.attempt([&] { actor.collective.compare(go); });
        actor.diary += "; ";
        actor.attempt([&] { actor.collective.change(actor.command("c", false), actor.undo()); });
    });

    CHECK(heard == everywhere(3, "refused: rank 2: not ready; done, well"));
}

TEST_CASE("a change inside a command that fails on one rank lets the command go on everywhere") {
    const auto heard = diaries(2, [](Actor& actor) {
        const Collective::Command outer{
            "go", [&actor] {
                actor.attempt([&] {
                    actor.collective.change(actor.command("c", actor.rank == 1), actor.undo());
                });
                actor.diary += "; ";
            }};
        actor.attempt([&] { actor.collective.compare(outer); });
    });

    CHECK(heard == std::vector<std::string>{"done, undone, refused: rank 1: no memory; well",
                                            "refused: rank 1: no memory; well"});
}

TEST_CASE("a component cannot go on alone in a command that another rank has left") {
    const auto heard = diaries(2, [](Actor& actor) {
        const Collective::Command outer{
            "go", [&actor] {
                if (actor.rank == 1) {
                    throw std::runtime_error("left");
                }
                actor.attempt(
                    [&] { actor.collective.change(actor.command("c", false), actor.undo()); });
                actor.diary += "; ";
            }};
        actor.attempt([&] { actor.collective.compare(outer); });
    });

    CHECK(heard == std::vector<std::string>{"refused: rank 1: left; refused: rank 1: left",
                                            "refused: rank 1: left"});
}

TEST_CASE(
    "what surrounds a change in which a rank was missed is rolled back without a further meeting") {
    const auto heard = diaries(2, [](Actor& actor) {
        const Collective::Command outer{
            "instantiate", [&actor] {
                if (actor.rank == 1) {
                    throw std::runtime_error("left");
                }
                actor.attempt(
                    [&] { actor.collective.change(actor.command("c", false), actor.undo()); });
                actor.diary += "; done, ";
            }};
        actor.attempt([&] { actor.collective.change(outer, actor.undo()); });
        actor.diary += "; ";
        actor.attempt([&] { actor.collective.change(actor.command("d", false), actor.undo()); });
    });

    CHECK(heard == std::vector<std::string>{
                       "refused: rank 1: left; done, undone, refused: rank 1: left; done, well",
                       "refused: rank 1: left; done, well"});
}

TEST_CASE("a rank that has ended is reported as missing, not waited for") {
    const auto heard = diaries(2, [](Actor& actor) {
        if (actor.rank == 0) {
            actor.attempt(
                [&] { actor.collective.change(actor.command("c", false), actor.undo()); });
        }
    });

    CHECK(heard[0] == "other: rank 1 has not come to the beginning of 'c'");
}

TEST_CASE("in a run of one rank a command is simply carried out, and throws what it throws") {
    Actor actor{Collective(), 0};

    actor.attempt([&] { actor.collective.change(actor.command("c", false), actor.undo()); });
    actor.diary += "; ";
    actor.attempt([&] { actor.collective.change(actor.command("c", true), actor.undo()); });
    actor.collective.confirm("the start of go");

    CHECK(actor.diary == "done, well; other: no memory");
}

TEST_SUITE_END();
