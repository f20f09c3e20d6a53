#include <numeric/RandomGeneratorPort.hpp>

#include <doctest/doctest.h>

#include "OneComponent.hpp"

TEST_SUITE("components.RandNumGenerator") {
    TEST_CASE("setting the parameter seed restarts the sequence") {
        OneComponent component("randomgens.RandNumGenerator");
        const auto random = component.port<numeric::RandomGeneratorPort>("RandomGeneratorPort");
        component.set("seed", std::int64_t{7});
        const double first = random->getRandomNumber();
        CHECK(random->getRandomNumber() != first);

        component.set("seed", std::int64_t{7});

        CHECK(random->getRandomNumber() == first);
    }
}
