#pragma once

namespace gantry::bench {

/// An object whose virtual functions do nothing, in a shared object loaded at run time as
/// components are: the measure of a bare virtual call.
class OpaqueObject {
public:
    virtual ~OpaqueObject() = default;
    virtual void begin() = 0;
    virtual void end() = 0;
};

/// The type of the function `gantry_bench_opaque_object` of that shared object. The object is
/// static.
using GetOpaqueObject = OpaqueObject* (*)();

}  // namespace gantry::bench
