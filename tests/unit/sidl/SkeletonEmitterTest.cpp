#include <doctest/doctest.h>

#include <string>
#include <vector>

#include "Compiled.hpp"
#include "SkeletonEmitter.hpp"

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

TEST_SUITE("sidl.SkeletonEmitter") {
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

    TEST_CASE("a port without methods has nothing to write") {
        CHECK(skeleton("interface T extends gov.cca.Port { }", "skeleton/p.T.cxx").empty());
        CHECK(skeleton("interface T extends gov.cca.Port { }", "skeleton/p.T.c") ==
              "#include <c/a.h>\n"
              "\n"
              "static p_T* new_T(gantry_Component* component) {\n"
              "    return p_T__create(component, NULL);\n"
              "}\n");
    }

    TEST_CASE("what is no port has no skeleton") {
        const auto files = skeletons(
            "interface Other { void f(); } enum E { A } struct S { int x; } "
            "class C implements-all gov.cca.Port { }");

        std::string paths;
        for (const auto& file : files) {
            paths += file.path.string() + " ";
        }
        CHECK(paths ==
              "skeleton/gov.cca.Port.cxx skeleton/gov.cca.Port.c skeleton/gov.cca.Port.python ");
    }
}

}  // namespace
