#include <base/InputError.hpp>
#include <perf/archive/Archive.hpp>
#include <perf/importers/Importer.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <string>
#include <zlib.h>
#ifdef GANTRY_BZIP2
#include <bzlib.h>
#endif

#include "DarshanSample.hpp"
#include "ImportSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// Two streams, as two ranks write a region.
std::string zipped(const std::string& bytes) {
    std::string all;
    const std::size_t half = bytes.size() / 2;
    for (const std::string& part : {bytes.substr(0, half), bytes.substr(half)}) {
        uLongf size = compressBound(part.size());
        std::string packed(size, '\0');
        REQUIRE(compress(reinterpret_cast<Bytef*>(packed.data()), &size,
                         reinterpret_cast<const Bytef*>(part.data()), part.size()) == Z_OK);
        all += packed.substr(0, size);
    }
    return all;
}

const ModuleRecords& moduleIn(const Profile& profile, const std::string& name) {
    for (const ModuleRecords& module : profile.modules) {
        if (module.name == name) {
            return module;
        }
    }
    FAIL("no module " << name);
    throw std::logic_error(name);
}

std::int64_t valueIn(const ModuleRecords& module, const std::string& file, const char* field) {
    const auto place = fieldOf(module, field);
    CAPTURE(field);
    REQUIRE(place);
    for (const ModuleRecord& record : module.records) {
        if (record.name == file) {
            return record.values[*place];
        }
    }
    return -1;
}

bool hasFact(const Profile& profile, const std::string& key, const std::string& value) {
    return std::find(profile.context.begin(), profile.context.end(), std::pair(key, value)) !=
           profile.context.end();
}

DarshanSample with(const std::string& version, bool isSwapped = false) {
    DarshanSample sample;
    sample.version = version;
    sample.isSwapped = isSwapped;
    return sample;
}

std::string refusalOf(const DarshanSample& sample) {
    return refusal("darshan", darshanLog(sample));
}

}  // namespace

TEST_SUITE_BEGIN("perf.importers.Darshan");

TEST_CASE("a log has the records of posix, stdio and mpiio under Gantry's names") {
    const Profile profile = imported("darshan", darshanLog());
    const ModuleRecords& posix = moduleIn(profile, "posix");
    const std::string shared = "/data/shared";

    // Darshan counts fileno() and dup() as opens.
    CHECK(valueIn(posix, shared, "opens") == 4);
    CHECK(valueIn(posix, shared, "duplicates") == 2);
    CHECK(valueIn(posix, shared, "syncs") == 3);
    CHECK(valueIn(posix, shared, "bytes_read") == 40960);
    CHECK(valueIn(posix, shared, "read_up_to") == 4096);
    CHECK(valueIn(posix, shared, "written_up_to") == 0);
    CHECK(valueIn(posix, shared, "reads_onward") == 9);
    CHECK(valueIn(posix, shared, "reads_to_10KiB") == 10);
    CHECK(valueIn(posix, shared, "writes_to_100B") == 20);
    CHECK(valueIn(posix, shared, "common_size_1") == 4096);
    CHECK(valueIn(posix, shared, "common_count_2") == 20);
    CHECK(valueIn(posix, shared, "read_time") == 2'500'000'000);
    CHECK(valueIn(posix, shared, "first_open") == 250'000'000);
    CHECK(valueIn(posix, shared, "last_close") == 11'500'000'000);
    CHECK(valueIn(posix, shared, "ranks") == 4);
    CHECK(valueIn(posix, shared, "slowest_rank_time") == 1'750'000'000);
    CHECK(valueIn(posix, shared, "slowest_rank") == 1);
    CHECK(valueIn(posix, shared, "fastest_rank_time") == 500'000'000);
    CHECK(valueIn(posix, shared, "fastest_rank") == 2);
    // Of a variance of 0.25 s^2, and of 10,000 B^2.
    CHECK(valueIn(posix, shared, "rank_time_deviation") == 500'000'000);
    CHECK(valueIn(posix, shared, "rank_bytes_deviation") == 100);
    CHECK(valueIn(posix, "/data/own", "rank_time_deviation") == 0);
    CHECK(valueIn(posix, "/data/own", "ranks") == 0);
    const ModuleRecords& stdio = moduleIn(profile, "stdio");
    CHECK(valueIn(stdio, "(stdout)", "opens") == 2);
    CHECK(valueIn(stdio, "(stdout)", "bytes_written") == 60);
    CHECK(valueIn(stdio, "(stdout)", "first_write") == 3'000'000'000);
    const ModuleRecords& mpiio = moduleIn(profile, "mpiio");
    CHECK(valueIn(mpiio, shared, "opens") == 4);
    CHECK(valueIn(mpiio, shared, "independent_writes") == 400);
    CHECK(valueIn(mpiio, shared, "writes") == 400);
    CHECK(valueIn(mpiio, shared, "hints") == 2);
}

TEST_CASE("a log has its job, its ranks and its heat maps") {
    const Profile profile = imported("darshan", darshanLog());

    CHECK(profile.timeNs == 12'000'000'000);
    CHECK(profile.created == "2023-11-14T22:13:20Z");
    CHECK(hasFact(profile, "command", "./app input"));
    CHECK(hasFact(profile, "mount /tmp", "tmpfs"));
    CHECK(hasFact(profile, "darshan.metadata", "h=romio"));
    REQUIRE(profile.processes.size() == 2);
    CHECK(profile.processes[0].rank == 0);
    CHECK(profile.processes[1].rank == 2);
    CHECK(profile.processes[1].size == 4);
    const ModuleRecords& bins = moduleIn(profile, "io_bins");
    REQUIRE(bins.records.size() == 2);
    CHECK(bins.records[0] == ModuleRecord{"posix 0", 0, {1, 100'000'000, 100, 0}});
    CHECK(bins.records[1] == ModuleRecord{"posix 2", 0, {200'000'000, 100'000'000, 0, 700}});
    CHECK(profile.partial == "");
}

TEST_CASE("logs of all versions and of both byte orders are the same profile") {
    const Profile whole = imported("darshan", darshanLog());
    CHECK(imported("darshan", darshanLog(with("3.41", true))) == whole);
    for (const char* const version : {"3.20", "3.21"}) {
        CHECK(imported("darshan", darshanLog(with(version, false))) == whole);
        CHECK(imported("darshan", darshanLog(with(version, true))) == whole);
    }
    // Heat maps came later.
    Profile old = imported("darshan", darshanLog(with("3.10", true)));
    CHECK(old.modules.size() == whole.modules.size() - 1);
    CHECK(std::equal(old.modules.begin(), old.modules.end(), whole.modules.begin()));
}

TEST_CASE("records of the version before lack what was added since") {
    DarshanSample sample;
    sample.posixVersion = 3;
    sample.stdioVersion = 1;
    const Profile profile = imported("darshan", darshanLog(sample));
    CHECK(valueIn(moduleIn(profile, "posix"), "/data/shared", "opens") == 7);
    CHECK(valueIn(moduleIn(profile, "posix"), "/data/shared", "bytes_read") == 40960);
    CHECK(valueIn(moduleIn(profile, "stdio"), "(stdout)", "opens") == 3);
    CHECK(valueIn(moduleIn(profile, "stdio"), "(stdout)", "bytes_written") == 60);
}

TEST_CASE("records of an unknown version are left out, and the profile notes it") {
    DarshanSample sample;
    sample.posixVersion = 9;
    const Profile profile = imported("darshan", darshanLog(sample));
    CHECK(profile.modules.size() == 3);
    CHECK(profile.partial.find("records of posix have version 9") != std::string::npos);
}

TEST_CASE("a module that was out of room in Darshan is partial") {
    for (const char* const version : {"3.21", "3.41"}) {
        for (const bool isSwapped : {false, true}) {
            DarshanSample sample = with(version, isSwapped);
            sample.isPartial = true;
            const Profile profile = imported("darshan", darshanLog(sample));
            CHECK(moduleIn(profile, "posix").partial.find("DARSHAN_MODMEM") != std::string::npos);
            CHECK(moduleIn(profile, "mpiio").partial == "");
        }
    }
}

TEST_CASE("compressed regions of several ranks are read") {
    const Profile whole = imported("darshan", darshanLog());
    DarshanSample sample;
    sample.compression = 0;
    sample.pack = zipped;
    CHECK(imported("darshan", darshanLog(sample)) == whole);
#ifdef GANTRY_BZIP2
    sample.compression = 1;
    sample.pack = [](const std::string& bytes) {
        std::string packed(bytes.size() + 1000, '\0');
        auto size = static_cast<unsigned>(packed.size());
        REQUIRE(BZ2_bzBuffToBuffCompress(packed.data(), &size, const_cast<char*>(bytes.data()),
                                         static_cast<unsigned>(bytes.size()), 9, 0, 0) == BZ_OK);
        return packed.substr(0, size);
    };
    CHECK(imported("darshan", darshanLog(sample)) == whole);
    sample.pack = [](const std::string& bytes) { return bytes; };
    CHECK(refusalOf(sample).find("the compressed data is damaged") != std::string::npos);
#endif
}

TEST_CASE("a compressed log that is cut or changed anywhere is refused with the place, or read") {
    DarshanSample sample;
    sample.compression = 0;
    sample.pack = zipped;
    const std::string whole = darshanLog(sample);
    for (std::size_t place = 0; place < whole.size(); ++place) {
        std::string changed = whole;
        changed[place] = static_cast<char>(changed[place] ^ 1 << place % 8);
        for (const std::string& content : {whole.substr(0, place), changed}) {
            const std::string text = refusal("darshan", content);
            CHECK((text.empty() || text.find("darshan.file: byte ") == 0));
        }
    }
    CHECK(refusal("darshan", whole.substr(0, whole.size() - 1)) != "");
}

TEST_CASE("a small region that expands without end is refused") {
    DarshanSample sample;
    sample.compression = 0;
    sample.pack = [](const std::string& bytes) {
        return zipped(bytes + std::string(std::size_t{1} << 26U, '\0'));
    };
    CHECK(refusalOf(sample).find("expands to more than") != std::string::npos);
}

TEST_CASE("values that cannot be are refused at their region") {
    DarshanSample sample;
    sample.counters = {{14, INT64_MAX}};
    CHECK(refusalOf(sample).find("beyond 2^56") != std::string::npos);
    // Strides and ids, which are not read, may be anything.
    sample.counters = {{12, INT64_MAX}, {49, INT64_MAX}};
    CHECK(refusalOf(sample) == "");
    sample.counters.clear();
    for (const double time : {-1.0, 1e300, std::numeric_limits<double>::quiet_NaN()}) {
        sample.reals = {{8, time}};
        CHECK(refusalOf(sample).find("a time is negative") != std::string::npos);
    }
    sample.reals.clear();
    for (const std::int64_t rank : {-2, 4}) {
        sample.rank = rank;
        CHECK(refusalOf(sample).find("of a rank that the job does not have") != std::string::npos);
    }
    DarshanSample endless;
    // 2^56 ns are 72,057,594 s.
    endless.seconds = 72'000'000;
    CHECK(refusalOf(endless) == "");
    endless.seconds = 72'100'000;
    CHECK(refusalOf(endless).find("a time or a number of ranks that is not possible") !=
          std::string::npos);
    CHECK(refusalOf(with("3.99")).find("version of the log is not one of") != std::string::npos);
    DarshanSample unknown;
    unknown.compression = 3;
    CHECK(refusalOf(unknown).find("byte 16: the compression") != std::string::npos);
}

TEST_CASE("what was imported is in an archive") {
    const TestFolder folder;
    const Profile profile = imported("darshan", darshanLog());
    writeArchive(folder.path / "a.gantry", profile);
    CHECK(readArchive(folder.path / "a.gantry").modules == profile.modules);
}
