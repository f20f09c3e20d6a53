#pragma once

#include <memory>

namespace gantry::bench {

/// An object whose virtual functions do nothing, made where the compiler can not see it: the measure of a virtual call.
class OpaqueObject {
public:
    virtual ~OpaqueObject() = default;
    virtual void begin() = 0;
    virtual void end() = 0;
};

std::unique_ptr<OpaqueObject> makeOpaqueObject();

}  // namespace gantry::bench
