// The archive of a run whose ranks have measured the same in three ways of coming together: over
// MPI, over the sockets of parallel.Local, and with `none` as archives of single ranks that are
// merged afterwards. It has to be the same file, byte by byte.
#include <framework/Framework.hpp>
#include <gantry/ports.hpp>
#include <gov/cca/AbstractFramework.hpp>
#include <gov/cca/TypeMap.hpp>
#include <gov/cca/ports/BuilderService.hpp>
#include <parallel/Upcalls.hpp>
#include <perf/archive/ArchiveDraft.hpp>
#include <perf/ranks/TreeMerge.hpp>
#include <perf/recording/ArchiveMerge.hpp>

#include <exception>
#include <filesystem>
#include <iostream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "RankSamples.hpp"

namespace {

namespace fs = std::filesystem;
using namespace gantry;

void expect(bool holds, const std::string& what) {
    if (!holds) {
        throw std::runtime_error("not so: " + what);
    }
}

std::string textOf(int rank) {
    return std::string(static_cast<std::size_t>(rank) * 777, static_cast<char>('a' + rank));
}

// Texts that do not fit into one message of MPI, whose limit is lowered below.
void passPieces(parallel::Upcalls& ranks) {
    const int last = ranks.getSize() - 1;
    const auto texts = ranks.gather(textOf(ranks.getRank()), last).toVector();
    expect(texts.size() == (ranks.getRank() == last ? static_cast<std::size_t>(last) + 1 : 0),
           "the root alone has all texts");
    for (std::size_t rank = 0; rank < texts.size(); ++rank) {
        expect(texts[rank] == textOf(static_cast<int>(rank)), "each rank's text comes whole");
    }
    std::string text = ranks.getRank() == last ? textOf(last) : "";
    ranks.broadcast(text, last);
    expect(text == textOf(last), "a text comes whole to every rank");
}

void mergeOver(const std::string& className, const fs::path& output, std::uint32_t detailed) {
    framework::Framework framework({GANTRY_COMPONENT_DIRECTORY});
    const auto properties = framework.abstractFramework()->createTypeMap();
    properties->putLong("mostAtOnce", 100);
    framework.builderService()->createInstance("ranks", className, properties);
    const auto ranks =
        castPort<parallel::Upcalls>(framework.providedPort("ranks", "upcalls"), "upcalls");
    try {
        passPieces(*ranks);
        perf::MergeOptions options;
        options.mostMessage = 64;
        options.mostExactRanks = detailed;
        std::vector<perf::RankBlock> blocks;
        options.keep = [&](perf::RankBlock block) { blocks.push_back(std::move(block)); };
        const auto rank = static_cast<std::uint32_t>(ranks->getRank());
        const auto size = static_cast<std::uint32_t>(ranks->getSize());
        const auto profile =
            perf::mergeOverRanks(perf::samples::profileOfRank(rank, size), *ranks, options);
        expect(profile.has_value() == (rank == 0), "rank 0 has the profile");
        if (profile) {
            perf::writeArchive(output, blocks, *profile);
        }
        ranks->barrier();
    } catch (const std::exception& error) {
        std::cerr << "rank " << ranks->getRank() << ": " << error.what() << '\n';
        ranks->abort(1);
    }
}

void mergeAfterwards(const fs::path& output, std::uint32_t detailed, std::uint32_t size) {
    std::vector<fs::path> files;
    for (std::uint32_t rank = 0; rank < size; ++rank) {
        files.emplace_back(output.string() + ".rank" + std::to_string(rank) + ".gantry");
        perf::writeArchive(files.back(), perf::samples::profileOfRank(rank, size));
    }
    perf::writeMerged(perf::mergedRun(files, detailed), output);
}

}  // namespace

// CLASS|none ARCHIVE DETAILED-RANKS [RANKS]
int main(int argc, char** argv) {
    const std::vector<std::string> words(argv + 1, argv + argc);
    if (words.size() < 3) {
        return 2;
    }
    try {
        const auto detailed = static_cast<std::uint32_t>(std::stoul(words[2]));
        if (words[0] == "none") {
            mergeAfterwards(words[1], detailed,
                            static_cast<std::uint32_t>(std::stoul(words.at(3))));
        } else {
            mergeOver(words[0], words[1], detailed);
        }
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
