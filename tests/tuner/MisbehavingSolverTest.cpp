#include <doctest/doctest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "TunedSolver.hpp"

namespace {

using tuner_test::TunedSolver;

constexpr const char* kClass = "fixtures.MisbehavingSolver";
constexpr int kRequests = 40;

std::string inMood(const std::string& mood, const std::string& mark = "") {
    return kClass + mark + " mood=" + mood;
}

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

/// Requests that all have to be served rightly, with what was passed unchanged.
void checkRequests(TunedSolver& tuned, int requests = kRequests) {
    const std::vector<double> passed = tuned.b;
    const auto values = tuned.matrix->getValues();
    const std::vector<double> before(values.data(), values.data() + values.length());
    const auto columns = tuned.matrix->getColumns();
    const std::vector<int> pattern(columns.data(), columns.data() + columns.length());
    for (int request = 0; request < requests; ++request) {
        CHECK(tuned.solve().status == linear::Status::Converged);
        CHECK(tuned.residual() <= 1.01 * tuned.limits.tolerance);
    }
    CHECK(tuned.b == passed);
    CHECK(std::vector<double>(values.data(), values.data() + values.length()) == before);
    CHECK(std::vector<int>(columns.data(), columns.data() + columns.length()) == pattern);
}

}  // namespace

TEST_SUITE("tuner.MisbehavingSolver") {
    TEST_CASE(
        "a candidate that changes what it was lent harms no result, is set aside, and the log "
        "says what it changed") {
        const std::vector<std::pair<std::string, std::string>> moods{
            {"scales_matrix", "it changed the operator that it was lent"},
            {"moves_columns", "it changed the operator that it was lent"},
            {"scales_rhs", "it changed the right-hand side that it was lent"},
            {"restores_late", "it changed the right-hand side that it was lent"}};
        for (const auto& [eachMood, said] : moods) {
            const auto& mood = eachMood;
            CAPTURE(mood);
            TunedSolver tuned(inMood(mood), kClass);

            checkRequests(tuned);

            CHECK(has(tuned.complaints(), said));
            CHECK(tuned.tuner()->getServed().candidate == "solvers.EigenDirect");
        }
    }

    TEST_CASE(
        "one that alone is asked is refused, not delivered, and what it was lent is restored "
        "for the next") {
        TunedSolver tuned(inMood("scales_matrix"), kClass);
        tuned.tuner()->setMode(tuning::Mode::Pin, inMood("scales_matrix"));
        CHECK(tuned.solve().status != linear::Status::Converged);

        tuned.tuner()->setMode(tuning::Mode::Pin, "solvers.EigenDirect");
        tuned.port<linear::LinearSolver>("solverGate", "solver")->forget();
        checkRequests(tuned, 3);
    }

    TEST_CASE(
        "one that lies about convergence, gives no number, blames the user or throws "
        "a number keeps no request from being served") {
        const std::vector<std::pair<std::string, std::string>> moods{
            {"lies", "it reported convergence"},
            {"nan", "it reported convergence"},
            {"blames", "the system is not sound"},
            {"odd", "not an exception"}};
        for (const auto& [eachMood, said] : moods) {
            const auto& mood = eachMood;
            CAPTURE(mood);
            TunedSolver tuned(inMood(mood), kClass);

            checkRequests(tuned);

            CHECK(has(tuned.complaints(), said));
        }
    }

    TEST_CASE(
        "one of a class that nobody trusts crashes, exits, aborts or hangs in a process of its "
        "own") {
        const std::vector<std::pair<std::string, std::string>> moods{{"crashes", "SIGSEGV"},
                                                                     {"exits", "exit"},
                                                                     {"aborts", "SIGABRT"},
                                                                     {"hangs", "was ended"}};
        for (const auto& [eachMood, said] : moods) {
            const auto& mood = eachMood;
            CAPTURE(mood);
            TunedSolver tuned(inMood(mood));
            REQUIRE(tuned.tuner()->getWarnings().length() == 1);
            CHECK(has(tuned.tuner()->getWarnings()[0], "child process"));

            checkRequests(tuned);

            // Alone, and with more time than a trial has.
            tuned.limits.seconds = 0.5;
            tuned.tuner()->setMode(tuning::Mode::Pin, inMood(mood));
            CHECK(tuned.solve().status != linear::Status::Converged);
            CHECK(has(tuned.tuner()->getServed().reason, said));
        }
    }

    TEST_CASE("what one changes, leaks or throws in a process of its own is gone with it") {
        for (const char* mood : {"exact", "scales_matrix", "moves_columns", "scales_rhs",
                                 "restores_late", "lies", "nan", "odd", "leaks", "blames"}) {
            CAPTURE(mood);
            TunedSolver tuned(inMood(mood, "!"), kClass);

            checkRequests(tuned, 20);
        }
    }

    TEST_CASE("a process of a candidate stays, with its set-ups, until forget is called") {
        TunedSolver tuned("solvers.EigenDirect! method=lu", "*");
        tuned.tuner()->setMode(tuning::Mode::Pin, "solvers.EigenDirect method=lu");
        CHECK_FALSE(tuned.solve().reused);
        CHECK(tuned.solve().reused);
        tuned.matrix->changeValues()[0] += 1;
        CHECK_FALSE(tuned.solve().reused);
        CHECK(tuned.residual() <= 1.01 * tuned.limits.tolerance);

        tuned.port<linear::LinearSolver>("solverGate", "solver")->forget();
        CHECK_FALSE(tuned.solve().reused);
        CHECK(tuned.residual() <= 1.01 * tuned.limits.tolerance);
    }

    TEST_CASE("systems of any size follow each other in the process of one candidate") {
        TunedSolver tuned("solvers.EigenDirect! method=lu", "*");
        tuned.tuner()->setMode(tuning::Mode::Pin, "solvers.EigenDirect method=lu");
        for (const int side : {6, 30, 3, 60, 2, 6}) {
            tuned.matrix = contract::stencil(side, 0.3, 1);
            tuned.b.assign(static_cast<std::size_t>(side) * static_cast<std::size_t>(side), 1.0);
            CHECK(tuned.solve().status == linear::Status::Converged);
            CHECK(tuned.residual() <= 1.01 * tuned.limits.tolerance);
        }
    }

    TEST_CASE("after a crash in its process a candidate gets a new one") {
        TunedSolver tuned(inMood("crashes"));
        tuned.tuner()->setMode(tuning::Mode::Pin, inMood("crashes"));
        for (int request = 0; request < 3; ++request) {
            tuned.b[0] += 1;
            CHECK(tuned.solve().status != linear::Status::Converged);
            CHECK(has(tuned.tuner()->getServed().reason, "SIGSEGV"));
        }
    }

    TEST_CASE("a process that a thread has started which is over is replaced by another one") {
        TunedSolver tuned("solvers.EigenDirect! method=lu", "*");
        tuned.tuner()->setMode(tuning::Mode::Pin, "solvers.EigenDirect method=lu");
        for (int thread = 0; thread < 3; ++thread) {
            linear::Status status = linear::Status::Failed;
            std::thread([&] { status = tuned.solve().status; }).join();
            CHECK(status == linear::Status::Converged);
        }
    }

    TEST_CASE("abort ends the process of a candidate that does not listen") {
        TunedSolver tuned(inMood("hangs"));
        tuned.tuner()->setMode(tuning::Mode::Pin, inMood("hangs"));
        const auto solver = tuned.port<linear::LinearSolver>("solverGate", "solver");
        std::atomic<bool> over = false;
        std::thread other([&] {
            // Again and again: the first ones may come before the request has begun.
            while (!over) {
                solver->abort();
                std::this_thread::yield();
            }
        });
        CHECK(tuned.solve().status != linear::Status::Converged);
        over = true;
        other.join();
    }

    TEST_CASE("one that was fast thirty times and is slow then is replaced") {
        TunedSolver tuned("fixtures.MisbehavingSolver mood=slows_down", kClass);

        checkRequests(tuned, 60);

        CHECK(tuned.tuner()->getServed().candidate == "solvers.EigenDirect");
    }

    TEST_CASE("one that becomes slow in a process of its own is replaced as well") {
        TunedSolver tuned("fixtures.MisbehavingSolver! mood=slows_down", kClass);

        checkRequests(tuned, 60);

        CHECK(tuned.tuner()->getServed().candidate == "solvers.EigenDirect");
    }

    TEST_CASE(
        "one that leaks in this process delivers right results, for as long as memory lasts") {
        TunedSolver tuned(inMood("leaks"), kClass);

        checkRequests(tuned, 20);

        CHECK(tuned.complaints().find("failed") == std::string::npos);
    }

    TEST_CASE("a class and a package are trusted by name, the initial candidate always") {
        for (const char* trusted : {kClass, "solvers.* fixtures.*", "*"}) {
            CAPTURE(trusted);
            TunedSolver tuned(inMood("exact"), trusted);
            REQUIRE(tuned.tuner()->getCandidates().length() == 2);
            CHECK_FALSE(tuned.tuner()->getCandidates()[0].needsIsolation);
            CHECK_FALSE(tuned.tuner()->getCandidates()[1].needsIsolation);
            CHECK(tuned.tuner()->getWarnings().empty());
        }
        TunedSolver tuned(inMood("exact"), "fixtures.Misbehaving");
        CHECK_FALSE(tuned.tuner()->getCandidates()[0].needsIsolation);
        CHECK(tuned.tuner()->getCandidates()[1].needsIsolation);
    }
}
