#include "OpaqueObject.hpp"

namespace gantry::bench {

namespace {

class Empty final : public OpaqueObject {
public:
    void begin() override {}
    void end() override {}
};

}  // namespace

std::unique_ptr<OpaqueObject> makeOpaqueObject() { return std::make_unique<Empty>(); }

}  // namespace gantry::bench
