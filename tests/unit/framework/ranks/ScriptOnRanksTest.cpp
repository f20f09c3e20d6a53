#include <framework/ScriptInterpreter.hpp>

#include <algorithm>
#include <sstream>

#include "Guarded.hpp"
#include "ThreadRanks.hpp"

TEST_SUITE_BEGIN("framework.ranks.ScriptOnRanks");

using namespace gantry::framework;
using namespace gantry::framework::test;

namespace {

/// One rank of a run: an assembly of its own, in which "caller" uses "one", and "two" waits.
struct Rank {
    explicit Rank(std::shared_ptr<ThreadRank> ranks)
        : number(ranks->getRank()), upcalls(ranks), collective(std::move(ranks)) {
        guarded.provide("one", [this] { return ++calls, 0; });
        guarded.connect("one");
    }

    /// What the script shows, or why it stopped.
    std::string run(const std::string& text) { return run(text, true); }
    /// The same without the other ranks.
    std::string runAlone(const std::string& text) { return run(text, false); }

    std::string run(const std::string& text, bool together) {
        std::ostringstream output;
        ScriptInterpreter interpreter(guarded.framework, output);
        if (together) {
            interpreter.setCollective(collective);
        }
        std::istringstream script(text);
        try {
            interpreter.run(script, "test.rc");
            return output.str();
        } catch (const RanksDiffer& error) {
            return output.str() + "differ: " + error.what();
        } catch (const std::exception& error) {
            return output.str() + error.what();
        }
    }

    int number;
    std::shared_ptr<ThreadRank> upcalls;
    int calls = 0;
    Guarded guarded;
    Collective collective;
};

/// A message without its place and advice.
std::string brief(const std::string& message) {
    const std::string text = message.substr(message.find("error: "));
    return text.substr(0, std::min(text.find(';'), text.find(" on the")));
}

std::vector<std::string> scripts(const std::function<std::string(Rank&)>& work) {
    return onRanks(3, [&](const std::shared_ptr<ThreadRank>& ranks) {
        Rank rank(ranks);
        return work(rank);
    });
}

}  // namespace

TEST_CASE("a script that works everywhere builds the same assembly on every rank") {
    const auto shown = scripts([](Rank& rank) {
        rank.guarded.provide("two", 2);
        return rank.run("swap caller target two number\nchain\n");
    });

    CHECK(shown == everywhere(3, "caller target -> two number (guarded, swapped once)\n"));
}

TEST_CASE("where one rank cannot make the component, no rank keeps it") {
    const auto shown = scripts([](Rank& rank) {
        if (rank.number == 1) {
            rank.guarded.framework.setComponentPath({});
        }
        const std::string why = rank.run("instantiate fixtures.Counter counter\n");
        return brief(why) + " | " + rank.run("palette\narena\n");
    });

    CHECK(shown == everywhere(3,
                              "error: rank 1: there is no component class 'fixtures.Counter' "
                              "| fixtures.MonitoredCaller\ncaller fixtures.MonitoredCaller\n"
                              "one test.Component\n"));
}

TEST_CASE("a swap that fails on one rank leaves every rank with the provider before") {
    const auto shown = scripts([](Rank& rank) {
        if (rank.number != 2) {
            rank.guarded.provide("two", 2);
        } else {
            rank.guarded.embedding.join("two");
        }
        const auto port = rank.guarded.hold();
        const std::string why = rank.run("swap caller target two number\n");
        return brief(why) + " | " + rank.guarded.provider() + ' ' + std::to_string(port->go());
    });

    CHECK(shown == everywhere(3, "error: rank 2: instance 'two' has no port 'number' | one 0"));
}

TEST_CASE("commands that change other things are rolled back as well") {
    struct Case {
        const char* prepare;
        const char* command;
        const char* show;
    };
    const std::vector<Case> cases{
        {"", "connect caller plain two number", "chain"},
        {"connect caller plain two number", "disconnect caller plain two number", "chain"},
        {"property two colour blue", "property two colour red", "property two colour"},
        {"port-property two number weight double 1", "port-property two number weight double 2",
         "port-property two number weight"},
    };

    for (const Case& each : cases) {
        CAPTURE(each.command);
        const auto shown = scripts([&](Rank& rank) -> std::string {
            if (rank.number == 1) {
                return rank.run(each.command);
            }
            rank.guarded.provide("two", 2);
            rank.runAlone(each.prepare);
            const std::string before = rank.runAlone(each.show);
            const std::string why = rank.run(each.command);
            return rank.runAlone(each.show) == before ? why : "changed: " + why;
        });
        for (const std::string& one : shown) {
            CHECK(one.find("error: rank 1: there is no instance 'two'") != std::string::npos);
            CHECK(one.find("changed") == std::string::npos);
        }
    }
}

TEST_CASE("what cannot be rolled back ends the run where it fails on one rank") {
    const auto shown = scripts([](Rank& rank) {
        rank.guarded.provide("two", 2);
        if (rank.number == 1) {
            rank.guarded.framework.connect({"caller", "plain", "two", "number"});
        }
        const auto used = rank.number == 1 ? rank.guarded.services()->getPort("plain") : nullptr;
        std::string why = rank.run("attempt remove two\narena\n");
        if (used) {
            rank.guarded.services()->releasePort("plain");
        }
        return why;
    });

    for (const std::string& one : shown) {
        CAPTURE(one);
        CHECK(one.rfind("differ: test.rc:1: rank 1: ", 0) == 0);
        CHECK(one.find("the ranks no longer hold the same assembly") != std::string::npos);
    }
}

TEST_CASE("attempt shows on every rank why a command failed, and continues") {
    const auto shown = scripts([](Rank& rank) {
        if (rank.number != 0) {
            rank.guarded.provide("two", 2);
        } else {
            rank.guarded.embedding.join("two");
        }
        return rank.run("attempt swap caller target two number\ndisplay component two\nquit 0\n");
    });

    const std::string failed = "failed: rank 0: instance 'two' has no port 'number'";
    for (const std::string& one : shown) {
        CAPTURE(one);
        CHECK(one.rfind(failed, 0) == 0);
        CHECK(one.find("\ntwo test.Component") != std::string::npos);
    }
}

TEST_CASE("no rank starts where one is not ready to go") {
    const auto shown = scripts([](Rank& rank) {
        const std::string why =
            rank.run(rank.number == 2 ? "go nobody number\n" : "go one number\n");
        return brief(why) + " | " + std::to_string(rank.calls);
    });

    CHECK(shown == everywhere(3, "error: rank 2: there is no instance 'nobody' | 0"));
}

TEST_CASE("a go that fails on one rank stops the script on all") {
    const auto shown = scripts([](Rank& rank) {
        if (rank.number == 1) {
            rank.guarded.provide("two", [] { return 7; });
        } else {
            rank.guarded.provide("two", 0);
        }
        std::string why = rank.run("go two number\nchain\n");
        return why;
    });

    CHECK(shown == everywhere(3,
                              "test.rc:1:1: error: rank 1: 'two.number' returned 7; 0 means "
                              "success"));
}

TEST_CASE("ranks whose scripts differ hear where") {
    const auto shown = scripts([](Rank& rank) {
        return rank.run(rank.number == 0 ? "chain\n" : "arena\n").substr(0, 500);
    });

    for (const std::string& one : shown) {
        CAPTURE(one);
        CHECK(one.find("test.rc:1:1: error: the ranks are at different points: rank 0: the end of "
                       "'chain'; ranks 1 and 2: the end of 'arena'") != std::string::npos);
    }
}

TEST_CASE("commands that build the assembly are compared together") {
    std::string text;
    for (int i = 0; i < 100; ++i) {
        const std::string name = "counter" + std::to_string(i);
        text += "instantiate fixtures.Counter " + name + "\nproperty " + name + " colour blue\n";
    }
    const auto shown = scripts([&](Rank& rank) {
        const std::string why = rank.run(text);
        return why + std::to_string(rank.upcalls->numMeetings) + ' ' +
               std::to_string(rank.guarded.framework.instances().size());
    });

    CHECK(shown == everywhere(3, "1 102"));
}

TEST_CASE(
    "of commands that are compared together, those from the one that failed on are rolled back") {
    const auto shown = scripts([](Rank& rank) {
        if (rank.number == 1) {
            rank.guarded.provide("taken", 3);
        }
        const std::string why = rank.run(
            "instantiate fixtures.Counter first\n"
            "\n"
            "property first colour blue\n"
            "  instantiate fixtures.Counter taken\n"
            "instantiate fixtures.Counter last\n"
            "property first colour red\n");
        const auto has = [&](const char* name) {
            return rank.guarded.framework.instance(name) ? std::string(name) + ' ' : "";
        };
        return why.substr(0, why.find(" exists")) + " | " + has("first") + has("last") +
               rank.runAlone("property first colour");
    });

    const std::string reason = "error: rank 1: instance 'taken'";
    const std::string left = " | first colour = blue\n";
    CHECK(shown == std::vector<std::string>{"test.rc:4:3: " + reason + left,
                                            "test.rc:4:32: " + reason + left,
                                            "test.rc:4:3: " + reason + left});
}

TEST_CASE("a line that one rank cannot read fails as a command does, after those before it") {
    const auto shown = scripts([](Rank& rank) {
        const std::string third =
            rank.number == 2 ? "assemble fixtures.Counter b" : "instantiate fixtures.Counter b";
        const std::string why =
            rank.run("instantiate fixtures.Counter a\n" + third + "\nproperty a colour red\n");
        return why.substr(0, why.find("; did")).substr(0, why.find("', did")) + " | " +
               std::to_string(rank.guarded.framework.instances().size());
    });

    for (const std::string& one : shown) {
        CAPTURE(one);
        CHECK(one.find("test.rc:2:1: error: rank 2: unknown command 'assemble'") == 0);
        CHECK(one.ends_with(" | 3"));
    }
}

TEST_CASE("ranks whose scripts differ keep what they built before") {
    const auto shown = scripts([](Rank& rank) {
        const std::string name = rank.number == 0 ? "b" : "c";
        const std::string why =
            rank.run("instantiate fixtures.Counter a\ninstantiate fixtures.Counter " + name +
                     "\nproperty a colour red\n");
        return why + " | " + std::to_string(rank.guarded.framework.instances().size());
    });

    CHECK(shown == everywhere(3,
                              "test.rc:2:1: error: the ranks are at different points: rank 0: the "
                              "end of 'instantiate fixtures.Counter b'; ranks 1 and 2: the end of "
                              "'instantiate fixtures.Counter c' | 3"));
}

TEST_CASE("a script that ends earlier on one rank differs where it ends") {
    const auto shown = scripts([](Rank& rank) {
        const std::string why =
            rank.run(std::string("instantiate fixtures.Counter a\n") +
                     (rank.number == 0 ? "" : "instantiate fixtures.Counter b\n"));
        return why.substr(0, why.find("rank 0")) + "| " +
               std::to_string(rank.guarded.framework.instances().size());
    });

    for (const std::string& one : shown) {
        CAPTURE(one);
        CHECK(one.find("error: the ranks are at different points: | 3") != std::string::npos);
    }
}

TEST_CASE("nothing is shown of what another rank rolls back") {
    const auto shown = scripts([](Rank& rank) {
        if (rank.number == 1) {
            rank.guarded.framework.setComponentPath({});
        }
        return brief(rank.run("instantiate fixtures.Counter counter\narena\n"));
    });

    CHECK(shown == everywhere(3, "error: rank 1: there is no component class 'fixtures.Counter'"));
}

TEST_CASE("a component that may meet the other ranks is made where they are") {
    const auto shown = scripts([](Rank& rank) {
        rank.guarded.framework.setComponentPath(
            {fixture("good_counter"), fixture("hangs_on_rank")});
        const std::string why = rank.run(
            "instantiate fixtures.Counter a\ninstantiate fixtures.HangsOnRank b\n"
            "instantiate fixtures.Counter c\n");
        return why + std::to_string(rank.upcalls->numMeetings);
    });

    // A batch, the beginning and the end of the second command, and another batch.
    CHECK(shown == everywhere(3, "4"));
}

TEST_CASE("a script that one rank cannot read is loaded by none") {
    const auto shown = scripts([](Rank& rank) {
        const std::string name = rank.number == 1 ? "/nowhere/at/all.rc" : "/dev/null";
        return rank.run("load " + name + "\n");
    });

    for (const std::string& one : shown) {
        CAPTURE(one);
        CHECK(one.find("rank 1: script '/nowhere/at/all.rc' cannot be read") != std::string::npos);
    }
}

TEST_CASE("on one rank, attempt continues as well, and what it may not hide is an error") {
    Embedding embedding;
    std::ostringstream output;
    ScriptInterpreter interpreter(embedding.framework, output);
    std::istringstream script(
        "attempt remove somebody\nattempt attempt remove nobody\nattempt arena\nattempt quit "
        "3\narena\n");

    CHECK(interpreter.run(script, "test.rc") == 3);
    CHECK(output.str() ==
          "failed: there is no instance 'somebody'; there is none\n"
          "failed: there is no instance 'nobody'; there is none\n");
}

TEST_SUITE_END();
