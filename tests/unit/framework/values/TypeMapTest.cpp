#include <gantry/Error.hpp>

#include <doctest/doctest.h>

#include <limits>

#include "values/TypeMap.hpp"

TEST_SUITE_BEGIN("framework.values.TypeMap");

using gantry::framework::fromText;
using gantry::framework::toText;
using gantry::framework::TypeMap;
using gantry::framework::Value;
using gov::cca::Type;

TEST_CASE("a value of each type comes back as it was stored") {
    TypeMap map;

    map.putInt("int", 1);
    map.putLong("long", 2);
    map.putFloat("float", 3.5F);
    map.putDouble("double", 4.5);
    map.putFcomplex("fcomplex", {1, 2});
    map.putDcomplex("dcomplex", {3, 4});
    map.putString("string", "text");
    map.putBool("bool", true);

    CHECK(map.getInt("int", 0) == 1);
    CHECK(map.getLong("long", 0) == 2);
    CHECK(map.getFloat("float", 0) == 3.5F);
    CHECK(map.getDouble("double", 0) == 4.5);
    CHECK(map.getFcomplex("fcomplex", {}) == std::complex<float>(1, 2));
    CHECK(map.getDcomplex("dcomplex", {}) == std::complex<double>(3, 4));
    CHECK(map.getString("string", "") == "text");
    CHECK(map.getBool("bool", false));
}

TEST_CASE("a key that does not exist gives the default and no type") {
    TypeMap map;

    const int number = map.getInt("missing", 7);

    CHECK(number == 7);
    CHECK_FALSE(map.hasKey("missing"));
    CHECK(map.typeOf("missing") == Type::NoType);
}

TEST_CASE("reading a key as another type is refused and says both types") {
    TypeMap map;
    map.putInt("key", 1);

    try {
        map.getString("key", "");
        FAIL("nothing was thrown");
    } catch (gov::cca::TypeMismatchException& error) {
        CHECK(error.getRequestedType() == Type::String);
        CHECK(error.getActualType() == Type::Int);
        CHECK(error.getNote().find("'key'") != std::string::npos);
    }
}

TEST_CASE("a key keeps its type until it is removed") {
    TypeMap map;
    map.putInt("key", 1);

    CHECK_THROWS_AS(map.putDouble("key", 2.0), gantry::TypeMismatch);
    CHECK(map.getInt("key", 0) == 1);
    map.remove("key");
    map.putDouble("key", 2.0);

    CHECK(map.typeOf("key") == Type::Double);
}

TEST_CASE("an empty key is refused") {
    TypeMap map;

    CHECK_THROWS_AS(map.putInt("", 1), gantry::Error);
}

TEST_CASE("an array in the map shares no elements with the array that was stored or read") {
    TypeMap map;
    sidl::array<int> stored{1, 2, 3};

    map.putIntArray("key", stored);
    stored[0] = 9;
    map.getIntArray("key", {})[1] = 9;

    CHECK(map.getIntArray("key", {}).toVector() == std::vector<int>{1, 2, 3});
}

TEST_CASE("a clone is independent and an empty clone is empty") {
    TypeMap map;
    map.putInt("key", 1);

    const auto clone = map.cloneTypeMap();
    const auto empty = map.cloneEmpty();
    map.putInt("key", 2);

    CHECK(clone->getInt("key", 0) == 1);
    CHECK(empty->getAllKeys(Type::NoType).empty());
}

TEST_CASE("keys are listed in alphabetical order, all or of one type") {
    TypeMap map;
    map.putInt("b", 1);
    map.putBool("c", true);
    map.putInt("a", 1);

    CHECK(map.getAllKeys(Type::NoType).toVector() == std::vector<std::string>{"a", "b", "c"});
    CHECK(map.getAllKeys(Type::Int).toVector() == std::vector<std::string>{"a", "b"});
    CHECK(map.getAllKeys(Type::StringArray).empty());
}

TEST_CASE("values turn into text and back without loss") {
    const std::vector<Value> values{std::int32_t{-5},
                                    std::numeric_limits<std::int64_t>::max(),
                                    0.1F,
                                    1e-300,
                                    std::complex<double>(0.1, -2),
                                    std::string("two words"),
                                    true,
                                    sidl::array<double>{0.1, 2},
                                    sidl::array<bool>{true, false}};

    for (const Value& value : values) {
        const std::string text = toText(value);
        CAPTURE(text);
        CHECK(toText(fromText(gantry::framework::typeOf(value), text)) == text);
    }
}

TEST_CASE("text that is not a value of the type is refused") {
    CHECK_THROWS_AS(fromText(Type::Int, "3.5"), gantry::Error);
    CHECK_THROWS_AS(fromText(Type::Int, "99999999999"), gantry::Error);
    CHECK_THROWS_AS(fromText(Type::Int, ""), gantry::Error);
    CHECK_THROWS_AS(fromText(Type::Double, "1e"), gantry::Error);
    CHECK_THROWS_AS(fromText(Type::Bool, "maybe"), gantry::Error);
    CHECK_THROWS_AS(fromText(Type::Dcomplex, "1,2"), gantry::Error);
    CHECK_THROWS_AS(fromText(Type::IntArray, "1 two"), gantry::Error);
}

TEST_SUITE_END();
