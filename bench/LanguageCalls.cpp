#include "LanguageCalls.hpp"

#include <calls/Calls.hpp>

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "OpaqueLibrary.hpp"

namespace gantry::bench {
namespace {

const char* const kPlain = "plain C call";

using GetCalls = calls::Calls* (*)();
using Loop = double (*)(std::int64_t);

// Each call waits for the result of the one before it.
void addNumbers(const std::string& name, calls::Calls* object, std::vector<Case>& cases) {
    cases.push_back({name + ": number", kPlain, [object](std::size_t n) {
                         double x = 1;
                         for (std::size_t i = 0; i < n; ++i) {
                             x = object->number(x);
                         }
                         keep(x);
                     }});
}

void addTexts(const std::string& name, calls::Calls* object, std::vector<Case>& cases) {
    cases.push_back({name + ": text of 20", kPlain, [object](std::size_t n) {
                         const std::string text(20, 'x');
                         for (std::size_t i = 0; i < n; ++i) {
                             keep(object->text(text).size());
                         }
                     }});
}

void addArrays(const std::string& name, calls::Calls* object, std::vector<Case>& cases) {
    cases.push_back({name + ": array of 1000", kPlain, [object](std::size_t n) {
                         const sidl::array<double, 1> values({1000});
                         double sum = 0;
                         for (std::size_t i = 0; i < n; ++i) {
                             sum += object->first(values);
                         }
                         keep(sum);
                     }});
}

void addLoop(const std::string& name, Loop loop, std::vector<Case>& cases) {
    cases.push_back({name + ": number", kPlain,
                     [loop](std::size_t n) { keep(loop(static_cast<std::int64_t>(n))); }});
}

}  // namespace

void addLanguageCalls(const std::filesystem::path& library, std::vector<Case>& cases) {
    const auto plain =
        reinterpret_cast<double (*)(double)>(opaqueSymbol(library, "gantry_bench_plain"));
    cases.push_back({kPlain, "", [plain](std::size_t n) {
                         double x = 1;
                         for (std::size_t i = 0; i < n; ++i) {
                             x = plain(x);
                         }
                         keep(x);
                     }});
    std::vector<std::pair<std::string, const char*>> ends{
        {"C++ to C++", "gantry_bench_calls_in_cpp"}, {"C++ to C", "gantry_bench_calls_in_c"}};
    std::vector<std::pair<std::string, const char*>> loops{{"C to C++", "gantry_bench_from_c"}};
#ifdef GANTRY_BENCH_FORTRAN
    ends.emplace_back("C++ to Fortran", "gantry_bench_calls_in_fortran");
    loops.emplace_back("Fortran to C++", "gantry_bench_from_fortran");
#endif
    for (const auto add : {&addNumbers, &addTexts, &addArrays}) {
        for (const auto& [name, symbol] : ends) {
            add(name, opaque<GetCalls>(library, symbol), cases);
        }
    }
    for (const auto& [name, symbol] : loops) {
        addLoop(name, reinterpret_cast<Loop>(opaqueSymbol(library, symbol)), cases);
    }
}

}  // namespace gantry::bench
