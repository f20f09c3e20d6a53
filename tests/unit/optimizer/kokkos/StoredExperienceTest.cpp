#include <base/files/TemporaryFolder.hpp>

#include <doctest/doctest.h>

#include <StoreFile.hpp>
#include <StoredExperience.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

using namespace optimizer::kokkos;

namespace {

tuning::Learned learned(const std::string& context, const std::string& candidate, double cost) {
    tuning::Learned made;
    made.context = context;
    made.candidate = candidate;
    made.calls = 3;
    made.cost = cost;
    return made;
}

}  // namespace

TEST_SUITE("optimizer.kokkos.StoredExperience") {
    TEST_CASE("what is saved is loaded by the same program for the same problem") {
        const gantry::base::TemporaryFolder folder("gantry-kokkos");
        const std::filesystem::path file = folder.path() / "store";
        StoredExperience first(file, "heat");
        CHECK(first.load("block").empty());
        CHECK_FALSE(std::filesystem::exists(file));
        first.save("block", {learned("kernel=a", "block=32", 0.5)});
        CHECK(first.problem().empty());

        StoredExperience second(file, "heat");
        const std::vector<tuning::Learned> known = second.load("block");

        REQUIRE(known.size() == 1);
        CHECK(known[0].context == "kernel=a");
        CHECK(known[0].candidate == "block=32");
        CHECK(known[0].cost == 0.5);
        CHECK(second.load("block,schedule").empty());
        CHECK(StoredExperience(file, "wave").load("block").empty());
        CHECK(
            records::StoreFile(file, records::StoreFile::Missing::Refuse).rows({}, 0).at(0).port ==
            "heat.block");
    }

    TEST_CASE("a file that is not a store stays as it is, and the reason is known") {
        const gantry::base::TemporaryFolder folder("gantry-kokkos");
        const std::filesystem::path file = folder.path() / "text";
        std::ofstream(file) << "not a store, but a text of some length";
        StoredExperience experience(file, "heat");
        CHECK(experience.load("block").empty());
        experience.save("block", {learned("", "block=32", 0.5)});
        CHECK(experience.problem().find(file.string()) != std::string::npos);
        CHECK(std::filesystem::file_size(file) == 38);
    }

    TEST_CASE("a store that cannot be made is a problem, not a failure") {
        StoredExperience experience("/nonexistent/folder/store", "heat");
        CHECK(experience.load("block").empty());
        CHECK(experience.problem().empty());
        experience.save("block", {learned("", "block=32", 0.5)});
        CHECK(experience.problem().find("/nonexistent/folder/store") != std::string::npos);
    }
}
