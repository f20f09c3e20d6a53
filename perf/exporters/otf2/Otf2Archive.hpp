#pragma once

#include <otf2/otf2.h>
#include <perf/exporters/CallMessages.hpp>

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "Otf2CallPaths.hpp"

namespace gantry::perf {

/// An OTF2 archive that is being written: the events of one location after the other, then all
/// definitions. For one thread; the library reports errors to one place in the process, so two of
/// these at a time would mix up their messages.
class Otf2Archive final {
public:
    /// Creates the archive in an existing, empty folder. communicators: of all ranks to come.
    /// Throws base::FileError.
    Otf2Archive(const std::filesystem::path& folder, Communicators communicators);
    ~Otf2Archive();
    Otf2Archive(const Otf2Archive&) = delete;
    Otf2Archive& operator=(const Otf2Archive&) = delete;

    /// Writes what a thread did. Threads of one rank come one after the other. Throws
    /// base::FileError, TraceError and ExportError.
    void writeThread(const RankTrace& rank, std::uint32_t thread, ExportWindow window);

    /// Writes the definitions and closes the archive. To be called once, last. Throws
    /// base::FileError.
    void finish(const Profile& profile);

private:
    struct Location {
        std::uint32_t rank;
        std::string name;
        std::uint64_t events;
    };

    void check(OTF2_ErrorCode code);
    OTF2_StringRef string(const std::string& text);
    OTF2_RegionRef region(const Trace& trace, std::uint32_t timer);
    OTF2_MetricRef metric(const std::string& name);
    void writeCall(OTF2_EvtWriter* writer, const RankTrace& rank, const CallSteps& call);
    void writeStep(OTF2_EvtWriter* writer, const Trace& trace, const TraceStep& step);
    void writeMessages(OTF2_EvtWriter* writer, std::uint32_t rank, const CallSteps& call,
                       MessageEvent::Kind kind);
    void writeOneSided(OTF2_EvtWriter* writer, std::uint32_t rank, const CallSteps& call);
    void writeCollective(OTF2_EvtWriter* writer, const Trace& trace, const CallSteps& call,
                         bool isEnd);
    OTF2_TimeStamp timeOf(std::int64_t time);
    void writeLocalDefinitions();
    void writeClock(std::int64_t utcNs);
    void writeStrings(const std::string& host);
    void writeRegions();
    void writeCallPaths();
    void writeMetrics();
    void writeCommunicators();
    void writeWindows();
    void writeLocations(const std::string& host);

    std::filesystem::path folder_;
    std::string problem_;  // what the library said last
    OTF2_ErrorCallback before_ = nullptr;
    OTF2_Archive* archive_ = nullptr;
    OTF2_GlobalDefWriter* definitions_ = nullptr;
    std::map<std::string, OTF2_StringRef> strings_;
    std::map<std::pair<std::string, std::string>, OTF2_RegionRef> regions_;  // by name and group
    std::map<OTF2_RegionRef, TraceOperation> operations_;
    std::map<std::string, OTF2_MetricRef> metrics_;
    Communicators communicators_;
    Otf2CallPaths paths_;
    std::map<OTF2_CommRef, OTF2_RmaWinRef> windows_;
    std::uint64_t oneSided_ = 0;  // operations of the location so far
    std::vector<Location> locations_;
    std::uint64_t first_ = ~std::uint64_t{0};
    std::uint64_t last_ = 0;
    std::int64_t startUtcNs_ = 0;
};

}  // namespace gantry::perf
