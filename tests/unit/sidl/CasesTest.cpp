#include <doctest/doctest.h>

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "Compiled.hpp"

namespace {

struct Case {
    std::string verdict;
    std::string name;
    std::string text;
};

std::string unescapedLines(std::string text) {
    for (std::size_t at = text.find("\\n"); at != text.npos; at = text.find("\\n", at)) {
        text.replace(at, 2, "\n");
    }
    return text;
}

std::vector<Case> casesWith(const std::string& verdict) {
    std::ifstream file(GANTRY_SOURCE_DIRECTORY "/tests/unit/sidl/cases.tsv");
    std::vector<Case> cases;
    for (std::string line; std::getline(file, line);) {
        const std::size_t name = line.find('\t');
        const std::size_t text = line.find('\t', name + 1);
        if (!line.empty() && line[0] != '#' && line.substr(0, name) == verdict) {
            cases.push_back({verdict, line.substr(name + 1, text - name - 1),
                             unescapedLines(line.substr(text + 1))});
        }
    }
    return cases;
}

// The semantic cases that today's checks reject. A case leaves or enters this list only together
// with the check that decides it.
const std::set<std::string> kRejectedToday = {
    "n09_neg_dim",         "n10_dim8",     "n21_unresolved_ext",  "n22_unresolved_arg",
    "n23_dup_iface",       "n24_dup_case", "n32_class_ext_iface", "n33_class_impl_class",
    "n34_iface_ext_class", "n38_cycle",    "n39_self_ext",
};

TEST_SUITE("sidl.Cases") {
    TEST_CASE("every case that must compile is accepted") {
        const auto cases = casesWith("accept");

        CHECK(cases.size() >= 17);
        for (const Case& each : cases) {
            CAPTURE(each.name);
            const sidlc::test::Compiled compiled(each.text);
            CHECK(compiled.messages() == "");
        }
    }

    TEST_CASE("every case that the grammar rejects is rejected") {
        const auto cases = casesWith("syntax");

        CHECK(cases.size() >= 15);
        for (const Case& each : cases) {
            CAPTURE(each.name);
            const sidlc::test::Compiled compiled(each.text);
            CHECK_FALSE(compiled.accepted());
            CHECK(compiled.says(": error: expected "));
        }
    }

    TEST_CASE("of the semantic cases exactly the listed ones are rejected") {
        std::set<std::string> rejected;

        for (const Case& each : casesWith("semantic")) {
            if (!sidlc::test::Compiled(each.text).accepted()) {
                rejected.insert(each.name);
            }
        }

        CHECK(rejected == kRejectedToday);
    }
}

}  // namespace
