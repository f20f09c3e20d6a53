#include <base/InputError.hpp>
#include <otf2/otf2.h>
#include <perf/importers/Importer.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <string>

#include "ImportSamples.hpp"
#include "TestFolder.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;
using gantry::base::InputError;
using Lines = std::vector<std::string>;

namespace {

OTF2_FlushType flushAlways(void* /*user*/, OTF2_FileType /*type*/, OTF2_LocationRef /*location*/,
                           void* /*caller*/, bool /*final*/) {
    return OTF2_FLUSH;
}

// Two processes, each with main (10 to 100 ticks of 10 ns) and solve inside it (20 to 50).
void writeArchive(const std::filesystem::path& folder) {
    OTF2_Archive* const archive = OTF2_Archive_Open(
        folder.c_str(), "traces", OTF2_FILEMODE_WRITE, OTF2_CHUNK_SIZE_EVENTS_DEFAULT,
        OTF2_CHUNK_SIZE_DEFINITIONS_DEFAULT, OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    REQUIRE(archive != nullptr);
    const OTF2_FlushCallbacks flush{flushAlways, nullptr};
    OTF2_Archive_SetFlushCallbacks(archive, &flush, nullptr);
    OTF2_Archive_SetSerialCollectiveCallbacks(archive);
    OTF2_Archive_OpenEvtFiles(archive);
    for (OTF2_LocationRef location : {0, 1}) {
        OTF2_EvtWriter* const writer = OTF2_Archive_GetEvtWriter(archive, location);
        OTF2_EvtWriter_Enter(writer, nullptr, 10, 0);
        OTF2_EvtWriter_Enter(writer, nullptr, 20, 1);
        const OTF2_Type type = OTF2_TYPE_DOUBLE;
        OTF2_MetricValue value{};
        value.floating_point = 2.5;
        OTF2_EvtWriter_Metric(writer, nullptr, 30, 0, 1, &type, &value);
        OTF2_EvtWriter_Leave(writer, nullptr, 50, 1);
        OTF2_EvtWriter_Leave(writer, nullptr, 100, 0);
        OTF2_Archive_CloseEvtWriter(archive, writer);
    }
    OTF2_Archive_CloseEvtFiles(archive);
    OTF2_GlobalDefWriter* const global = OTF2_Archive_GetGlobalDefWriter(archive);
    OTF2_GlobalDefWriter_WriteClockProperties(global, 100'000'000, 10, 90, 0);
    const std::vector<const char*> strings{"", "main", "solve", "group", "rank 0", "bytes"};
    for (std::size_t i = 0; i < strings.size(); ++i) {
        OTF2_GlobalDefWriter_WriteString(global, static_cast<OTF2_StringRef>(i), strings[i]);
    }
    for (OTF2_RegionRef region : {0U, 1U}) {
        OTF2_GlobalDefWriter_WriteRegion(global, region, region + 1, region + 1, 3,
                                         OTF2_REGION_ROLE_FUNCTION, OTF2_PARADIGM_USER,
                                         OTF2_REGION_FLAG_NONE, 0, 0, 0);
    }
    OTF2_GlobalDefWriter_WriteMetricMember(global, 0, 5, 0, OTF2_METRIC_TYPE_OTHER,
                                           OTF2_METRIC_ABSOLUTE_POINT, OTF2_TYPE_DOUBLE,
                                           OTF2_BASE_DECIMAL, 0, 0);
    const OTF2_MetricMemberRef member = 0;
    OTF2_GlobalDefWriter_WriteMetricClass(global, 0, 1, &member, OTF2_METRIC_ASYNCHRONOUS,
                                          OTF2_RECORDER_KIND_ABSTRACT);
    OTF2_GlobalDefWriter_WriteSystemTreeNode(global, 0, 0, 0, OTF2_UNDEFINED_SYSTEM_TREE_NODE);
    for (OTF2_LocationGroupRef rank : {0U, 1U}) {
        OTF2_GlobalDefWriter_WriteLocationGroup(global, rank, 4, OTF2_LOCATION_GROUP_TYPE_PROCESS,
                                                0, OTF2_UNDEFINED_LOCATION_GROUP);
        OTF2_GlobalDefWriter_WriteLocation(global, rank, 1, OTF2_LOCATION_TYPE_CPU_THREAD, 5, rank);
    }
    OTF2_Archive_CloseGlobalDefWriter(archive, global);
    OTF2_Archive_Close(archive);
}

}  // namespace

TEST_SUITE_BEGIN("perf.importers.Otf2");

TEST_CASE("an OTF2 archive: a rank for each process, calls, groups, metrics") {
    const TestFolder folder;
    writeArchive(folder.path / "trace");
    const Profile profile = importProfile(folder.path / "trace" / "traces.otf2");
    REQUIRE(profile.ranks);
    CHECK(profile.ranks->size == 2);
    REQUIRE(profile.threads.size() == 2);
    CHECK(profile.threads[0].name == "rank 0: main");
    CHECK(pathsOf(profile, 1) == Lines{"main 1 900", "main;solve 1 300"});
    CHECK(profile.timers[0].group == "group");
    REQUIRE(profile.events.size() == 1);
    CHECK(profile.events[0].name == "bytes");
    CHECK(profile.events[0].count == 2);
    CHECK(profile.partial == "");
}

TEST_CASE("an OTF2 archive that lacks files is refused, and a truncated one is reported") {
    for (const std::string missing : {"traces.def", "traces/1.evt"}) {
        for (const bool isCut : {false, true}) {
            CAPTURE(missing);
            CAPTURE(isCut);
            const TestFolder folder;
            writeArchive(folder.path / "trace");
            const std::filesystem::path file = folder.path / "trace" / missing;
            if (isCut) {
                std::filesystem::resize_file(file, std::filesystem::file_size(file) / 2);
            } else {
                std::filesystem::remove(file);
            }
            try {
                const Profile profile = importProfile(folder.path / "trace" / "traces.otf2");
                // The library may take what its memory has for the rest of a file.
                CHECK(isCut);
                CHECK(profile.partial.find("may be cut short") != std::string::npos);
            } catch (const InputError& error) {
                CHECK((error.kind() == InputError::Kind::Damaged));
                CHECK(std::string(error.what()).find("copy its whole folder again") !=
                      std::string::npos);
            }
        }
    }
}

TEST_CASE("no byte of an OTF2 anchor file that is wrong ends the program") {
    const TestFolder folder;
    writeArchive(folder.path / "trace");
    const std::filesystem::path anchor = folder.path / "trace" / "traces.otf2";
    const std::uintmax_t size = std::filesystem::file_size(anchor);
    std::size_t refused = 0;
    // Every third byte: each is two readings.
    for (std::uintmax_t place = 0; place < size; place += 3) {
        CAPTURE(place);
        std::fstream stream(anchor, std::ios::binary | std::ios::in | std::ios::out);
        stream.seekg(static_cast<std::streamoff>(place));
        const int before = stream.get();
        stream.seekp(static_cast<std::streamoff>(place)).put('\x7f').flush();
        try {
            (void)importProfile(anchor);
        } catch (const InputError& error) {
            CHECK(std::string(error.what()).find("traces.otf2") != std::string::npos);
            ++refused;
        }
        stream.seekp(static_cast<std::streamoff>(place)).put(static_cast<char>(before));
    }
    CHECK(refused > 0);
    CHECK(pathsOf(importProfile(anchor), 1) == Lines{"main 1 900", "main;solve 1 300"});
}
