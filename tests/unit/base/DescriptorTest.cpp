#include <base/files/Descriptor.hpp>

#include <doctest/doctest.h>

#include <cerrno>
#include <fcntl.h>
#include <unistd.h>
#include <utility>

using gantry::base::Descriptor;

namespace {

int openNull() {
    return ::open("/dev/null", O_RDONLY | O_CLOEXEC);
}

bool isOpen(int number) {
    return ::fcntl(number, F_GETFD) != -1;
}

}  // namespace

TEST_SUITE_BEGIN("base.Descriptor");

TEST_CASE("a descriptor is closed with its owner") {
    const int number = openNull();
    {
        const Descriptor owner(number);
        CHECK(owner);
        CHECK(owner.number() == number);
        CHECK(isOpen(number));
    }

    CHECK_FALSE(isOpen(number));
}

TEST_CASE("moving leaves one owner") {
    Descriptor first(openNull());
    const int number = first.number();

    Descriptor second(std::move(first));

    CHECK(second.number() == number);
    Descriptor third;
    CHECK_FALSE(third);
    third = std::move(second);
    CHECK(third.number() == number);
    CHECK(isOpen(number));
}

TEST_CASE("a released descriptor stays open") {
    Descriptor owner(openNull());

    const int number = owner.release();

    CHECK_FALSE(owner);
    CHECK(isOpen(number));
    ::close(number);
}

TEST_CASE("closing reports what the system says, once") {
    Descriptor owner(openNull());
    ::close(owner.number());

    CHECK_FALSE(owner.close());
    CHECK(errno == EBADF);
    CHECK(owner.close());
}

TEST_SUITE_END();
