#include <compiler/emit/c/CEmitter.hpp>

#include <doctest/doctest.h>

#include <string>

#include "Compiled.hpp"

namespace {

using sidlc::test::Compiled;
using sidlc::test::inPackage;

std::string emitted(const std::string& text, const std::string& path) {
    const Compiled compiled(text);
    REQUIRE(compiled.accepted());
    for (const auto& file : sidlc::emitC(*compiled.model)) {
        if (file.path == path) {
            return file.text;
        }
    }
    return "no " + path;
}

std::string header(const std::string& declarations) {
    return emitted(inPackage(declarations), "c/a.h");
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST_SUITE("sidl.emit.c.CEmitter") {
    TEST_CASE("a file has a header and a bridge, whatever is in it") {
        CHECK(contains(emitted("package p version 1.0 {}", "c/a.h"), "#include <c/sidl.h>"));
        CHECK(contains(emitted("package p version 1.0 {}", "c/a.cpp"), "#include <c/a.h>"));
    }

    TEST_CASE("an interface is a handle, functions, a table and a maker") {
        const std::string text = header("/** Adds. */ interface Adder { int add(in int n); }");

        CHECK(contains(text, "SIDL_OBJECT_TYPE(p_Adder);"));
        CHECK(contains(text, "/** Adds. */\nvoid p_Adder_addRef(p_Adder* self);"));
        CHECK(contains(text,
                       "int32_t p_Adder_add(p_Adder* self, int32_t n, "
                       "sidl_BaseException** error);"));
        CHECK(contains(text,
                       "struct p_Adder__methods {\n    int32_t (*add)(void* self, int32_t n, "
                       "sidl_BaseException** error);\n};"));
        CHECK(contains(text,
                       "p_Adder* p_Adder__create(const struct p_Adder__methods* methods, "
                       "void* self,"));
        CHECK(contains(text, "p_Adder* p_Adder__cast(void* object);"));
    }

    TEST_CASE("arguments have the pointers that their modes ask for") {
        const std::string text = header(
            "enum E { X } struct S { int a; } interface T { void f(in string a, out string b, "
            "in S c, inout S d, in E e, out E g, in T h, out T i, in array<double,2> j, "
            "out array<int> k); }");

        CHECK(contains(text,
                       "void p_T_f(p_T* self, const char* a, char** b, const p_S* c, p_S* d, "
                       "p_E e, p_E* g, p_T* h, p_T** i,"));
        CHECK(contains(text, "const sidl_double__array* j, sidl_int__array* k,"));
    }

    TEST_CASE("inherited methods are there under the name of the derived type") {
        const std::string text =
            header("interface A { void a(); } interface B extends A { void b(); }");

        CHECK(contains(text, "void p_B_a(p_B* self, sidl_BaseException** error);"));
        CHECK(contains(text, "struct p_B__methods {\n    void (*a)("));
    }

    TEST_CASE("a type without methods has no table, and an exception is raised, not created") {
        const std::string text =
            header("interface Empty {} class Bad extends sidl.SIDLException {}");

        CHECK_FALSE(contains(text, "__methods"));
        CHECK(contains(text, "p_Empty* p_Empty__create(void* self, void (*destroy)(void* self));"));
        CHECK(contains(text,
                       "void p_Bad__raise(sidl_BaseException** error, const char* note, "
                       "void* self,"));
        CHECK_FALSE(contains(text, "p_Bad__create"));
    }

    TEST_CASE(
        "structs stand behind those that they hold, and enums have the values of the source") {
        const std::string text =
            header("struct A { B b; string s; } struct B { int n; } enum E { X = 3, Y }");

        CHECK(text.find("struct p_B {") < text.find("struct p_A {"));
        CHECK(contains(text, "    p_B b;\n    char* s;\n"));
        CHECK(contains(text, "    p_E_X = 3,\n    p_E_Y = 0\n} p_E;"));
    }

    TEST_CASE("arguments that are called as those of the binding get another name") {
        const std::string text = header("interface T { void f(in int error); }");

        CHECK(contains(text,
                       "void p_T_f(p_T* self, int32_t error_, "
                       "sidl_BaseException** error);"));
    }

    TEST_CASE("objects of package sidl without a header of their own can be named") {
        const std::string text =
            header("interface T { void f(in sidl.PreViolation a, in sidl.BaseClass b); }");

        CHECK(contains(text, "SIDL_OBJECT_TYPE(sidl_PreViolation);"));
        CHECK_FALSE(contains(text, "SIDL_OBJECT_TYPE(sidl_BaseClass);"));
        CHECK(contains(text, "sidl_PreViolation* a, sidl_BaseClass* b"));
    }

    TEST_CASE("a static method is named as missing, and a renamed one has its new name only") {
        const std::string text = header(
            "interface L { int side(); } class C implements L { static int made(); "
            "int side[Own]() from L.side; }");

        CHECK(contains(text, "/* The static method made cannot be called from C. */"));
        CHECK(contains(text, "int32_t p_C_sideOwn("));
        CHECK_FALSE(contains(text, "int32_t p_C_side("));
    }

    TEST_CASE("an extent of an rarray is computed from the arguments") {
        const std::string text =
            emitted(inPackage("interface T { void f(in rarray<double,2> a(n, 2 * m + 1), in int n, "
                              "in int m); }"),
                    "c/a.cpp");

        CHECK(contains(text, "{static_cast<int>(n), static_cast<int>(((2 * m) + 1))})"));
        CHECK(contains(text, "gantry::c::cElements<double>(a.data())"));
    }

    TEST_CASE("numbers are passed as they are, without a conversion") {
        const std::string text =
            emitted(inPackage("interface T { double f(in double x); }"), "c/a.cpp");

        CHECK(contains(text, "return gantry::c::target<::p::T>(self).f(x);"));
        CHECK(contains(text, "(self_.get(), x, error__.out());"));
    }
}

}  // namespace
