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
    Program() {
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

    KokkosTuner tuner{scripted};

private:
    std::array<std::int64_t, 5> blocks_{16, 32, 64, 128, 256};
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
