#include <doctest/doctest.h>

#include <KokkosTuner.hpp>
#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

using namespace optimizer::kokkos;

namespace {

std::int64_t clockNs = 0;

std::int64_t scripted() {
    return clockNs;
}

constexpr std::size_t kBlock = 7;
constexpr std::size_t kKernel = 8;
constexpr std::size_t kSize = 9;
constexpr std::size_t kRate = 10;

TuningAssignment whole(std::size_t variable, std::int64_t value) {
    TuningAssignment made{};
    made.variable = variable;
    made.value.whole = value;
    return made;
}

TuningAssignment text(std::size_t variable, const std::string& value) {
    TuningAssignment made{};
    made.variable = variable;
    made.value = assigned(value);
    return made;
}

// A program with one variable, the block, whose best value depends on the kernel.
class Program final {
public:
    explicit Program(Experience* experience = nullptr) : tuner(scripted, experience) {
        TuningVariable block{};
        block.type = TuningType::Whole;
        block.category = TuningCategory::Ordinal;
        block.quantity = TuningQuantity::Set;
        block.candidates.set = {blocks_.size(), {blocks_.data()}};
        tuner.declareOutput("block", kBlock, block);
        TuningVariable kernel{};
        kernel.type = TuningType::Text;
        kernel.quantity = TuningQuantity::Unbounded;
        tuner.declareInput("kernel", kKernel, kernel);
        TuningVariable size{};
        size.type = TuningType::Whole;
        size.category = TuningCategory::Ratio;
        size.quantity = TuningQuantity::Unbounded;
        tuner.declareInput("size", kSize, size);
        TuningVariable rate{};
        rate.type = TuningType::Real;
        rate.quantity = TuningQuantity::Unbounded;
        tuner.declareInput("rate", kRate, rate);
    }

    // The block of one call that takes as long as `cost` says.
    std::int64_t call(const std::string& kernel,
                      const std::function<std::int64_t(std::int64_t)>& cost) {
        const std::array inputs{text(kKernel, kernel), whole(kSize, 1000)};
        std::array outputs{whole(kBlock, 64)};
        tuner.request(1, inputs, outputs);
        clockNs += cost(outputs[0].value.whole);
        tuner.end(1, nullptr);
        return outputs[0].value.whole;
    }

    KokkosTuner tuner;

private:
    std::array<std::int64_t, 5> blocks_{16, 32, 64, 128, 256};
};

// What was saved, by problem.
class Remembered final : public Experience {
public:
    std::vector<tuning::Learned> load(const std::string& problem) noexcept override {
        return known[problem];
    }
    void save(const std::string& problem,
              const std::vector<tuning::Learned>& learned) noexcept override {
        known[problem] = learned;
    }

    std::map<std::string, std::vector<tuning::Learned>> known;
};

}  // namespace

TEST_SUITE("optimizer.kokkos.KokkosTuner") {
    TEST_CASE(
        "the values of the program come first, and the cheapest ones last, for each context") {
        Program program;
        const auto small = [](std::int64_t block) { return 1000 * block; };
        const auto large = [](std::int64_t block) { return 1'000'000 / block; };
        CHECK(program.call("small", small) == 64);
        std::map<std::string, int> best;
        for (int i = 0; i < 300; ++i) {
            const bool late = i >= 200;
            best["small"] += program.call("small", small) == 16 && late ? 1 : 0;
            best["large"] += program.call("large", large) == 256 && late ? 1 : 0;
        }
        CHECK(best["small"] >= 95);
        CHECK(best["large"] >= 95);

        const auto results = program.tuner.results();

        REQUIRE(results.size() == 2);
        for (const auto& result : results) {
            const bool isSmall = result.context == "kernel=small; size=1000";
            CHECK((isSmall || result.context == "kernel=large; size=1000"));
            CHECK(result.initial == "block=64");
            CHECK(result.best == (isSmall ? "block=16" : "block=256"));
            CHECK(result.bestCost == doctest::Approx(isSmall ? 16e-6 : 3.906e-6).epsilon(0.01));
            CHECK(result.candidates == 5);
            CHECK(result.calls == (isSmall ? 301 : 300));
        }
        CHECK(textOf(results[0])
                  .find("block=16 for kernel=small; size=1000: 1.6e-05 s a call, "
                        "where block=64 takes 6.4e-05 s; 5 candidates") != std::string::npos);
    }

    TEST_CASE("a later run begins with what an earlier one has learned, for each context") {
        Remembered experience;
        const auto small = [](std::int64_t block) { return 1000 * block; };
        const auto large = [](std::int64_t block) { return 1'000'000 / block; };
        {
            Program first(&experience);
            for (int i = 0; i < 100; ++i) {
                first.call("small", small);
                first.call("large", large);
            }
            CHECK(first.tuner.results().at(0).remembered == 0);
            first.tuner.keep();
        }
        REQUIRE(experience.known.contains("block"));
        CHECK(experience.known.at("block").size() == 10);

        Program second(&experience);

        CHECK(second.call("small", small) == 16);
        CHECK(second.call("large", large) == 256);
        CHECK(second.tuner.results().at(0).remembered == 10);
        CHECK(textOf(second.tuner.results().at(0)).ends_with(" 1 calls, after earlier runs"));
    }

    TEST_CASE("costs of a goal are not those of another one, nor times") {
        Remembered experience;
        Program program(&experience);
        for (const auto direction : {TuningDirection::Maximize, TuningDirection::Minimize}) {
            KokkosTuner tuner(scripted, &experience);
            const std::array<std::int64_t, 2> blocks{16, 32};
            TuningVariable block{};
            block.type = TuningType::Whole;
            block.quantity = TuningQuantity::Set;
            block.candidates.set = {blocks.size(), {blocks.data()}};
            tuner.declareOutput("block", kBlock, block);
            TuningVariable rate{};
            rate.type = TuningType::Real;
            tuner.declareInput("rate", kRate, rate);
            std::array outputs{whole(kBlock, 16)};
            tuner.declareGoal(1, {kRate, direction});
            tuner.request(1, {}, outputs);
            TuningAssignment value{};
            value.variable = kRate;
            value.value.real = 2;
            tuner.end(1, &value);
            tuner.keep();
        }
        program.call("small", [](std::int64_t block) { return block; });
        program.tuner.keep();
        CHECK(experience.known["block maximising rate"].size() == 1);
        CHECK(experience.known["block minimising rate"].size() == 1);
        CHECK(experience.known["block"].size() == 1);
    }

    TEST_CASE("where not all combinations are candidates the result says so") {
        KokkosTuner tuner(scripted);
        for (std::size_t variable = 1; variable <= 3; ++variable) {
            TuningVariable size{};
            size.type = TuningType::Whole;
            size.category = TuningCategory::Ratio;
            size.quantity = TuningQuantity::Range;
            size.candidates.range.lower.whole = 1;
            size.candidates.range.upper.whole = 100;
            size.candidates.range.step.whole = 1;
            tuner.declareOutput(("size" + std::to_string(variable)).c_str(), variable, size);
        }
        std::array outputs{whole(1, 1), whole(2, 1), whole(3, 1)};
        tuner.request(1, {}, outputs);
        clockNs += 1000;
        tuner.end(1, nullptr);
        const auto results = tuner.results();
        REQUIRE(results.size() == 1);
        CHECK(results[0].combinations == 1e6);
        CHECK(textOf(results[0])
                  .find(std::to_string(results[0].candidates) +
                        " candidates of 1e+06 combinations, 1 calls") != std::string::npos);
    }

    TEST_CASE("a value of the program that is not among the candidates is one of them") {
        Program program;
        std::array outputs{whole(kBlock, 7)};
        program.tuner.request(1, {}, outputs);
        CHECK(outputs[0].value.whole == 7);
        program.tuner.end(1, nullptr);
        CHECK(program.tuner.results().at(0).candidates == 6);
    }

    TEST_CASE("a goal that is declared counts in place of time, also one that is to be large") {
        Program program;
        int best = 0;
        for (std::size_t i = 0; i < 300; ++i) {
            std::array outputs{whole(kBlock, 64)};
            program.tuner.declareGoal(i, {kRate, TuningDirection::Maximize});
            program.tuner.request(i, {}, outputs);
            TuningAssignment rate{};
            rate.variable = kRate;
            rate.value.real = outputs[0].value.whole == 128 ? 50 : 10;
            program.tuner.end(i, &rate);
            best += outputs[0].value.whole == 128 && i >= 200 ? 1 : 0;
        }
        CHECK(best >= 95);
        CHECK(program.tuner.results().at(0).isGoal);
    }

    TEST_CASE("a goal that is missing or no number is a failure, not a cost") {
        Program program;
        for (const bool isMissing : {true, false}) {
            std::array outputs{whole(kBlock, 64)};
            program.tuner.declareGoal(1, {kRate, TuningDirection::Minimize});
            program.tuner.request(1, {}, outputs);
            TuningAssignment rate{};
            rate.variable = kRate;
            rate.value.real = -1;
            program.tuner.end(1, isMissing ? nullptr : &rate);
        }
        CHECK(program.tuner.results().empty());
    }

    TEST_CASE("what is not declared, or has nothing to choose from, keeps its values") {
        Program program;
        TuningVariable unbounded{};
        unbounded.type = TuningType::Whole;
        unbounded.quantity = TuningQuantity::Unbounded;
        program.tuner.declareOutput(nullptr, 20, unbounded);
        for (const std::size_t variable : {std::size_t{99}, std::size_t{20}}) {
            std::array outputs{whole(variable, 5)};
            program.tuner.request(1, {}, outputs);
            CHECK(outputs[0].value.whole == 5);
            program.tuner.end(1, nullptr);
        }
        program.tuner.request(1, {}, {});
        program.tuner.end(1, nullptr);
        program.tuner.end(12345, nullptr);
        CHECK(program.tuner.results().empty());
    }

    TEST_CASE("contexts may be inside each other") {
        Program program;
        std::array outer{whole(kBlock, 64)};
        std::array inner{whole(kBlock, 64)};
        const std::array outerKernel{text(kKernel, "outer")};
        const std::array innerKernel{text(kKernel, "inner")};
        program.tuner.request(1, outerKernel, outer);
        clockNs += 10;
        program.tuner.request(2, innerKernel, inner);
        clockNs += 100;
        program.tuner.end(2, nullptr);
        clockNs += 10;
        program.tuner.end(1, nullptr);

        const auto results = program.tuner.results();

        REQUIRE(results.size() == 2);
        CHECK(results[0].bestCost + results[1].bestCost == doctest::Approx(220e-9));
    }
}
