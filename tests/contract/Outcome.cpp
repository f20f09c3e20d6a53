#include "Outcome.hpp"

#include <doctest/doctest.h>

#include <string_view>

namespace contract {
namespace {

Outcome& theOutcome() {
    static Outcome outcome;
    return outcome;
}

class OutcomeListener final : public doctest::IReporter {
public:
    explicit OutcomeListener(const doctest::ContextOptions&) {}
    void report_query(const doctest::QueryData& found) override {
        for (unsigned i = 0; i < found.num_data; ++i) {
            theOutcome().suites.emplace_back(found.data[i]->m_test_suite);
        }
    }
    void test_run_start() override {}
    void test_run_end(const doctest::TestRunStats& stats) override {
        theOutcome().casesRun = static_cast<int>(stats.numTestCasesPassingFilters);
    }
    void test_case_start(const doctest::TestCaseData&) override { notWritten_ = false; }
    void test_case_reenter(const doctest::TestCaseData&) override {}
    void test_case_end(const doctest::CurrentTestCaseStats& stats) override {
        if (!stats.testCaseSuccess) {
            ++(notWritten_ ? theOutcome().notWritten : theOutcome().failed);
        }
    }
    void test_case_exception(const doctest::TestCaseException& exception) override {
        notWritten_ = notWritten_ || saysNotWritten(exception.error_string.c_str());
    }
    void subcase_start(const doctest::SubcaseSignature&) override {}
    void subcase_end() override {}
    void log_assert(const doctest::AssertData& assertion) override {
        notWritten_ =
            notWritten_ || (assertion.m_threw && saysNotWritten(assertion.m_exception.c_str()));
    }
    void log_message(const doctest::MessageData&) override {}
    void test_case_skipped(const doctest::TestCaseData&) override {}

private:
    bool notWritten_ = false;
};
REGISTER_LISTENER("outcome", 1, OutcomeListener);

}  // namespace

bool saysNotWritten(std::string_view note) {
    return note.find(" is not written yet") != std::string_view::npos;
}

const Outcome& outcome() {
    return theOutcome();
}

}  // namespace contract
