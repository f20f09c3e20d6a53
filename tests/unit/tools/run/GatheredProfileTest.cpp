#include <perf/document/JsonProfile.hpp>
#include <perf/document/ProfileSource.hpp>
#include <run/GatheredProfile.hpp>

#include <doctest/doctest.h>

#include <utility>

#include "ProfileSamples.hpp"

using namespace gantry;
using namespace gantry::tools;

namespace {

// A snapshot of another tool, which has only a document, and counts how often it is asked for it.
class Document : public performance::Snapshot {
public:
    explicit Document(std::string text) : text_(std::move(text)) {}

    double getTime() override { return 0; }
    sidl::array<std::string> getCounterNames() override { return {}; }
    sidl::array<std::string> getCounterUnits() override { return {}; }
    sidl::array<std::string> getTimerNames() override { return {}; }
    sidl::array<std::int32_t> getNumRunning() override { return {}; }
    void getTimerData(sidl::array<double, 2>& /*counterExclusive*/,
                      sidl::array<double, 2>& /*counterInclusive*/,
                      sidl::array<std::int64_t>& /*numCalls*/,
                      sidl::array<std::int64_t>& /*numChildCalls*/) override {}
    std::string getDocument() override {
        ++documents;
        return text_;
    }
    sidl::array<std::string> getTimerGroups() override { return {}; }
    sidl::array<std::string> getTimerKinds() override { return {}; }
    std::int32_t getRank() override { return 0; }
    sidl::array<std::string> getThreadNames() override { return {}; }
    void getCallPathData(sidl::array<std::int32_t>& /*thread*/,
                         sidl::array<std::int32_t>& /*timer*/,
                         sidl::array<std::int32_t>& /*parent*/,
                         sidl::array<std::int32_t>& /*phase*/,
                         sidl::array<double, 2>& /*counterExclusive*/,
                         sidl::array<double, 2>& /*counterInclusive*/,
                         sidl::array<std::int64_t>& /*numCalls*/,
                         sidl::array<std::int64_t>& /*numChildCalls*/) override {}
    sidl::array<std::string> getEventNames() override { return {}; }
    void getEventStatistics(sidl::array<std::int64_t>& /*numSamples*/, sidl::array<double>& /*min*/,
                            sidl::array<double>& /*max*/, sidl::array<double>& /*mean*/,
                            sidl::array<double>& /*deviation*/) override {}
    void getPhaseData(bool /*byInstance*/, sidl::array<std::int32_t>& /*phase*/,
                      sidl::array<std::int32_t>& /*instance*/, sidl::array<std::int32_t>& /*timer*/,
                      sidl::array<double, 2>& /*counterExclusive*/,
                      sidl::array<double, 2>& /*counterInclusive*/,
                      sidl::array<std::int64_t>& /*numCalls*/,
                      sidl::array<std::int64_t>& /*numChildCalls*/) override {}

    int documents = 0;

private:
    std::string text_;
};

class Lending final : public Document, public perf::ProfileSource {
public:
    Lending(perf::Profile profile, std::uint64_t layout)
        : Document(perf::toJson(profile)), profile_(std::move(profile)), layout_(layout) {}

    [[nodiscard]] const perf::Profile* profile(std::uint64_t layout) const noexcept override {
        return layout == layout_ ? &profile_ : nullptr;
    }

private:
    perf::Profile profile_;
    std::uint64_t layout_;
};

// The other ranks measured nothing: their messages are empty.
class Upcalls final : public parallel::Upcalls {
public:
    explicit Upcalls(int size) : size_(size) {}

    std::int32_t getRank() override { return 0; }
    std::int32_t getSize() override { return size_; }
    void barrier() override {}
    void broadcast(std::string& /*text*/, std::int32_t /*root*/) override {}
    sidl::array<double> reduceSum(const sidl::array<double>& values) override { return values; }
    sidl::array<double> reduceMinimum(const sidl::array<double>& values) override { return values; }
    sidl::array<double> reduceMaximum(const sidl::array<double>& values) override { return values; }
    sidl::array<std::string> gather(const std::string& text, std::int32_t /*root*/) override {
        sidl::array<std::string> all(sidl::array<std::string>::Shape{size_});
        for (int rank = 0; rank < size_; ++rank) {
            all[rank] = text;
        }
        return all;
    }
    bool agree(bool ok, double /*patience*/) override { return ok; }
    sidl::array<double> agreeOnMaximum(const sidl::array<double>& values,
                                       double /*patience*/) override {
        return values;
    }
    sidl::array<std::int32_t> getMissing() override { return {}; }
    void abort(std::int32_t /*status*/) override {}
    void send(const std::string& /*text*/, std::int32_t /*to*/, std::int32_t /*tag*/) override {}
    std::string receive(std::int32_t /*from*/, std::int32_t /*tag*/) override { return {}; }

private:
    int size_;
};

}  // namespace

TEST_SUITE_BEGIN("tools.run.GatheredProfile");

TEST_CASE("the profile of one rank is not written as a document and read back") {
    const perf::Profile full = perf::samples::fullProfile();
    Lending snapshot(full, perf::profileLayout());
    Upcalls alone(1);
    const auto profile = gatherProfile(&snapshot, alone);
    REQUIRE(profile);
    CHECK(*profile == full);
    CHECK(snapshot.documents == 0);
}

TEST_CASE("a component of another build is read by its document") {
    const perf::Profile full = perf::samples::fullProfile();
    Lending snapshot(full, perf::profileLayout() + 1);
    Upcalls alone(1);
    CHECK(gatherProfile(&snapshot, alone) == full);
    CHECK(snapshot.documents == 1);
}

TEST_CASE("a component that keeps no values gives no profile") {
    Upcalls alone(1);
    Document empty("");
    CHECK_FALSE(gatherProfile(&empty, alone));
    CHECK_FALSE(gatherProfile(nullptr, alone));
    Upcalls two(2);
    CHECK_FALSE(gatherProfile(nullptr, two));
}

TEST_CASE("a rank that sends no profile is named, and the others are reduced") {
    perf::Profile measured = perf::samples::withTimers({"main"});
    perf::samples::addThread(measured, {perf::samples::node(0, -1, 1, 100)});
    Lending snapshot(measured, perf::profileLayout());
    Upcalls two(2);
    const auto profile = gatherProfile(&snapshot, two);
    REQUIRE(profile);
    REQUIRE(profile->ranks);
    CHECK(profile->ranks->size == 2);
    CHECK(profile->threads.size() == 1);
    CHECK(profile->partial == "of 2 ranks these reported nothing: 1");
}
