#include "OpaqueObject.hpp"

namespace {

class Empty final : public gantry::bench::OpaqueObject {
public:
    void begin() override {}
    void end() override {}
};

}  // namespace

extern "C" [[gnu::visibility("default")]] gantry::bench::OpaqueObject*
gantry_bench_opaque_object() {
    static Empty object;
    return &object;
}
