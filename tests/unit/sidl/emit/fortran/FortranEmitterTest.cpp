#include <compiler/emit/fortran/FortranEmitter.hpp>
#include <compiler/emit/fortran/FortranTypes.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

#include "Compiled.hpp"

namespace {

using sidlc::test::Compiled;
using sidlc::test::inPackage;

std::string emitted(const std::string& text) {
    const Compiled compiled(text);
    REQUIRE(compiled.accepted());
    const auto files = sidlc::emitFortran(*compiled.model);
    REQUIRE(files.size() == 1);
    CHECK(files.front().path == "fortran/a.f90");
    return files.front().text;
}

bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

TEST_SUITE("sidl.emit.fortran.FortranEmitter") {
    TEST_CASE("a package is a module, an interface a handle and a type to be extended") {
        const std::string text =
            emitted(inPackage("/** Adds. */ interface Adder { int add(in int n); }"));

        CHECK(contains(text, "module p\n    use sidl\n    implicit none\n"));
        CHECK(contains(text, "    !> Adds.\n    type, extends(sidl_BaseInterface) :: p_Adder\n"));
        CHECK(contains(text, "procedure :: add => p_Adder_add"));
        CHECK(contains(text, "type, abstract :: p_Adder_implementation"));
        CHECK(contains(text, "function p_Adder_create(object, owned) result(res)"));
        CHECK(contains(text, "end module p\n"));
    }

    TEST_CASE("packages of one file are modules in the order in which they need each other") {
        const std::string text = emitted(
            "package a version 1.0 { interface X { z.Y get(); } }\n"
            "package z version 1.0 { interface Y { int n(); } }");

        CHECK(text.find("end module z") < text.find("\nmodule a\n"));
        CHECK(contains(text, "module a\n    use sidl\n    use z\n"));
        CHECK(contains(text, "type(z_Y) :: res"));
    }

    TEST_CASE("packages that need each other name the later one's objects by their root") {
        const std::string text = emitted(
            "package a version 1.0 { interface X { b.Y get(); } }\n"
            "package b version 1.0 { interface Y { a.X get(); } }");

        CHECK(contains(text, "type(sidl_BaseInterface) :: res"));
        CHECK(text.find("end module b") < text.find("\nmodule a\n"));
    }

    TEST_CASE("a name that is too long is cut and stays apart from others that begin like it") {
        const std::string word(70, 'x');

        CHECK(sidlc::fortranName("short") == "short");
        CHECK(sidlc::fortranName(word).size() == 63);
        CHECK(sidlc::fortranName(word + "1") != sidlc::fortranName(word + "2"));
        CHECK(sidlc::fortranName(word + "a") == sidlc::fortranName(word + "a"));
        CHECK(sidlc::fortranName(word).substr(0, 55) == word.substr(0, 54) + "_");
    }

    TEST_CASE("a method that is called as what the binding makes keeps its name") {
        const std::string text = emitted(inPackage("interface T { int create(); }"));

        CHECK(contains(text, "procedure :: create => p_T_create"));
        CHECK(contains(text, "function p_T__create(object, owned) result(res)"));
    }

    TEST_CASE("objects of package sidl that its module does not declare are named by their root") {
        const std::string text = emitted(
            inPackage("interface T { void f(in sidl.PreViolation a, in sidl.BaseClass b); }"));

        CHECK(contains(text, "type(sidl_BaseInterface), intent(in) :: a"));
        CHECK(contains(text, "type(sidl_BaseClass), intent(in) :: b"));
    }

    TEST_CASE("no line is wider than Fortran allows") {
        std::string arguments = "in int first";
        for (int i = 0; i < 40; ++i) {
            arguments += ", inout array<double,3> argumentWithALongName" + std::to_string(i);
        }
        const std::string text =
            emitted(inPackage("interface WithALongName { void method(" + arguments + "); }"));

        std::size_t widest = 0;
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = text.find('\n', at);
            widest = std::max(widest, end - at);
            at = end + 1;
        }
        CHECK(widest <= 132);
    }

    TEST_CASE("arrays of numbers are arrays, others are as C lays them out") {
        const std::string text =
            emitted(inPackage("interface T { void f(in array<double,2> a, out array<int> b, "
                              "in array<string> c); }"));

        CHECK(contains(text, "real(c_double), intent(in) :: a(:,:)"));
        CHECK(contains(text, "integer(c_int32_t), allocatable, intent(out) :: b(:)"));
        CHECK(contains(text, "type(sidl_array), intent(in) :: c\n"));
    }
}

}  // namespace
