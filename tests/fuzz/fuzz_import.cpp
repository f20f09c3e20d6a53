// Takes any bytes as a file of one format, GANTRY_IMPORT_FORMAT, and imports it.

#include <base/InputError.hpp>
#include <perf/importers/Importer.hpp>
#include <perf/model/Flat.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "ProfileCheck.hpp"

using namespace gantry::perf;
using gantry::base::InputError;

namespace {

// libFuzzer keeps the input of a run that aborts.
void require(bool holds, const std::string& what) {
    if (!holds) {
        std::fprintf(stderr, "fuzz-import: does not hold: %s\n", what.c_str());
        std::abort();
    }
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    static const Importer importer = importerNamed(GANTRY_IMPORT_FORMAT);
    try {
        const ImportFile file("profile.0.0.0",
                              std::string(reinterpret_cast<const char*>(data), size));
        (void)importer.recognises(file.beginning());
        for (const ImportedPart& part : importer.read(file)) {
            require(faultOf(part.profile).empty(), "it can be kept: " + faultOf(part.profile));
            (void)flat(part.profile);
        }
    } catch (const InputError& error) {
        require(error.kind() == InputError::Kind::Damaged &&
                    std::string(error.what()).find("byte ") != std::string::npos,
                std::string("an error has a place: ") + error.what());
    }
    return 0;
}
