#include <perf/segment/SegmentError.hpp>
#include <perf/segment/SegmentFile.hpp>

#include <doctest/doctest.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>
#include <utility>

#include "HeaderChecksum.hpp"
#include "MemoryFile.hpp"
#include "ScriptedEngine.hpp"
#include "SegmentSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// How often a file is damaged in one way; GANTRY_DAMAGE asks for more.
int rounds() {
    const char* const wanted = std::getenv("GANTRY_DAMAGE");
    return wanted == nullptr ? 200 : std::atoi(wanted);
}

// Of a call that ran when its program was killed the processor time is an estimate, marked by the
// misuse left-open; that of a thread that ran is not on record.
void clearEstimates(Profile& profile) {
    for (ThreadProfile& thread : profile.threads) {
        thread.cpuNs = thread.ended ? thread.cpuNs : 0;
        for (CallPathNode& node : thread.nodes) {
            if (node.running) {
                node.inclusive[1] = 0;
            }
        }
    }
}

std::string segmentBytesOf(const std::filesystem::path& folder, bool running) {
    return segmentBytes(folder, running);
}

// A segment of which damaged copies are read.
struct Patient {
    explicit Patient(bool running) : Patient(running, &segmentBytesOf) {}
    Patient(bool running, std::string (*make)(const std::filesystem::path&, bool))
        : bytes(make(folder.path, running)) {
        file.write(bytes);
        profile = SegmentFile(path).read().profile;
        clearEstimates(profile);
        used = header().usedBytes;
    }

    [[nodiscard]] const SegmentHeader& header() const {
        return *reinterpret_cast<const SegmentHeader*>(bytes.data());
    }

    // "same", "in part" (said so), "refused", or what was accepted though it differs.
    [[nodiscard]] std::string reading(const std::string& damaged) const {
        file.write(damaged);
        try {
            SegmentReader::Reading found = SegmentFile(path).read();
            CHECK((found.damaged > 0) == !found.profile.partial.empty());
            if (found.damaged > 0) {
                return "in part";
            }
            clearEstimates(found.profile);
            return found.profile == profile ? "same" : difference(found.profile);
        } catch (const SegmentError& error) {
            CHECK(std::string(error.what()).find(path.string()) != std::string::npos);
            CHECK(error.kind() != SegmentError::Kind::File);
            return "refused";
        }
    }

    [[nodiscard]] std::string difference(const Profile& other) const {
        std::string parts = "different:";
        const auto compare = [&parts](bool same, const char* part) {
            parts += same ? "" : std::string(" ") + part;
        };
        compare(other.timeNs == profile.timeNs, "time");
        compare(other.metrics == profile.metrics, "metrics");
        compare(other.timers == profile.timers, "timers");
        compare(other.threads == profile.threads, "threads");
        compare(other.events == profile.events, "events");
        compare(other.misuse == profile.misuse, "misuse");
        compare(other.machine == profile.machine, "machine");
        compare(other.context == profile.context, "context");
        compare(other.probeOverhead == profile.probeOverhead, "probe overhead");
        compare(other.partial == profile.partial, "partial");
        return parts;
    }

    TestFolder folder;
    MemoryFile file;
    std::filesystem::path path = file.path();
    std::string bytes;
    Profile profile;
    std::size_t used = 0;
};

struct Count {
    int same = 0;
    int inPart = 0;
    int refused = 0;

    void add(const std::string& reading) {
        same += reading == "same" ? 1 : 0;
        inPart += reading == "in part" ? 1 : 0;
        refused += reading == "refused" ? 1 : 0;
        CHECK_MESSAGE((reading == "same" || reading == "in part" || reading == "refused"), reading);
    }

    [[nodiscard]] std::string text() const {
        return std::to_string(same) + " read as written, " + std::to_string(inPart) + " in part, " +
               std::to_string(refused) + " refused";
    }
};

std::string withBitFlipped(std::string bytes, std::size_t bit) {
    bytes[bit / 8] =
        static_cast<char>(static_cast<unsigned char>(bytes[bit / 8]) ^ (1U << bit % 8));
    return bytes;
}

}  // namespace

TEST_SUITE_BEGIN("perf.segment.SegmentDamage");

TEST_CASE("a truncated segment is read in part and reported as partial, or is refused") {
    for (const bool running : {false, true}) {
        const Patient patient(running);
        Count count;
        for (int i = 0; i < rounds(); ++i) {
            const auto length =
                patient.used * static_cast<std::size_t>(i) / static_cast<std::size_t>(rounds());
            INFO("cut to ", length, " of ", patient.used, " bytes");
            count.add(patient.reading(patient.bytes.substr(0, length)));
        }
        MESSAGE(count.text());
        CHECK(count.inPart > 0);
        CHECK(count.refused > 0);
    }
}

TEST_CASE("a flipped bit is noticed or changes nothing") {
    for (const bool running : {false, true}) {
        const Patient patient(running);
        const unsigned seed = std::random_device()();
        std::mt19937 random(seed);
        Count count;
        for (int i = 0; i < rounds(); ++i) {
            const std::size_t bit = random() % (patient.used * 8);
            INFO("seed ", seed, ", bit ", bit % 8, " of byte ", bit / 8);
            count.add(patient.reading(withBitFlipped(patient.bytes, bit)));
        }
        MESSAGE("seed ", seed, ": ", count.text());
        CHECK(count.same > 0);
        CHECK(count.inPart + count.refused > 0);
    }
}

TEST_CASE("a flipped bit where calls were not timed is noticed or changes nothing") {
    for (const bool running : {false, true}) {
        const Patient patient(running, &sampledSegmentBytes);
        REQUIRE(patient.header().version == kSegmentVersion);
        const unsigned seed = std::random_device()();
        std::mt19937 random(seed);
        Count count;
        for (int i = 0; i < rounds(); ++i) {
            const std::size_t bit = random() % (patient.used * 8);
            INFO("seed ", seed, ", bit ", bit % 8, " of byte ", bit / 8);
            count.add(patient.reading(withBitFlipped(patient.bytes, bit)));
        }
        MESSAGE("seed ", seed, ": ", count.text());
        CHECK(count.same > 0);
        CHECK(count.inPart + count.refused > 0);
    }
}

TEST_CASE("a flipped bit in a header of a store is noticed") {
    const Patient patient(true);
    const auto place = static_cast<std::size_t>(
        reinterpret_cast<const char*>(&patient.header().tables[0].checksummedSize) -
        reinterpret_cast<const char*>(&patient.header()));
    for (std::size_t bit = 0; bit < 64; ++bit) {
        INFO("bit ", bit);
        CHECK(patient.reading(withBitFlipped(patient.bytes, place * 8 + bit)) == "refused");
    }
}

TEST_CASE("a thread whose records cannot be found is left out, and the others are kept") {
    const Patient patient(false);
    std::string damaged = patient.bytes;
    const auto& threads = patient.header().tables[static_cast<std::size_t>(Table::Threads)];
    const std::size_t record = std::size_t{threads.chunks[0]} * kPlaceUnit;
    const std::size_t size =
        record + offsetof(ThreadRecord, nodes) + offsetof(StoreHeader, checksummedSize);
    patient.file.write(withBitFlipped(damaged, size * 8));

    const SegmentReader::Reading reading = SegmentFile(patient.path).read();

    CHECK(reading.damaged > 0);
    CHECK(reading.profile.partial.find("damaged") != std::string::npos);
    REQUIRE(reading.profile.threads.size() == patient.profile.threads.size());
    CHECK(reading.profile.threads[0].nodes.empty());
    CHECK(reading.profile.threads[1] == patient.profile.threads[1]);
}

TEST_CASE("a header whose process no system can have made is refused") {
    const Patient patient(false);
    for (const std::int32_t pid : {0, -1, -1151688751}) {
        std::string damaged = patient.bytes;
        auto& header = *reinterpret_cast<SegmentHeader*>(damaged.data());
        header.pid = pid;
        header.checksum = headerChecksum(header);
        CHECK(patient.reading(damaged) == "refused");
    }
}

TEST_CASE("a value that cannot have been measured is left out") {
    ScriptedEngine scripted;
    const TimerId timer = scripted.engine.registerTimer("timer");
    scripted.at(0).start(timer);
    scripted.at(std::uint64_t{1} << 57U).stop(timer);

    const Profile profile = scripted.engine.snapshot();

    CHECK(profile.partial.find("damaged") != std::string::npos);
    CHECK(find(flat(profile), "timer").inclusive[0] == 0);
}

TEST_CASE("values whose sum is out of range are refused") {
    ScriptedEngine scripted;
    for (int i = 0; i < 40; ++i) {
        const TimerId timer = scripted.engine.registerTimer("timer " + std::to_string(i));
        scripted.at(0).start(timer);
        scripted.at(std::uint64_t{1} << 56U).stop(timer);
    }

    CHECK_THROWS_WITH_AS(scripted.engine.snapshot(), doctest::Contains("exceed together the range"),
                         SegmentError);
}

TEST_SUITE_END();
