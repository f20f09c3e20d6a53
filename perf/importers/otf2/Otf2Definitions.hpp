#pragma once

#include <otf2/otf2.h>

#include <cstdint>
#include <exception>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace gantry::perf {

/// What an OTF2 archive defines for all its locations, as far as it is used.
struct Otf2Definitions {
    struct Region {
        OTF2_StringRef name = 0;
        OTF2_StringRef group = 0;  ///< its description, where Gantry's exporter puts the group
        OTF2_StringRef file = 0;
    };
    struct Location {
        OTF2_StringRef name = 0;
        OTF2_LocationGroupRef group = 0;
    };
    struct Group {
        OTF2_StringRef name = 0;
        bool isProcess = false;
    };

    std::unordered_map<OTF2_StringRef, std::string> strings;
    std::unordered_map<OTF2_RegionRef, Region> regions;
    std::map<OTF2_LocationRef, Location> locations;
    std::map<OTF2_LocationGroupRef, Group> groups;
    std::unordered_map<OTF2_MetricMemberRef, OTF2_StringRef> members;
    std::unordered_map<OTF2_MetricRef, std::vector<OTF2_MetricMemberRef>> metrics;
    std::uint64_t ticksPerSecond = 1'000'000'000;
    std::uint64_t firstTick = 0;

    /// Empty for one that is not defined.
    [[nodiscard]] const std::string& text(OTF2_StringRef string) const;
};

/// Keeps what a callback of the library threw, as no exception may pass through C.
class Otf2Failure final {
public:
    /// Runs the body; the result is what the callback is to return.
    template <class Body>
    OTF2_CallbackCode guard(Body body) noexcept {
        try {
            body();
            return OTF2_CALLBACK_SUCCESS;
        } catch (...) {
            failure_ = std::current_exception();
            return OTF2_CALLBACK_INTERRUPT;
        }
    }
    void rethrow() {
        if (failure_) {
            std::rethrow_exception(failure_);
        }
    }

private:
    std::exception_ptr failure_;
};

/// Reads all global definitions. Whatever the library finds wrong is its return code.
OTF2_ErrorCode readOtf2Definitions(OTF2_Reader* reader, Otf2Definitions& definitions);

}  // namespace gantry::perf
