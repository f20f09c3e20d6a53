// Each kind of annotation of Caliper, inside each other, with known numbers of iterations.
#include <cstdint>

extern "C" {
int cali_begin_phase(const char* name);
int cali_end_phase(const char* name);
int cali_begin_comm_region(const char* name);
int cali_end_comm_region(const char* name);
int cali_begin_byname(const char* name);
int cali_begin_string_byname(const char* name, const char* value);
int cali_begin_int_byname(const char* name, int value);
int cali_begin_double_byname(const char* name, double value);
int cali_end_byname(const char* name);
int cali_begin(std::uint64_t attribute);
int cali_begin_string(std::uint64_t attribute, const char* value);
int cali_begin_int(std::uint64_t attribute, int value);
int cali_begin_double(std::uint64_t attribute, double value);
int cali_end(std::uint64_t attribute);
void stand_in_counts(void);
}

namespace cali {

class Function {
public:
    explicit Function(const char* name);
    ~Function();
};
class ScopeAnnotation {
public:
    explicit ScopeAnnotation(const char* name);
    ~ScopeAnnotation();
};

}  // namespace cali

namespace {

constexpr std::uint64_t kLoop = 7;
constexpr std::uint64_t kIteration = 8;

void solve() {
    const cali::Function function("solve");
    cali_begin_string(kLoop, "main loop");
    for (int i = 0; i < 5; ++i) {
        cali_begin_int(kIteration, i);
        {
            const cali::ScopeAnnotation scope("scope");
            cali_begin_string_byname("solver", "cg");
            cali_begin_int_byname("level", i);
            cali_end_byname("level");
            cali_end_byname("solver");
        }
        cali_end(kIteration);
    }
    cali_end(kLoop);
}

}  // namespace

int main() {
    cali_begin_phase("phase");
    solve();
    cali_begin_comm_region("halo");
    cali_end_comm_region("halo");
    cali_begin_byname("plain");
    cali_begin_double_byname("step", 0.5);
    cali_end_byname("step");
    cali_end_byname("plain");
    cali_begin(kIteration);
    cali_begin_double(kIteration, 1.0);
    cali_end(kIteration);
    cali_end(kIteration);
    cali_end_phase("phase");
    stand_in_counts();
    return 0;
}
