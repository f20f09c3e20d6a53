#include "solvers/Learning.hpp"

#include <StoreFile.hpp>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdexcept>
#include <unistd.h>
#include <vector>

#include "tuning/AloneSolvers.hpp"
#include "tuning/Families.hpp"

namespace gantry::bench {
namespace {

namespace fs = std::filesystem;

constexpr int kSizes[] = {10, 33, 100, 330, 1000, 3300, 10000, 33000, 100000};

struct Candidate {
    std::string name;
    std::string version;
};

/// What was measured of one system.
struct Sample {
    std::string system;
    tuning::Learned seen;  ///< with the features, by the gate
    AloneTimes times;
    std::map<std::string, double> ended;
};

// The gate describes the system to a strategy, and what that learns is in a store.
tuning::Learned describe(System& system, std::vector<Candidate>& candidates) {
    const fs::path path =
        fs::temp_directory_path() / ("gantry-learn-" + std::to_string(getpid()) + ".tuning");
    fs::remove(path);
    {
        Solves solves(path.string());
        solves.tuner().setMode(tuning::Mode::Observe, "");
        // It may fail: the features are known all the same.
        solves.solve(system, kLongAlone);
        candidates.clear();
        for (const tuning::Candidate& each : solves.tuner().getCandidates()) {
            candidates.push_back({each.name, each.componentVersion});
        }
    }
    records::StoreFile store(path, records::StoreFile::Missing::Refuse);
    const auto rows = store.rows({}, 0);
    fs::remove(path);
    if (rows.empty()) {
        throw std::runtime_error("the tuner learned nothing of a system");
    }
    return rows.front().learned;
}

std::string inDigits(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.4g", value);
    return text;
}

template <class Values, class Text>
std::string joined(const Values& values, const Text& textOf) {
    std::string all;
    for (const auto& value : values) {
        all += (all.empty() ? "" : ", ") + textOf(value);
    }
    return all;
}

std::string secondsOf(const Sample& sample, const std::string& candidate) {
    // One that was ended would have taken longer.
    constexpr double kBeyondLimit = 1.5;
    const auto time = sample.times.find(candidate);
    if (time != sample.times.end()) {
        return inDigits(time->second.later);
    }
    const auto ended = sample.ended.find(candidate);
    return ended == sample.ended.end() ? "-1" : inDigits(kBeyondLimit * ended->second);
}

void write(const std::string& file, const std::vector<Candidate>& candidates,
           const std::vector<Sample>& samples) {
    std::ostringstream text;
    const auto names = samples.front().seen.featureNames.toVector();
    text << "// Written by bench-solvers --learn. Do not edit.\n#pragma once\n\n"
         << "#include \"Sample.hpp\"\n\nnamespace gates {\n\n// clang-format off\n"
         << "inline constexpr std::array<const char*, " << names.size() << "> kFeatures{"
         << joined(names, [](const auto& name) { return '"' + name + '"'; }) << "};\n"
         << "inline constexpr std::array<Named, " << candidates.size() << "> kCandidates{{\n";
    for (const Candidate& each : candidates) {
        text << "    {\"" << each.name << "\", \"" << each.version << "\"},\n";
    }
    text << "}};\ninline constexpr std::array<Sample, " << samples.size() << "> kSamples{{\n";
    for (const Sample& each : samples) {
        text << "    {\"" << each.system << "\", {{"
             << joined(each.seen.features.toVector(), inDigits) << "}},\n     {{"
             << joined(candidates, [&](const Candidate& one) { return secondsOf(each, one.name); })
             << "}}},\n";
    }
    text << "}};\n// clang-format on\n\n}  // namespace gates\n";
    std::ofstream out(file);
    out << text.str();
    if (!out.flush()) {
        throw std::runtime_error(file + " cannot be written");
    }
}

}  // namespace

void learn(const std::string& file, int rows) {
    std::vector<Candidate> candidates;
    std::vector<Sample> samples;
    for (const Family& family : families()) {
        if (family.half != Half::Tuned) {
            continue;
        }
        for (const int size : kSizes) {
            if (size > rows) {
                break;
            }
            System system = family.make(size);
            Sample sample;
            sample.system = std::string(family.name) + ' ' + std::to_string(system.right.size());
            sample.seen = describe(system, candidates);
            std::vector<std::string> names;
            for (const Candidate& each : candidates) {
                names.push_back(each.name);
            }
            AloneSolvers alone(names);
            sample.times = alone.solve(system, 3);
            sample.ended = alone.ended();
            std::cerr << sample.system << " done\n";
            if (!sample.times.empty()) {
                samples.push_back(std::move(sample));
            }
        }
    }
    write(file, candidates, samples);
}

}  // namespace gantry::bench
