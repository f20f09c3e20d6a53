#include <c/gantry.h>

#include <doctest/doctest.h>

#include <array>
#include <memory>
#include <string>

#include "Echo.hpp"

namespace {

using languages::DirectEcho;

probe_Echo* handleOf(const std::shared_ptr<probe::Echo>& object) {
    return reinterpret_cast<probe_Echo*>(gantry::c::newHandle(object));
}

// A text of C, freed.
std::string taken(char* text) {
    std::string copy = text == nullptr ? "(null)" : text;
    sidl_String_free(text);
    return copy;
}

// The note of an error, which is given up.
std::string noteOf(sidl_BaseException*& error) {
    std::string note = taken(sidl_BaseException_getNote(error));
    sidl_BaseException_deleteRef(error);
    error = nullptr;
    return note;
}

struct Fixture {
    std::shared_ptr<DirectEcho> object = std::make_shared<DirectEcho>(3);
    probe_Echo* echo = handleOf(object);
    sidl_BaseException* error = nullptr;

    Fixture() = default;
    ~Fixture() {
        sidl_deleteRef(error);
        probe_Echo_deleteRef(echo);
    }
    Fixture(const Fixture&) = delete;
    Fixture& operator=(const Fixture&) = delete;
};

}  // namespace

TEST_SUITE("languages.Handle") {
    TEST_CASE_FIXTURE(Fixture, "a call on a null handle is an error, and an empty result") {
        CHECK(probe_Echo_number(nullptr, &error) == 0);
        CHECK(noteOf(error).find("null handle") != std::string::npos);
        CHECK(probe_Echo_strings(nullptr, "a", nullptr, nullptr, &error) == nullptr);
        CHECK(error != nullptr);
    }

    TEST_CASE_FIXTURE(Fixture, "an ignored error is dropped") {
        CHECK(probe_Echo_failBehind(echo, 0, nullptr) == 0);
        CHECK(probe_Echo_number(nullptr, nullptr) == 0);
    }

    TEST_CASE_FIXTURE(Fixture, "the first error of several calls is the one that stays") {
        probe_Echo_failBehind(echo, 1, &error);
        probe_Echo_failBehind(echo, 3, &error);
        probe_Echo_number(nullptr, &error);

        CHECK(noteOf(error) == "broken in C++");
    }

    TEST_CASE_FIXTURE(Fixture, "an error can be cast to its type and asked; its trace grows") {
        probe_Echo_failBehind(echo, 0, &error);
        probe_Refusal* refusal = probe_Refusal__cast(error);
        sidl_BaseException* none = nullptr;

        CHECK(probe_Refusal_code(refusal, &none) == 17);
        CHECK(none == nullptr);
        CHECK(probe_Silence__cast(error) == nullptr);
        sidl_BaseException_addLine(error, "here");
        CHECK(taken(sidl_BaseException_getTrace(error)) == "here\n");
        probe_Refusal_deleteRef(refusal);
    }

    TEST_CASE_FIXTURE(
        Fixture, "an exception that is not a SIDL exception is seen as a sidl.RuntimeException") {
        probe_Echo_failBehind(echo, 3, &error);
        sidl_RuntimeException* seen = sidl_RuntimeException__cast(error);

        CHECK(seen != nullptr);
        CHECK(noteOf(error) == "out of C++");
        sidl_deleteRef(seen);
        probe_Echo_failBehind(echo, 4, &error);
        CHECK(noteOf(error) == "an exception that is not a std::exception");
    }

    TEST_CASE_FIXTURE(Fixture, "null out and inout arguments are left out, null values are empty") {
        CHECK(probe_Echo_ints(echo, 4, nullptr, nullptr, &error) == 0);
        CHECK(taken(probe_Echo_strings(echo, nullptr, nullptr, nullptr, &error)).empty());
        sidl_double__array array = probe_Echo_doubles2(echo, nullptr, nullptr, nullptr, &error);
        CHECK(array.length[0] == 0);
        sidl_double__array_free(&array);
        probe_Mark mark = probe_Echo_marks(echo, nullptr, nullptr, nullptr, &error);
        probe_Mark__free(&mark);
        CHECK(error == nullptr);
        CHECK(probe_Echo_count(echo, nullptr, &error) == 0);
        CHECK(noteOf(error).find("array<>") != std::string::npos);
    }

    TEST_CASE_FIXTURE(Fixture, "an array of another dimension is an error") {
        const std::array<int32_t, 1> length{3};
        sidl_double__array array =
            sidl_double__array_create(1, length.data(), sidl_order_row_major);

        sidl_double__array result = probe_Echo_doubles2(echo, &array, nullptr, nullptr, &error);

        CHECK(result.dimension == 0);
        CHECK(noteOf(error) == "an array with 1 dimensions was given where 2 are expected");
        sidl_double__array_free(&array);
    }

    TEST_CASE("references keep the object, and the last one ends it") {
        std::weak_ptr<DirectEcho> seen;
        probe_Echo* echo = nullptr;
        {
            const auto object = std::make_shared<DirectEcho>(3);
            seen = object;
            echo = handleOf(object);
        }

        probe_Echo_addRef(echo);
        probe_Echo_deleteRef(echo);
        CHECK_FALSE(seen.expired());
        probe_Base* base = probe_Base__cast(echo);
        probe_Echo_deleteRef(echo);
        CHECK(probe_Base_number(base, nullptr) == 3);
        probe_Base_deleteRef(base);

        CHECK(seen.expired());
        probe_Echo_addRef(nullptr);
        probe_Echo_deleteRef(nullptr);
    }

    TEST_CASE_FIXTURE(Fixture,
                      "casts give new references, or null; take gives up what it is given") {
        probe_Base* base = probe_Base__cast(echo);
        CHECK(sidl_isSame(base, echo));
        CHECK_FALSE(sidl_isSame(base, nullptr));
        CHECK(probe_Echo__cast(nullptr) == nullptr);
        CHECK(probe_Echo__take(nullptr, &error) == nullptr);
        CHECK(error == nullptr);

        probe_Echo* back = probe_Echo__take(base, &error);

        CHECK(sidl_isSame(back, echo));
        CHECK(probe_Refusal__take(back, &error) == nullptr);
        CHECK(noteOf(error).find("the object is not a probe.Refusal") == 0);
        CHECK(object.use_count() == 2);
    }

    TEST_CASE("the state of an object in C is freed once, with its last reference") {
        static int freed = 0;
        freed = 0;
        struct probe_Base__methods methods = {};
        methods.number = [](void* self, sidl_BaseException**) { return *static_cast<int*>(self); };
        int number = 8;
        probe_Base* base = probe_Base__create(&methods, &number, [](void*) { ++freed; });
        auto object = gantry::c::pointerTo<probe::Base>(base);
        probe_Base_deleteRef(base);

        CHECK(object->number() == 8);
        CHECK(freed == 0);
        object.reset();
        CHECK(freed == 1);
    }

    TEST_CASE("a method that is not implemented is an error that names it") {
        probe_Base* empty = probe_Base__create(nullptr, nullptr, nullptr);
        sidl_BaseException* error = nullptr;

        probe_Base_number(empty, &error);

        CHECK(noteOf(error).find("probe.Base.number is not implemented") == 0);
        probe_Base_deleteRef(empty);
    }

    TEST_CASE(
        "arrays of C: bad shapes give the empty array; shared elements outlive the first owner") {
        const std::array<int32_t, 2> length{2, 3};
        const std::array<int32_t, 2> negative{2, -3};
        const std::array<int32_t, 2> huge{100000, 100000};
        const auto create = [](int32_t dimension, const int32_t* lengths) {
            sidl_int__array array =
                sidl_int__array_create(dimension, lengths, sidl_order_column_major);
            const int32_t found = array.dimension;
            sidl_int__array_free(&array);
            return found;
        };
        CHECK(create(2, length.data()) == 2);
        CHECK(create(0, length.data()) == 0);
        CHECK(create(8, length.data()) == 0);
        CHECK(create(2, nullptr) == 0);
        CHECK(create(2, negative.data()) == 0);
        CHECK(create(2, huge.data()) == 0);

        sidl_int__array array = sidl_int__array_create(2, length.data(), sidl_order_column_major);
        CHECK(array.stride[1] == 2);
        array.first[5] = 11;
        sidl_int__array shared = sidl_int__array_share(&array);
        sidl_int__array_free(&array);
        CHECK(array.first == nullptr);
        CHECK(shared.first[5] == 11);
        sidl_int__array_free(&shared);
        sidl_int__array_free(&shared);
        sidl_int__array_free(nullptr);
    }

    TEST_CASE_FIXTURE(Fixture, "texts and objects in an array of C are given up with it") {
        const std::array<int32_t, 1> length{2};
        sidl_string__array texts =
            sidl_string__array_create(1, length.data(), sidl_order_row_major);
        texts.first[1] = sidl_String_strdup("second");
        sidl_string__array copy = probe_Echo_stringArrays(echo, &texts, nullptr, &texts, &error);
        CHECK(std::string(copy.first[1]) == "second");
        CHECK(std::string(texts.first[0]).empty());
        sidl_string__array_free(&copy);
        sidl_string__array_free(&texts);

        probe_Echo__array objects =
            probe_Echo__array_create(1, length.data(), sidl_order_row_major);
        probe_Echo_addRef(echo);
        objects.first[0] = echo;
        probe_Echo__array_free(&objects);

        CHECK(object.use_count() == 2);
        CHECK(error == nullptr);
    }

    TEST_CASE_FIXTURE(Fixture,
                      "null is not a string, and raising without a note gives an empty one") {
        CHECK(sidl_String_strdup(nullptr) == nullptr);
        sidl_String_free(nullptr);
        sidl_raise(&error, nullptr);
        CHECK(noteOf(error).empty());
        gantry_raise(&error, 9, nullptr);
        CHECK(noteOf(error).empty());
        sidl_raise(nullptr, "to nobody");
        CHECK(taken(sidl_BaseException_getNote(nullptr)) == "(null)");
    }
}
