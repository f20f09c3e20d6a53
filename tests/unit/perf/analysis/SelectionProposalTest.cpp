#include <perf/analysis/SelectionProposal.hpp>
#include <perf/model/Overhead.hpp>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

#include <stdexcept>
#include <string>
#include <vector>

#include "ProfileSamples.hpp"

using namespace gantry::perf;
using samples::addThread;
using samples::node;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

// main for a second, and below it each timer with that many calls, which took so long together.
struct Called {
    std::string name;
    std::uint64_t calls;
    std::int64_t ns;
};

Profile profileOf(const std::vector<Called>& timers) {
    std::vector<std::string> names{"main"};
    std::vector<CallPathNode> nodes{node(0, -1, 1, kSecond)};
    for (const Called& timer : timers) {
        nodes.push_back(node(static_cast<std::uint32_t>(names.size()), 0, timer.calls, timer.ns));
        names.push_back(timer.name);
    }
    Profile profile = samples::withTimers(names);
    addThread(profile, nodes);
    return profile;
}

std::string namesOf(const std::vector<SelectedTimer>& timers) {
    std::string text;
    for (const SelectedTimer& timer : timers) {
        text += (text.empty() ? "" : ", ") + fullName(timer.info);
        text += timer.kept == Kept::No ? "" : ": " + std::string(keptName(timer.kept));
    }
    return text;
}

// The names of timers that the written file leaves out.
std::string leftOut(const Profile& profile, const SelectionLimits& limits = {}) {
    const Selection read =
        parseSelection(selectionText(proposeSelection(profile, limits), "run.gantry"), "FILE");
    std::string text;
    for (const TimerInfo& timer : profile.timers) {
        if (!read.includes(timer)) {
            text += (text.empty() ? "" : ", ") + timer.name;
        }
    }
    return text;
}

const std::vector<Called> kShort{{"tiny", 1'000'000, 20'000'000}};

}  // namespace

TEST_SUITE_BEGIN("perf.analysis.SelectionProposal");

TEST_CASE("timers that are called often, and are short, and take little time are excluded") {
    const Profile profile = profileOf({{"tiny", 1'000'000, 20'000'000},
                                       {"rare", 100'000, 1'000'000},
                                       {"long", 100'001, 1'000'010'000},
                                       {"hot", 200'000, 50'000'001}});

    const SelectionProposal proposal = proposeSelection(profile, {});

    CHECK(namesOf(proposal.excluded) == "tiny");
    CHECK(namesOf(proposal.kept) == "hot: large share");
    CHECK(proposal.timers == 5);
    CHECK(leftOut(profile) == "tiny");
}

TEST_CASE("limits can be chosen") {
    const Profile profile = profileOf({{"one", 50, 5'000'000}, {"other", 51, 5'100'000}});

    CHECK(leftOut(profile).empty());
    CHECK(leftOut(profile, {.calls = 50, .averageNs = 100'001}) == "other");
    CHECK(leftOut(profile, {.calls = 49, .averageNs = 100'000}).empty());
    CHECK(leftOut(profile, {.calls = 49, .averageNs = 100'001, .share = 0.005}) == "one");
}

TEST_CASE("timers that contain MPI calls or file operations are kept, on whatever thread") {
    Profile profile = samples::withTimers({"main", "sends", "inner", "MPI_Send", "reads", "read"});
    profile.timers[3].group = "MPI";
    profile.timers[5].type = "I/O";
    addThread(profile, {node(0, -1, 1, kSecond), node(1, 0, 200'000, 9'000'000),
                        node(2, 1, 200'000, 8'000'000), node(3, 2, 200'000, 7'000'000),
                        node(4, 0, 200'000, 1'000'000)});
    addThread(profile, {node(0, -1, 1, kSecond), node(4, 0, 1, 1'000), node(5, 1, 1, 900)});

    const SelectionProposal proposal = proposeSelection(profile, {});

    CHECK(proposal.excluded.empty());
    CHECK(namesOf(proposal.kept) == "reads: calls out, sends: calls out, inner: calls out");
    CHECK(leftOut(profile).empty());
}

TEST_CASE("what is listed is never excluded") {
    Profile profile = profileOf({{"a", 200'000, 1'000}, {"b", 200'000, 1'000}});
    profile.timers[2].group = "io";

    CHECK(leftOut(profile) == "a, b");
    CHECK(leftOut(profile, {.keep = {"a*"}}) == "b");
    CHECK(leftOut(profile, {.keep = {"i?"}}) == "a");
    CHECK(namesOf(proposeSelection(profile, {.keep = {"*"}}).kept) == "a: listed, b: listed");
}

TEST_CASE("the rules of another selection hold, and what they include is not excluded") {
    const Profile profile = profileOf({{"a", 200'000, 1'000}, {"b", 200'000, 1'000}, {"c", 9, 9}});
    SelectionLimits limits;
    limits.before =
        parseSelection("gantry-selection 1\nexclude timer c\ninclude timer a\n", "FILE");

    const SelectionProposal proposal = proposeSelection(profile, limits);

    CHECK(textOf(proposal.selection) ==
          "gantry-selection 1\nexclude timer b\nexclude timer c\ninclude timer a\n");
    CHECK(proposal.added == 1);
    CHECK(namesOf(proposal.kept) == "a: listed");
    CHECK(leftOut(profile, limits) == "b, c");
}

TEST_CASE("what was throttled is excluded, whatever it took until then") {
    Profile profile = profileOf({{"hot", 1'000, kSecond / 2}});
    profile.timers[1].throttled = true;

    CHECK(leftOut(profile) == "hot");
    CHECK(leftOut(profile, {.keep = {"hot"}}).empty());
}

TEST_CASE("phases and parameters are never excluded") {
    Profile profile = profileOf({{"phase", 200'000, 1'000}, {"phase [ n = 1 ]", 200'000, 1'000}});
    profile.timers[1].kind = TimerKind::Phase;
    profile.timers[2].kind = TimerKind::Parameter;
    profile.timers[2].base = 1;

    CHECK(leftOut(profile).empty());
}

TEST_CASE("names of any bytes are excluded, and nothing besides them") {
    for (const std::string& name :
         {std::string("a*b"), std::string("a?b"), std::string("a\nexclude timer main"),
          std::string(" a"), std::string("a\t"), std::string("a\r"), std::string("# a"),
          std::string("a\0b", 3), std::string("\xff\xfe"), std::string("*"),
          std::string("group *")}) {
        CAPTURE(name);
        CHECK(leftOut(profileOf({{name, 200'000, 1'000}, {"other", 1, 1}})) == name);
    }
}

TEST_CASE("a timer whose rule would fit one that is measured is kept") {
    const Profile one = profileOf({{"operator*", 200'000, 1'000}, {"operator+", 9, 9}});
    CHECK(leftOut(one).empty());
    CHECK(namesOf(proposeSelection(one, {}).kept) == "operator*: ambiguous");

    // Kept because of one that is kept for the same reason.
    const Profile chain = profileOf({{"??", 200'000, 1'000}, {"?b", 200'000, 1'000}, {"ab", 9, 9}});
    CHECK(leftOut(chain).empty());

    const Profile both = profileOf({{"operator*", 200'000, 1'000}, {"operator+", 200'000, 9}});
    CHECK(leftOut(both) == "operator*, operator+");

    Profile twins = profileOf({{"f", 200'000, 1'000}, {"f", 9, 9}});
    twins.timers[2].group = "another";
    CHECK(leftOut(twins).empty());
}

TEST_CASE("functions of one name in a file are excluded wherever they are in the next build") {
    Profile profile =
        profileOf({{"f", 200'000, 9}, {"f 0x12af", 200'000, 9}, {"g 0x1", 200'000, 9}});
    for (TimerInfo& timer : profile.timers) {
        timer.type = "prog";
        timer.group = "functions";
    }
    profile.timers[3].group = "default";

    const Selection selection = proposeSelection(profile, {}).selection;

    CHECK(textOf(selection) ==
          "gantry-selection 1\nexclude timer f prog\nexclude timer f 0x* prog\n"
          "exclude timer g 0x1 prog\n");

    // As soon as one of them is measured, only this one.
    profile.timers.push_back({4, "f 0x9", "prog", "functions"});
    profile.threads[0].nodes.push_back(node(4, 0, 1, 1));
    CHECK(textOf(proposeSelection(profile, {}).selection) ==
          "gantry-selection 1\nexclude timer f prog\nexclude timer g 0x1 prog\n");
}

TEST_CASE("what is saved is the cost of the calls that are excluded") {
    Profile profile = profileOf({{"tiny", 1'000'000, 40'000'000}, {"rare", 1'000, 1'000'000}});
    profile.probeOverhead.emplace();
    profile.probeOverhead->pair[0] = 30;
    profile.probeOverhead->inside[0] = 10;
    profile.context.emplace_back(kOverheadError, "0.5");

    const SelectionProposal proposal = proposeSelection(profile, {});

    REQUIRE(proposal.excluded.size() == 1);
    CHECK(proposal.knowsOverhead);
    CHECK(proposal.calls == 1'001'001);
    CHECK(proposal.overheadNs == doctest::Approx(30.0 * 1'001'001));
    CHECK(proposal.savedNs == doctest::Approx(30e6));
    CHECK(proposal.savedErrorNs == doctest::Approx(0.5e6));
    // Without the part of the overhead inside its own calls.
    CHECK(proposal.excluded.front().averageNs == doctest::Approx(30));
    CHECK(proposeSelection(compensated(profile), {}).savedNs == doctest::Approx(30e6));
    CHECK(
        proposalText(proposal, 20).find("30.0 ms +-500 us of a measurement overhead of 30.0 ms") !=
        std::string::npos);
}

TEST_CASE("the share of a timer does not count where its calls are mostly measurement") {
    Profile profile = profileOf({{"drowned", 2'000'000, 99'000'000 + 20'000'000},
                                 {"hot", 2'000'000, 101'000'000 + 20'000'000}});
    profile.probeOverhead.emplace();
    profile.probeOverhead->pair[0] = 25;
    profile.probeOverhead->inside[0] = 10;

    CHECK(leftOut(profile) == "drowned");
    CHECK(namesOf(proposeSelection(profile, {}).kept) == "hot: large share");
}

TEST_CASE("functions of samples, which are timers without calls, are no timers of a rule") {
    Profile profile = profileOf({{"put", 200'000, 1'000}});
    profile.timers.push_back({2, "put", "", "samples"});
    profile.threads[0].nodes.push_back(node(2, 0, 0, 0));

    CHECK(proposeSelection(profile, {}).timers == 2);
    CHECK(proposeSelection(profile, {}).excluded.size() == 1);
}

TEST_CASE("timers are ordered by what measuring them costs") {
    const Profile profile = profileOf({{"a", 200'000, 9}, {"b", 400'000, 9}, {"c", 300'000, 9}});
    CHECK(namesOf(proposeSelection(profile, {}).excluded) == "b, c, a");
}

TEST_CASE("an unknown overhead is not reported") {
    const SelectionProposal proposal = proposeSelection(profileOf(kShort), {});

    CHECK_FALSE(proposal.knowsOverhead);
    CHECK(nlohmann::json::parse(proposalJson(proposal))["savedNs"].is_null());
    CHECK(proposalText(proposal, 20).find("the measurement overhead of the run is not known") !=
          std::string::npos);
}

TEST_CASE("a selection that excludes nothing is one, too") {
    Profile profile = samples::withTimers({});
    const SelectionProposal proposal = proposeSelection(profile, {});
    CHECK(proposal.excluded.empty());
    CHECK(parseSelection(selectionText(proposal, "none"), "FILE").rules.empty());
    CHECK(proposalText(proposal, 20).find("0 of 0 timers excluded") != std::string::npos);
}

TEST_CASE("a run without a time is refused") {
    Profile profile = profileOf(kShort);
    profile.metrics = {{"instructions", "", "scripted"}};
    CHECK_THROWS_AS(proposeSelection(profile, {}), std::invalid_argument);
    profile.metrics.clear();
    CHECK_THROWS_AS(proposeSelection(profile, {}), std::invalid_argument);
}

TEST_CASE("programs get timers, rules and reasons") {
    const auto json = nlohmann::json::parse(proposalJson(
        proposeSelection(profileOf({{"\xff", 200'000, 1'000}, {"b", 200'000, kSecond / 2}}), {})));

    CHECK(json["format"] == "gantry-select");
    CHECK(json["excluded"].size() == 1);
    CHECK(json["excluded"][0]["calls"] == 200'000);
    CHECK(json["excluded"][0]["averageNs"] == 0.005);
    CHECK(json["kept"][0]["name"] == "b");
    CHECK(json["kept"][0]["kept"] == "large share");
    CHECK(json["rules"][0]["include"] == false);
    CHECK(json["rules"][0]["of"] == "timer");
}

TEST_SUITE_END();
