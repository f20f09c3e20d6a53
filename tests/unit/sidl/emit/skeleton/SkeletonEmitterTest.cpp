#include <compiler/emit/skeleton/SkeletonEmitter.hpp>

#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "Compiled.hpp"

namespace {

using sidlc::test::Compiled;

constexpr const char* kPorts =
    "package gov version 0.0 { package cca version 0.8.5 { interface Port { } } }\n";

std::vector<sidlc::GeneratedFile> skeletons(const std::string& body) {
    const Compiled compiled(std::string(kPorts) + "package p version 1.0 { " + body + " }");
    REQUIRE(compiled.messages() == "");
    return sidlc::emitSkeletons(*compiled.model);
}

std::string skeleton(const std::string& body, const std::string& path) {
    for (const auto& file : skeletons(body)) {
        if (file.path == path) {
            return file.text;
        }
    }
    return "no " + path;
}

TEST_SUITE("sidl.emit.skeleton.SkeletonEmitter") {
    TEST_CASE("the methods of a port in C++, inherited ones first, say that they are not written") {
        CHECK(
            skeleton(
                "interface Base { bool ok(); } "
                "interface T extends Base, gov.cca.Port { void fill[In](in int n, out string s); }",
                "skeleton/p.T.cxx") ==
            "    bool ok() override {\n"
            "        notWritten(\"ok\");\n"
            "    }\n"
            "\n"
            "    void fillIn(std::int32_t /*n*/, std::string& /*s*/) override {\n"
            "        notWritten(\"fillIn\");\n"
            "    }\n");
    }

    TEST_CASE("in C they are functions, their table, and what makes a port of them") {
        CHECK(skeleton("interface T extends gov.cca.Port { double f(in int n); }",
                       "skeleton/p.T.c") ==
              "#include <c/a.h>\n"
              "\n"
              "static double T_f(void* self, int32_t n, sidl_BaseException** error) {\n"
              "    (void)self;\n"
              "    (void)n;\n"
              "    gantry_raise(error, gov_cca_CCAExceptionType_Nonstandard,\n"
              "                 \"@CLASS@: f is not written yet\");\n"
              "    double nothing = {0};\n"
              "    return nothing;\n"
              "}\n"
              "\n"
              "static const struct p_T__methods kTMethods = {\n"
              "    .f = T_f,\n"
              "};\n"
              "\n"
              "static p_T* new_T(gantry_Component* component) {\n"
              "    return p_T__create(&kTMethods, component, NULL);\n"
              "}\n");
    }

    TEST_CASE("in Python they are methods with the arguments that a call gives") {
        CHECK(skeleton("interface T extends gov.cca.Port { double f[Of](in int n, out int m, inout "
                       "int k); }",
                       "skeleton/p.T.python") ==
              "import p\n"
              "\n"
              "    def fOf(self, n, k):\n"
              "        raise NotImplementedError(\"@CLASS@: fOf is not written yet\")\n");
    }

    TEST_CASE(
        "in Fortran they are procedures, the type that binds them, and what makes a port of it") {
        CHECK(skeleton("interface T extends gov.cca.Port { string f(in int n); }",
                       "skeleton/p.T.fortran") ==
              "use p\n"
              "    type, extends(p_T_implementation) :: T\n"
              "        type(gantry_Component) :: component\n"
              "    contains\n"
              "        procedure :: f => T_f\n"
              "    end type T\n"
              "contains\n"
              "    function T_f(self, n, error) result(res)\n"
              "        class(T), intent(inout) :: self\n"
              "        integer(c_int32_t), intent(in) :: n\n"
              "        type(sidl_BaseException), intent(inout) :: error\n"
              "        character(len=:), allocatable :: res\n"
              "\n"
              "        res = \"\"\n"
              "        call gantry_raise(error, gov_cca_CCAExceptionType_Nonstandard, &\n"
              "            \"@CLASS@: f is not written yet\")\n"
              "    end function T_f\n"
              "\n"
              "    function new_T(component) result(object)\n"
              "        type(gantry_Component), intent(in) :: component\n"
              "        type(p_T) :: object\n"
              "        type(T), pointer :: port\n"
              "\n"
              "        allocate (port)\n"
              "        port%component = component\n"
              "        object = p_T_create(port, owned=.true.)\n"
              "    end function new_T\n");
    }

    TEST_CASE("a Fortran result of any type is set before the error is raised") {
        const std::string text = skeleton(
            "struct S { int x; } interface T extends gov.cca.Port { array<double,2> a(); bool b(); "
            "char c(); opaque d(); dcomplex e(); S f(); T g(); array<string> h(); }",
            "skeleton/p.T.fortran");

        for (const char* line :
             {"allocate (res(0,0))", "res = .false.", "res = \" \"", "res = c_null_ptr", "res = 0",
              "type(p_S) :: nothing", "type(p_T) :: nothing", "type(sidl_array) :: nothing"}) {
            CAPTURE(line);
            CHECK(text.find(line) != std::string::npos);
        }
    }

    TEST_CASE("a port without methods has nothing to write") {
        CHECK(skeleton("interface T extends gov.cca.Port { }", "skeleton/p.T.cxx").empty());
        CHECK(skeleton("interface T extends gov.cca.Port { }", "skeleton/p.T.c") ==
              "#include <c/a.h>\n"
              "\n"
              "static p_T* new_T(gantry_Component* component) {\n"
              "    return p_T__create(component, NULL);\n"
              "}\n");
    }

    TEST_CASE("a type that is not a port has no skeleton") {
        const auto files = skeletons(
            "interface Other { void f(); } enum E { A } struct S { int x; } "
            "class C implements-all gov.cca.Port { }");

        std::string paths;
        for (const auto& file : files) {
            paths += file.path.string() + " ";
        }
        CHECK(paths ==
              "skeleton/gov.cca.Port.c skeleton/gov.cca.Port.cxx skeleton/gov.cca.Port.fortran "
              "skeleton/gov.cca.Port.python ");
    }
}

}  // namespace
