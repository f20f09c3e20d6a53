#include <perf/archive/Archive.hpp>
#include <perf/engine/Engine.hpp>

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "Figures.hpp"
#include "Samples.hpp"
#include "Scratch.hpp"

namespace gantry::bench {

namespace {

constexpr std::size_t kInside = 100;

// A profile of that many call paths: each of some timers inside each of others.
perf::Profile profileOf(std::size_t paths) {
    perf::Engine engine;
    std::vector<perf::TimerId> inside;
    for (std::size_t i = 0; i < kInside; ++i) {
        inside.push_back(engine.registerTimer("inner " + std::to_string(i)));
    }
    for (std::size_t i = 0; i < paths / (kInside + 1); ++i) {
        const perf::TimerId outer = engine.registerTimer("outer " + std::to_string(i));
        engine.start(outer);
        for (const perf::TimerId timer : inside) {
            engine.start(timer);
            engine.stop(timer);
        }
        engine.stop(outer);
    }
    return engine.snapshot();
}

}  // namespace

std::vector<Figure> archive(const Effort& effort) {
    const perf::Profile profile = profileOf(effort.of(100'000, 1000));
    const std::size_t paths = profile.threads.at(0).nodes.size();
    const Scratch scratch;
    const std::filesystem::path file = scratch.folder() / "run.gantry";
    std::vector<double> writing;
    std::vector<double> reading;
    for (std::size_t i = 0; i < effort.of(10, 1); ++i) {
        std::filesystem::remove(file);
        writing.push_back(millisecondsOf([&] { perf::writeArchive(file, profile); }));
        reading.push_back(millisecondsOf([&] {
            if (perf::readArchive(file).threads.at(0).nodes.size() != paths) {
                throw std::runtime_error("the archive has other call paths than were written");
            }
        }));
    }
    const std::string who = "archive of " + std::to_string(paths) + " call paths: ";
    return {{who + "writing", quantileOf(writing, 0.5), "ms"},
            {who + "reading", quantileOf(reading, 0.5), "ms"},
            {who + "size",
             static_cast<double>(std::filesystem::file_size(file)) / static_cast<double>(paths),
             "B each"}};
}

}  // namespace gantry::bench
