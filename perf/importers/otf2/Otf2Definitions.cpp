#include "Otf2Definitions.hpp"

#include <memory>
#include <utility>

namespace gantry::perf {

namespace {

struct Reading {
    Otf2Definitions& definitions;
    Otf2Failure failure{};
};

Reading& of(void* user) {
    return *static_cast<Reading*>(user);
}

OTF2_CallbackCode takeClock(void* user, std::uint64_t resolution, std::uint64_t offset,
                            std::uint64_t /*length*/, std::uint64_t /*realtime*/) {
    of(user).definitions.ticksPerSecond = resolution;
    of(user).definitions.firstTick = offset;
    return OTF2_CALLBACK_SUCCESS;
}

OTF2_CallbackCode takeString(void* user, OTF2_StringRef self, const char* text) {
    return of(user).failure.guard([&] { of(user).definitions.strings[self] = text; });
}

// NOLINTNEXTLINE(readability-function-size): the signature is the library's
OTF2_CallbackCode takeGroup(void* user, OTF2_LocationGroupRef self, OTF2_StringRef name,
                            OTF2_LocationGroupType type, OTF2_SystemTreeNodeRef /*parent*/,
                            OTF2_LocationGroupRef /*creator*/) {
    return of(user).failure.guard([&] {
        of(user).definitions.groups[self] = {name, type == OTF2_LOCATION_GROUP_TYPE_PROCESS};
    });
}

// NOLINTNEXTLINE(readability-function-size): the signature is the library's
OTF2_CallbackCode takeLocation(void* user, OTF2_LocationRef self, OTF2_StringRef name,
                               OTF2_LocationType /*type*/, std::uint64_t /*events*/,
                               OTF2_LocationGroupRef group) {
    return of(user).failure.guard([&] { of(user).definitions.locations[self] = {name, group}; });
}

// NOLINTNEXTLINE(readability-function-size): the signature is the library's
OTF2_CallbackCode takeRegion(void* user, OTF2_RegionRef self, OTF2_StringRef name,
                             OTF2_StringRef /*canonical*/, OTF2_StringRef description,
                             OTF2_RegionRole /*role*/, OTF2_Paradigm /*paradigm*/,
                             OTF2_RegionFlag /*flags*/, OTF2_StringRef file,
                             std::uint32_t /*begin*/, std::uint32_t /*end*/) {
    return of(user).failure.guard([&] {
        of(user).definitions.regions[self] = {name, description, file};
    });
}

// NOLINTNEXTLINE(readability-function-size): the signature is the library's
OTF2_CallbackCode takeMember(void* user, OTF2_MetricMemberRef self, OTF2_StringRef name,
                             OTF2_StringRef /*description*/, OTF2_MetricType /*type*/,
                             OTF2_MetricMode /*mode*/, OTF2_Type /*valueType*/, OTF2_Base /*base*/,
                             std::int64_t /*exponent*/, OTF2_StringRef /*unit*/) {
    return of(user).failure.guard([&] { of(user).definitions.members[self] = name; });
}

// NOLINTNEXTLINE(readability-function-size): the signature is the library's
OTF2_CallbackCode takeClass(void* user, OTF2_MetricRef self, std::uint8_t number,
                            const OTF2_MetricMemberRef* members, OTF2_MetricOccurrence /*when*/,
                            OTF2_RecorderKind /*kind*/) {
    return of(user).failure.guard(
        [&] { of(user).definitions.metrics[self].assign(members, members + number); });
}

// NOLINTNEXTLINE(readability-function-size): the signature is the library's
OTF2_CallbackCode takeInstance(void* user, OTF2_MetricRef self, OTF2_MetricRef metricClass,
                               OTF2_LocationRef /*recorder*/, OTF2_MetricScope /*kind*/,
                               std::uint64_t /*scope*/) {
    return of(user).failure.guard([&] {
        auto& metrics = of(user).definitions.metrics;
        std::vector<OTF2_MetricMemberRef> members = metrics[metricClass];
        metrics[self] = std::move(members);
    });
}

}  // namespace

const std::string& Otf2Definitions::text(OTF2_StringRef string) const {
    static const std::string kNone;
    const auto found = strings.find(string);
    return found == strings.end() ? kNone : found->second;
}

OTF2_ErrorCode readOtf2Definitions(OTF2_Reader* reader, Otf2Definitions& definitions) {
    OTF2_GlobalDefReader* const source = OTF2_Reader_GetGlobalDefReader(reader);
    if (source == nullptr) {
        return OTF2_ERROR_INVALID;
    }
    const std::unique_ptr<OTF2_GlobalDefReaderCallbacks,
                          decltype(&OTF2_GlobalDefReaderCallbacks_Delete)>
        callbacks(OTF2_GlobalDefReaderCallbacks_New(), OTF2_GlobalDefReaderCallbacks_Delete);
    OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(callbacks.get(), takeClock);
    OTF2_GlobalDefReaderCallbacks_SetStringCallback(callbacks.get(), takeString);
    OTF2_GlobalDefReaderCallbacks_SetLocationGroupCallback(callbacks.get(), takeGroup);
    OTF2_GlobalDefReaderCallbacks_SetLocationCallback(callbacks.get(), takeLocation);
    OTF2_GlobalDefReaderCallbacks_SetRegionCallback(callbacks.get(), takeRegion);
    OTF2_GlobalDefReaderCallbacks_SetMetricMemberCallback(callbacks.get(), takeMember);
    OTF2_GlobalDefReaderCallbacks_SetMetricClassCallback(callbacks.get(), takeClass);
    OTF2_GlobalDefReaderCallbacks_SetMetricInstanceCallback(callbacks.get(), takeInstance);
    Reading reading{definitions};
    OTF2_ErrorCode code =
        OTF2_Reader_RegisterGlobalDefCallbacks(reader, source, callbacks.get(), &reading);
    std::uint64_t number = 0;
    if (code == OTF2_SUCCESS) {
        code = OTF2_Reader_ReadAllGlobalDefinitions(reader, source, &number);
    }
    reading.failure.rethrow();
    // The library takes the end of the file for that of the definitions.
    std::uint64_t due = 0;
    if (code == OTF2_SUCCESS) {
        code = OTF2_Reader_GetNumberOfGlobalDefinitions(reader, &due);
    }
    return code == OTF2_SUCCESS && number < due ? OTF2_ERROR_INTEGRITY_FAULT : code;
}

}  // namespace gantry::perf
