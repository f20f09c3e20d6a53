#include "Harness.hpp"

#include <perf/engine/Machine.hpp>
#include <perf/engine/MetricSources.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <stdexcept>

namespace gantry::bench {

namespace {

constexpr std::size_t kDefaultBatches = 2000;
constexpr double kBatchNs = 20'000;

class Stopwatch final {
public:
    explicit Stopwatch(perf::MetricSource& clock)
        : clock_(clock),
          nsPerTick_(static_cast<double>(clock.unitsPerTick()) /
                     static_cast<double>(perf::kTicksAreUnits)) {}

    // Per operation.
    double time(const Case& one, std::size_t rounds) const {
        const std::uint64_t begin = clock_.read();
        one.run(rounds);
        const std::uint64_t ticks = clock_.read() - begin;
        return static_cast<double>(ticks) * nsPerTick_ /
               static_cast<double>(rounds * one.operations);
    }

private:
    perf::MetricSource& clock_;
    double nsPerTick_;
};

// The least of several tries: the first one may have to make things ready.
std::size_t roundsPerBatch(const Case& one, const Stopwatch& watch) {
    for (std::size_t rounds = 1;; rounds *= 2) {
        double perOperation = watch.time(one, rounds);
        for (int i = 0; i < 4; ++i) {
            perOperation = std::min(perOperation, watch.time(one, rounds));
        }
        if (perOperation * static_cast<double>(rounds * one.operations) >= kBatchNs / 2) {
            return rounds;
        }
    }
}

double quantile(std::vector<double> values, double which) {
    const auto at = static_cast<std::size_t>(which * static_cast<double>(values.size() - 1) + 0.5);
    std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(at),
                     values.end());
    return values[at];
}

std::size_t yardstickOf(const std::vector<Case>& cases, std::size_t index) {
    if (cases[index].yardstick.empty()) {
        return index;
    }
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (cases[i].name == cases[index].yardstick) {
            return i;
        }
    }
    throw std::invalid_argument("benchmark: case '" + cases[index].name +
                                "' names the yardstick '" + cases[index].yardstick +
                                "', which does not exist");
}

std::string quoted(const std::string& text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') {
            result += '\\';
        }
        result += static_cast<unsigned char>(c) < 0x20U ? ' ' : c;
    }
    return result + '"';
}

void printJson(const std::vector<Row>& rows, const std::string& clock) {
    std::printf("{\"rows\":[");
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row& row = rows[i];
        std::printf(
            "%s\n {\"name\":%s,\"median_ns\":%.3f,\"p99_ns\":%.3f,\"spread\":%.4f,"
            "\"yardstick\":%s,\"ratio\":%.4f,\"extra_ns\":%.3f}",
            i == 0 ? "" : ",", quoted(row.name).c_str(), row.medianNs, row.p99Ns, row.spread,
            quoted(row.yardstick).c_str(), row.ratio, row.extraNs);
    }
    const perf::Machine machine = perf::readMachine();
    std::printf(
        "\n],\n\"machine\":{\"host\":%s,\"cpuModel\":%s,\"cores\":%u,\"os\":%s,"
        "\"clockSource\":%s,\"clock\":%s}}\n",
        quoted(machine.host).c_str(), quoted(machine.cpuModel).c_str(), machine.cores,
        quoted(machine.os).c_str(), quoted(machine.clockSource).c_str(), quoted(clock).c_str());
}

void printTable(const std::vector<Row>& rows, const std::string& clock) {
    std::size_t width = 4;
    for (const Row& row : rows) {
        width = std::max(width, row.name.size());
    }
    const int w = static_cast<int>(width);
    std::printf("%-*s %10s %10s %8s %7s %9s  %s\n", w, "case", "median ns", "p99 ns", "spread",
                "ratio", "extra ns", "to");
    for (const Row& row : rows) {
        std::printf("%-*s %10.2f %10.2f %7.1f%% %7.3f %9.2f  %s\n", w, row.name.c_str(),
                    row.medianNs, row.p99Ns, 100 * row.spread, row.ratio, row.extraNs,
                    row.yardstick.empty() ? "-" : row.yardstick.c_str());
    }
    std::printf("clock: %s\n", clock.c_str());
}

void printUsage(const char* program, const std::string& description, std::FILE* to) {
    std::fprintf(to,
                 "usage: %s [--json] [--batches N]\n%s\n"
                 "  --json       print one JSON document\n"
                 "  --batches N  batches per case (%zu)\n",
                 program, description.c_str(), kDefaultBatches);
}

std::vector<Row> measureWith(const std::vector<Case>& cases, std::size_t batches,
                             const Stopwatch& watch) {
    std::vector<std::size_t> rounds;
    std::vector<std::size_t> yardsticks;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        yardsticks.push_back(yardstickOf(cases, i));
        rounds.push_back(roundsPerBatch(cases[i], watch));
    }
    std::vector<std::vector<double>> times(cases.size());
    for (std::size_t batch = 0; batch < batches; ++batch) {
        for (std::size_t k = 0; k < cases.size(); ++k) {
            const std::size_t i = batch % 2 == 0 ? k : cases.size() - 1 - k;
            times[i].push_back(watch.time(cases[i], rounds[i]));
        }
    }
    std::vector<Row> rows;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        std::vector<double> ratios;
        std::vector<double> extras;
        for (std::size_t batch = 0; batch < batches; ++batch) {
            ratios.push_back(times[i][batch] / times[yardsticks[i]][batch]);
            extras.push_back(times[i][batch] - times[yardsticks[i]][batch]);
        }
        const double median = quantile(times[i], 0.5);
        rows.push_back({cases[i].name, cases[i].yardstick, median, quantile(times[i], 0.99),
                        (quantile(times[i], 0.9) - quantile(times[i], 0.1)) / median,
                        quantile(ratios, 0.5), quantile(extras, 0.5)});
    }
    return rows;
}

}  // namespace

std::vector<Row> measure(const std::vector<Case>& cases, std::size_t batches) {
    const std::shared_ptr<perf::MetricSource> clock = perf::wallClock();
    return measureWith(cases, std::max<std::size_t>(batches, 1), Stopwatch(*clock));
}

int runBenchmark(int argc, char** argv, const std::string& description,
                 const std::vector<Case>& cases) {
    bool json = false;
    std::size_t batches = kDefaultBatches;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--json") {
            json = true;
        } else if (word == "--help" || word == "-h") {
            printUsage(argv[0], description, stdout);
            return 0;
        } else if (word == "--batches" && i + 1 < argc && std::atol(argv[i + 1]) > 0) {
            batches = static_cast<std::size_t>(std::atol(argv[++i]));
        } else {
            std::fprintf(stderr, "%s: wrong use of '%s'\n", argv[0], word.c_str());
            printUsage(argv[0], description, stderr);
            return 2;
        }
    }
    const std::shared_ptr<perf::MetricSource> clock = perf::wallClock();
    const std::vector<Row> rows = measureWith(cases, batches, Stopwatch(*clock));
    if (json) {
        printJson(rows, clock->metric().source);
    } else {
        printTable(rows, clock->metric().source);
    }
    return 0;
}

}  // namespace gantry::bench
