#include <compiler/source/Rule.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include "Compiled.hpp"

namespace {

using sidlc::test::Compiled;

// A source with what must become of it: "accept", "syntax", "semantic", or the name of a rule.
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

// The cases of both files: cases.tsv has verdicts that were measured, rules.tsv our own ones.
const std::vector<Case>& allCases() {
    static const std::vector<Case> kCases = [] {
        std::vector<Case> cases;
        for (const char* name : {"cases.tsv", "rules.tsv"}) {
            std::ifstream file(std::string(GANTRY_SOURCE_DIRECTORY "/tests/unit/sidl/checks/") +
                               name);
            for (std::string line; std::getline(file, line);) {
                const std::size_t first = line.find('\t');
                const std::size_t second = line.find('\t', first + 1);
                if (!line.empty() && line[0] != '#') {
                    cases.push_back({line.substr(0, first),
                                     line.substr(first + 1, second - first - 1),
                                     unescapedLines(line.substr(second + 1))});
                }
            }
        }
        return cases;
    }();
    return kCases;
}

bool isRule(const std::string& verdict) {
    return verdict != "accept" && verdict != "syntax" && verdict != "semantic";
}

bool hasCaseFor(const sidlc::RuleEntry& rule) {
    const auto& cases = allCases();
    return std::any_of(cases.begin(), cases.end(),
                       [&rule](const Case& each) { return each.verdict == rule.id; });
}

TEST_SUITE("sidl.checks.Cases") {
    TEST_CASE("there are all given cases and enough of our own") {
        const auto& cases = allCases();
        const auto count = [&cases](auto predicate) {
            return std::count_if(cases.begin(), cases.end(), predicate);
        };

        CHECK(count([](const Case& each) { return each.verdict == "semantic"; }) >= 29);
        CHECK(count([](const Case& each) { return each.verdict == "accept"; }) >= 150);
        CHECK(count([](const Case& each) { return each.verdict == "syntax"; }) >= 100);
        CHECK(count([](const Case& each) { return isRule(each.verdict); }) >= 200);
    }

    TEST_CASE("every case that must compile is accepted") {
        for (const Case& each : allCases()) {
            if (each.verdict != "accept") {
                continue;
            }
            CAPTURE(each.name);
            const Compiled compiled(each.text);
            CHECK(compiled.accepted());
            CHECK_FALSE(compiled.says(": error: "));
        }
    }

    TEST_CASE("every case that the grammar refuses is refused with its place") {
        for (const Case& each : allCases()) {
            if (each.verdict != "syntax") {
                continue;
            }
            CAPTURE(each.name);
            const Compiled compiled(each.text);
            CHECK_FALSE(compiled.accepted());
            CHECK(compiled.says("a.sidl:"));
            CHECK(compiled.says(": error: expected "));
        }
    }

    TEST_CASE("every case that breaks a rule is refused with the name of that rule") {
        for (const Case& each : allCases()) {
            if (!isRule(each.verdict)) {
                continue;
            }
            CAPTURE(each.name);
            const Compiled compiled(each.text);
            CHECK_FALSE(compiled.accepted());
            CHECK(compiled.says(" [" + each.verdict + "]\n"));
            CHECK_FALSE(compiled.says(": error: expected ';'"));
        }
    }

    TEST_CASE("every given case that parses and breaks a rule is refused with a rule's name") {
        for (const Case& each : allCases()) {
            if (each.verdict != "semantic") {
                continue;
            }
            CAPTURE(each.name);
            const Compiled compiled(each.text);
            CHECK_FALSE(compiled.accepted());
            CHECK(compiled.says("]\n"));
        }
    }

    TEST_CASE("every rule that refuses has a case, but for the one on sheer size") {
        for (const sidlc::RuleEntry& rule : sidlc::ruleTable()) {
            CAPTURE(rule.id);
            CHECK(
                (rule.isWarning || hasCaseFor(rule) || rule.rule == sidlc::Rule::InheritanceSize));
        }
    }
}

}  // namespace
