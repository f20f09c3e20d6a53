#include "Harness.hpp"

#include <perf/engine/MetricSources.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <memory>
#include <stdexcept>

#include "ChildFigures.hpp"
#include "Samples.hpp"

namespace gantry::bench {

namespace {

constexpr std::size_t kDefaultBatches = 2000;
constexpr double kBatchNs = 20'000;

template <class Work>
void inThreadOf(const Case& one, const Work& work) {
    if (one.thread == nullptr) {
        work();
    } else {
        one.thread->run(work);
    }
}

std::uint64_t countedBy(const Case& one) {
    std::uint64_t counted = 0;
    if (one.counted) {
        inThreadOf(one, [&] { counted = one.counted(); });
    }
    return counted;
}

class Stopwatch final {
public:
    explicit Stopwatch(perf::MetricSource& clock)
        : clock_(clock),
          nsPerTick_(static_cast<double>(clock.unitsPerTick()) /
                     static_cast<double>(perf::kTicksAreUnits)) {}

    // Per operation.
    double time(const Case& one, std::size_t rounds) const {
        std::uint64_t ticks = 0;
        inThreadOf(one, [&] {
            const std::uint64_t begin = clock_.read();
            one.run(rounds);
            ticks = clock_.read() - begin;
        });
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

// Why a time is that of readings that read nothing; empty where it is not.
std::string whyRefused(const Case& one, std::uint64_t before, std::size_t operations) {
    if (!one.counted) {
        return {};
    }
    const std::uint64_t grown = countedBy(one) - before;
    return grown >= operations
               ? std::string()
               : "its counter grew by " + std::to_string(grown) + " in " +
                     std::to_string(operations) +
                     " operations, so the time would be that of reading nothing; look for "
                     "another user of the counter in that thread";
}

std::vector<Row> timeSideBySide(const std::vector<Case>& cases, std::size_t batches,
                                const Stopwatch& watch) {
    std::vector<std::size_t> rounds;
    std::vector<std::size_t> yardsticks;
    std::vector<std::uint64_t> counted;
    for (std::size_t i = 0; i < cases.size(); ++i) {
        yardsticks.push_back(yardstickOf(cases, i));
        rounds.push_back(roundsPerBatch(cases[i], watch));
        counted.push_back(countedBy(cases[i]));
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
        const double median = quantileOf(times[i], 0.5);
        rows.push_back({cases[i].name, cases[i].yardstick, median, quantileOf(times[i], 0.99),
                        (quantileOf(times[i], 0.9) - quantileOf(times[i], 0.1)) / median,
                        quantileOf(ratios, 0.5), quantileOf(extras, 0.5), cases[i].goal,
                        whyRefused(cases[i], counted[i], batches * rounds[i])});
    }
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (const Row& yardstick = rows[yardsticks[i]];
            rows[i].skipped.empty() && !yardstick.skipped.empty()) {
            rows[i].skipped = "of its yardstick, " + yardstick.name + ": " + yardstick.skipped;
        }
    }
    return rows;
}

std::vector<Row> measureWith(const std::vector<Case>& cases, std::size_t batches,
                             const Stopwatch& watch) {
    std::vector<Case> able;
    std::copy_if(cases.begin(), cases.end(), std::back_inserter(able),
                 [](const Case& one) { return one.skipped.empty(); });
    std::vector<Row> rows = timeSideBySide(able, batches, watch);
    for (std::size_t i = 0; i < cases.size(); ++i) {
        if (!cases[i].skipped.empty()) {
            Row row;
            row.name = cases[i].name;
            row.skipped = cases[i].skipped;
            rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(i), row);
        }
    }
    return rows;
}

struct Request {
    bool json = false;
    bool help = false;
    std::size_t batches = kDefaultBatches;
    std::string only;
    std::string markdown;
};

void printUsage(const char* program, const std::string& description, std::FILE* to) {
    std::fprintf(
        to,
        "usage: %s [--json] [--markdown FILE] [--only TEXT] [--batches N]\n%s\n"
        "  --json           print one JSON document\n"
        "  --markdown FILE  write what has a goal as a table for a page, too\n"
        "  --only TEXT      what has it in its name, and the yardsticks of that\n"
        "  --batches N      batches per case (%zu); other figures take a like share of time\n",
        program, description.c_str(), kDefaultBatches);
}

Request requestOf(int argc, char** argv) {
    Request request;
    for (int i = 1; i < argc; ++i) {
        const std::string word = argv[i];
        if (word == "--json") {
            request.json = true;
        } else if (word == "--markdown" && i + 1 < argc) {
            request.markdown = argv[++i];
        } else if (word == "--help" || word == "-h") {
            request.help = true;
        } else if (word == "--only" && i + 1 < argc) {
            request.only = argv[++i];
        } else if (word == "--batches" && i + 1 < argc && std::atol(argv[i + 1]) > 0) {
            request.batches = static_cast<std::size_t>(std::atol(argv[++i]));
        } else {
            throw std::invalid_argument("wrong use of '" + word + "'");
        }
    }
    return request;
}

std::vector<Case> chosen(const std::vector<Case>& cases, const std::string& only) {
    std::vector<Case> result;
    for (const Case& one : cases) {
        const bool wanted = std::any_of(cases.begin(), cases.end(), [&](const Case& other) {
            return other.name.find(only) != std::string::npos &&
                   (other.name == one.name || other.yardstick == one.name);
        });
        if (wanted) {
            result.push_back(one);
        }
    }
    return result;
}

// Figures come first: their processes are copies of this one, which then has no threads yet.
Report measured(const Program& program, const Request& request) {
    Report report;
    const Effort effort{static_cast<double>(request.batches) /
                        static_cast<double>(kDefaultBatches)};
    for (const FigureSource& source : program.figures) {
        if (source.name.find(request.only) != std::string::npos) {
            const std::vector<Figure> figures = figuresOfChild(source, effort);
            report.figures.insert(report.figures.end(), figures.begin(), figures.end());
        }
    }
    const std::shared_ptr<perf::MetricSource> clock = perf::wallClock();
    report.clock = clock->metric().source;
    report.rows =
        measureWith(chosen(program.cases(), request.only), request.batches, Stopwatch(*clock));
    if (report.rows.empty() && report.figures.empty()) {
        throw std::invalid_argument("no row has '" + request.only + "' in its name");
    }
    return report;
}

}  // namespace

std::size_t Effort::of(std::size_t full, std::size_t least) const noexcept {
    return std::max(least, static_cast<std::size_t>(share * static_cast<double>(full)));
}

std::vector<Row> measure(const std::vector<Case>& cases, std::size_t batches) {
    const std::shared_ptr<perf::MetricSource> clock = perf::wallClock();
    return measureWith(cases, std::max<std::size_t>(batches, 1), Stopwatch(*clock));
}

int runBenchmark(int argc, char** argv, const Program& program) {
    Request request;
    try {
        request = requestOf(argc, argv);
    } catch (const std::invalid_argument& error) {
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
        printUsage(argv[0], program.description, stderr);
        return 2;
    }
    if (request.help) {
        printUsage(argv[0], program.description, stdout);
        return 0;
    }
    try {
        const Report report = measured(program, request);
        request.json ? printJson(report) : printTable(report);
        if (!request.markdown.empty()) {
            writeMarkdown(report, request.markdown);
        }
    } catch (const std::exception& error) {
        std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
        return 1;
    }
    return 0;
}

int runBenchmark(int argc, char** argv, const std::string& description,
                 const std::vector<Case>& cases) {
    return runBenchmark(argc, argv, Program{description, [&cases] { return cases; }});
}

}  // namespace gantry::bench
