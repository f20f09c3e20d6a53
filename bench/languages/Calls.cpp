#include "calls.h"

#include <c/Handle.hpp>
#include <calls/Calls.hpp>

#include <string>

// What bench-calls finds in this shared object by name.

namespace {

class CppCalls final : public virtual calls::Calls {
public:
    double number(double x) override { return x; }
    std::string text(const std::string& value) override { return value; }
    double first(const sidl::array<double, 1>& values) override { return values[0]; }
};

CppCalls& cppCalls() {
    static CppCalls object;
    return object;
}

calls_Calls* cppHandle() {
    static gantry::c::Handle* const kHandle =
        gantry::c::newHandle(std::shared_ptr<calls::Calls>(std::shared_ptr<void>(), &cppCalls()));
    return reinterpret_cast<calls_Calls*>(kHandle);
}

}  // namespace

#define EXPORTED extern "C" [[gnu::visibility("default")]]

EXPORTED calls::Calls* gantry_bench_calls_in_cpp() {
    return &cppCalls();
}
EXPORTED calls::Calls* gantry_bench_calls_in_c() {
    static calls_Calls* const kHandle = calls_in_c();
    return &gantry::c::target<calls::Calls>(kHandle);
}
EXPORTED double gantry_bench_from_c(std::int64_t count) {
    return calls_from_c(cppHandle(), count);
}
#ifdef GANTRY_BENCH_FORTRAN
EXPORTED calls::Calls* gantry_bench_calls_in_fortran() {
    static calls_Calls* const kHandle = calls_in_fortran();
    return &gantry::c::target<calls::Calls>(kHandle);
}
EXPORTED double gantry_bench_from_fortran(std::int64_t count) {
    return calls_from_fortran(cppHandle(), count);
}
#endif
