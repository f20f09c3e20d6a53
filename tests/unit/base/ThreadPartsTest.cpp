#include <base/threads/ThreadParts.hpp>

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace {

// What happens in the order in which it does; each test has one thread at a time.
std::vector<std::string>& events() {
    static std::vector<std::string> all;
    return all;
}

struct Owner;
struct AtEnd {
    AtEnd() { events().emplace_back("begin"); }
    ~AtEnd() { events().emplace_back("end"); }
    AtEnd(const AtEnd&) = delete;
    AtEnd& operator=(const AtEnd&) = delete;
};
using Parts = gantry::base::ThreadParts<Owner, int, AtEnd>;

struct Owner {
    bool isClosed = false;

    [[nodiscard]] bool closed() const noexcept { return isClosed; }
    void end(const int* part) noexcept {
        events().push_back("part " + std::to_string(*part) + (Parts::isOver() ? "" : " too early"));
    }
};

}  // namespace

TEST_SUITE_BEGIN("base.ThreadParts");

TEST_CASE("numbers of owners are never 0 and never the same") {
    const std::uint64_t first = Parts::newNumber();

    CHECK(first != 0);
    CHECK(Parts::newNumber() != first);
}

TEST_CASE("a thread finds its own parts only") {
    const auto owner = std::make_shared<Owner>();
    const std::uint64_t number = Parts::newNumber();
    int part = 1;
    int* inOther = &part;

    std::thread([&] {
        Parts::keep(number, owner, &part);
        CHECK(Parts::find(number) == &part);
        CHECK(Parts::find(number + 1000) == nullptr);
        std::thread([&] { inOther = Parts::find(number); }).join();
    }).join();

    CHECK(inOther == nullptr);
}

TEST_CASE("the end of a thread notifies each owner, inside what is made for it") {
    const auto owner = std::make_shared<Owner>();
    int first = 1;
    int second = 2;
    events().clear();

    std::thread([&] {
        Parts::keep(Parts::newNumber(), owner, &first);
        Parts::keep(Parts::newNumber(), owner, &second);
    }).join();

    CHECK(events() == std::vector<std::string>{"begin", "part 1", "part 2", "end"});
}

TEST_CASE("an object that is destroyed after the parts does not find them") {
    struct Late {
        std::uint64_t number = 0;
        int** found = nullptr;
        bool* over = nullptr;
        Late() = default;
        Late(const Late&) = delete;
        Late& operator=(const Late&) = delete;
        ~Late() {
            *found = Parts::find(number);
            *over = Parts::isOver();
        }
    };
    const auto owner = std::make_shared<Owner>();
    int part = 1;
    int* found = &part;
    bool over = false;

    std::thread([&] {
        thread_local Late late;
        late.number = Parts::newNumber();
        late.found = &found;
        late.over = &over;
        Parts::keep(late.number, owner, &part);
    }).join();

    CHECK(found == nullptr);
    CHECK(over);
}

TEST_CASE("closed owners are released when the next one is prepared") {
    auto owner = std::make_shared<Owner>();
    const std::weak_ptr<Owner> watched = owner;
    bool kept = false;
    bool gone = false;

    std::thread([&] {
        int part = 1;
        Parts::keep(Parts::newNumber(), owner, &part);
        owner->isClosed = true;
        owner.reset();
        kept = !watched.expired();
        Parts::prepare();
        gone = watched.expired();
    }).join();

    CHECK(kept);
    CHECK(gone);
}

TEST_SUITE_END();
