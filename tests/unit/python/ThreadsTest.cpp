#include <everything/Partner.hpp>

#include <doctest/doctest.h>

#include <atomic>
#include <thread>
#include <vector>

#include "EchoNode.hpp"

using everything::Node;
using everything::test::EchoFixture;

namespace {

struct Fixture : EchoFixture {
    Fixture() {
        run("class Through(Node):\n"
            "    def ints(self, a, c):\n"
            "        if a < 0:\n            raise ValueError(a)\n"
            "        return echo.ints(a, c)\n");
    }
};

}  // namespace

TEST_SUITE("python.Threads") {
    TEST_CASE_FIXTURE(Fixture, "many threads call Python code that calls C++, errors among them") {
        const auto node = value<std::shared_ptr<Node>>("Through()");
        std::atomic<int> right{0};
        std::atomic<int> errors{0};
        {
            std::vector<std::jthread> threads;
            for (int thread = 0; thread < 4; ++thread) {
                threads.emplace_back([&, thread] {
                    for (int i = 0; i < 2000; ++i) {
                        std::int32_t b = 0;
                        std::int32_t c = i;
                        try {
                            const bool bad = i % 10 == 9;
                            const int before = node->ints(bad ? -1 : thread, b, c);
                            right += before == i && b == thread && c == thread ? 1 : 0;
                        } catch (const std::exception&) {
                            ++errors;
                        }
                    }
                });
            }
        }
        CHECK(right == 4 * 1800);
        CHECK(errors == 4 * 200);
    }

    TEST_CASE_FIXTURE(Fixture, "a thread that waits in C++ does not hold the others up") {
        // The C++ side of the first call waits until the second one has come through Python.
        class Waiting final : public virtual everything::Partner {
        public:
            std::atomic<bool> entered{false};
            std::atomic<bool> released{false};
            std::shared_ptr<everything::Tool> tool() override {
                entered = true;
                entered.notify_all();
                released.wait(false);
                return nullptr;
            }
            std::shared_ptr<everything::Partner> mirror() override {
                released = true;
                released.notify_all();
                return nullptr;
            }
        };
        const auto waiting = std::make_shared<Waiting>();
        set<std::shared_ptr<everything::Partner>>("waiting", waiting);
        std::jthread first([&] { run("waiting.tool()"); });
        waiting->entered.wait(false);
        run("waiting.mirror()");
        first.join();
        CHECK(waiting->released);
    }

    TEST_CASE_FIXTURE(Fixture,
                      "objects of Python are dropped by threads that Python does not know") {
        run("import weakref\nkept = Through()\nseen = weakref.ref(kept)\n");
        auto node = value<std::shared_ptr<Node>>("kept");
        run("del kept");
        CHECK(holds("seen() is not None"));
        std::jthread([last = std::move(node)]() mutable { last.reset(); }).join();
        CHECK(holds("seen() is None"));
    }
}
