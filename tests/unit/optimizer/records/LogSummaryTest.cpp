#include <doctest/doctest.h>

#include <ArchivedLog.hpp>
#include <LogPicture.hpp>
#include <LogSummary.hpp>
#include <SummaryJson.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool has(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

tuning::Estimate estimate(const std::string& candidate, double cost, double factor) {
    tuning::Estimate made;
    made.candidate = candidate;
    made.calls = 10;
    made.cost = cost;
    made.low = cost / factor;
    made.high = cost * factor;
    return made;
}

tuning::Entry entry(const std::string& candidate, tuning::Status status, double cost,
                    std::int64_t repeats = 1) {
    tuning::Entry made;
    made.port = "user.solver";
    made.context = "small";
    made.candidate = candidate;
    made.status = status;
    made.cost = cost;
    made.seconds = cost;
    made.repeats = repeats;
    return made;
}

/// Slow is the initial one, fast the choice, odd fails.
std::vector<tuning::Entry> run() {
    std::vector<tuning::Entry> entries{
        entry("slow", tuning::Status::Completed, 8), entry("odd", tuning::Status::Wrong, 1),
        entry("lame", tuning::Status::Aborted, 3), entry("fast", tuning::Status::Completed, 2, 10)};
    entries.back().estimates = sidl::array<tuning::Estimate>(std::vector<tuning::Estimate>{
        estimate("slow", 8, 1.1), estimate("fast", 2, 1.1), estimate("lame", 0, 1)});
    return entries;
}

}  // namespace

TEST_SUITE_BEGIN("optimizer.records.LogSummary");

TEST_CASE("a context has its choice, its regret, and the calls that repay it") {
    const auto contexts = records::contextsOf(run());
    REQUIRE(contexts.size() == 1);
    CHECK(contexts[0].choice == "fast");
    CHECK(contexts[0].served == 11);
    CHECK(contexts[0].cost == doctest::Approx(2));
    // 8 + 1 + 3 + 20, instead of 11 calls at 2.
    CHECK(contexts[0].regret == doctest::Approx(10));
    // 10 at a gain of 6 for each call; the initial one costs 8 / 1.1 to 8 * 1.1.
    CHECK(contexts[0].breakEven.calls == 2);
    CHECK(contexts[0].breakEven.low == 2);
    CHECK(contexts[0].breakEven.high == 2);
    CHECK(contexts[0].confidence > 0.99);
}

TEST_CASE("as JSON, what is infinite or not known is null, and texts are in UTF-8") {
    auto entries = run();
    const auto context = records::summaryJson(entries).at("contexts").at(0);
    CHECK(context.at("choice") == "fast");
    CHECK(context.at("served") == 11);
    CHECK(context.at("regret") == 10.0);
    CHECK(context.at("breakEven").at("calls") == 2.0);
    CHECK(context.at("breakEven").at("text") == "2");
    CHECK(records::summaryJson(entries).at("candidates").size() == 4);

    entries.back().estimates = {};
    entries.back().context = "\xff";
    const auto unknown = records::summaryJson(entries).at("contexts").at(1);
    CHECK(unknown.at("context") == "\\xff");
    CHECK(unknown.at("confidence").is_null());
    CHECK(unknown.at("breakEven").at("calls").is_null());
    CHECK(unknown.at("breakEven").at("text") == "-");
}

TEST_CASE("a page has the summary of the decisions in an archive, and none without decisions") {
    gantry::perf::History history;
    CHECK(records::summaryForPage(history).empty());
    for (const tuning::Entry& entry : run()) {
        history.decisions.push_back(records::archived(entry, 0));
    }
    CHECK(has(records::summaryForPage(history), "\"regret\":10.0"));
    // As a newer Gantry may write.
    history.decisions.back().reason = "unheard-of";
    CHECK(records::summaryForPage(history).empty());
}

TEST_CASE("confidence is what the estimates leave: a half for equals, unknown without estimates") {
    auto entries = run();
    entries.back().estimates = sidl::array<tuning::Estimate>(
        std::vector<tuning::Estimate>{estimate("slow", 2, 1.5), estimate("fast", 2, 1.5)});
    CHECK(records::contextsOf(entries)[0].confidence == doctest::Approx(0.5));
    entries.back().estimates = {};
    CHECK(std::isnan(records::contextsOf(entries)[0].confidence));
    CHECK(std::isinf(records::contextsOf(entries)[0].breakEven.calls));
}

TEST_CASE("an initial candidate that never completed is what the model expects, or its bound") {
    auto entries = run();
    const auto initially = [&](double low, double high, double bound) {
        tuning::Estimate slow = estimate("slow", 0, 1);
        slow.low = low;
        slow.high = high;
        slow.bound = bound;
        entries.back().estimates = sidl::array<tuning::Estimate>(
            std::vector<tuning::Estimate>{slow, estimate("fast", 2, 1.1)});
        return records::contextsOf(entries)[0].breakEven;
    };

    // 10 at a gain of 2 (expected), 0.5 and 6.
    const records::BreakEven expected = initially(2.5, 6.4, 0);
    CHECK(expected.calls == 5);
    CHECK(expected.low == 3);
    CHECK(expected.high == 20);
    CHECK(has(records::summaryText(entries), "5 (3-20)"));
    // It may as well be faster than the choice.
    CHECK(std::isinf(initially(1, 6.4, 0).high));
    CHECK(has(records::summaryText(entries), " 19 (3-)"));
    // A call was ended after 7: it costs at least that.
    const records::BreakEven bound = initially(7, kInfinity, 7);
    CHECK(std::isnan(bound.calls));
    CHECK(bound.high == 2);
    CHECK(has(records::summaryText(entries), "<= 2"));
    CHECK(std::isinf(initially(0, kInfinity, 0).calls));
    // Ended sooner than the choice takes: that says nothing.
    CHECK(std::isinf(initially(1, kInfinity, 1).calls));
}

TEST_CASE("where the initial candidate is the choice, nothing has to be repaid") {
    auto entries = run();
    entries.back().estimates = sidl::array<tuning::Estimate>(
        std::vector<tuning::Estimate>{estimate("fast", 2, 1.1), estimate("slow", 8, 1.1)});
    CHECK(std::isinf(records::contextsOf(entries)[0].breakEven.low));
    CHECK(has(records::summaryText(entries), " -\n"));
}

TEST_CASE("contexts have the words in which they differ, and a line fits 80 columns") {
    auto entries = run();
    for (auto& each : entries) {
        each.candidate += " of a package with a long name method=lu";
        each.context = "n=576 nnz=2784 pattern=10c0ffee tolerance=1e-08 symmetric dominance=1e-1";
    }
    entries.push_back(entries.back());
    entries.back().context =
        "n=576 nnz=2784 pattern=10c0ffee tolerance=1e-08 unsymmetric dominance=1e2";
    const std::string text = records::summaryText(entries);
    CHECK(has(text, "  unsymmetric"));
    CHECK(has(text, "\n  symmetric dominance=1e-1\n    fast of a package"));
    CHECK_FALSE(has(text, "n=576"));
    const std::string contexts = text.substr(0, text.find("Candidates"));
    for (std::size_t begin = 0; begin < contexts.size();) {
        const std::size_t end = contexts.find('\n', begin);
        CHECK(end - begin <= 80);
        begin = end + 1;
    }
}

TEST_CASE("a context in which nobody served has no choice") {
    const auto contexts = records::contextsOf({entry("odd", tuning::Status::Failed, 1)});
    REQUIRE(contexts.size() == 1);
    CHECK(contexts[0].choice.empty());
    CHECK(contexts[0].served == 0);
    CHECK(contexts[0].regret == doctest::Approx(1));
}

TEST_CASE("a candidate that failed has no total beside those that did not") {
    auto entries = run();
    entries.push_back(entry("odd", tuning::Status::Completed, 0.5));
    const std::string text = records::summaryText(entries);
    const auto lineOf = [&](const std::string& candidate) {
        const auto begin = text.find("  " + candidate + " ", text.find("Candidates"));
        REQUIRE(begin != std::string::npos);
        return text.substr(begin, text.find('\n', begin) - begin);
    };
    CHECK(lineOf("odd").ends_with("-"));
    CHECK(lineOf("fast").find("20") != std::string::npos);
    CHECK(records::summaryText({}).empty());
}

TEST_CASE("a picture has each context with its figures, and stays within its bounds") {
    auto entries = run();
    for (const char* context : {"second <one>", "third"}) {
        for (const tuning::Entry& each : run()) {
            entries.push_back(each);
            entries.back().context = context;
        }
    }
    const std::string picture = records::logPicture(entries);
    CHECK(picture.starts_with("<svg "));
    CHECK(picture.ends_with("</svg>\n"));
    CHECK(has(picture, "small<"));
    CHECK(has(picture, "second &lt;one&gt;"));
    CHECK(has(picture, "fast, sure "));
    CHECK(has(picture, ", regret 10"));
    CHECK(has(picture, ", pays from 2<"));
    CHECK_FALSE(has(picture, "nan"));
    CHECK_FALSE(has(picture, "inf"));
    CHECK(has(records::logPicture({}), "no decisions"));
    // Nothing is known of costs.
    CHECK_FALSE(has(records::logPicture({entry("odd", tuning::Status::Failed, 0)}), "nan"));
}

TEST_SUITE_END();
