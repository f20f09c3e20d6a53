// Stands in for libcaliper, which Debian does not have: the functions and classes of Caliper that
// the module caliper intercepts, under the same names. Counts the calls that reach it and prints
// them when asked.
#include <cstdint>
#include <cstdio>

namespace {

int begins = 0;
int ends = 0;

int counted(int& count) {
    __atomic_fetch_add(&count, 1, __ATOMIC_RELAXED);
    return 0;
}

}  // namespace

extern "C" {
int cali_begin_region(const char*) {
    return counted(begins);
}
int cali_end_region(const char*) {
    return counted(ends);
}
int cali_begin_phase(const char*) {
    return counted(begins);
}
int cali_end_phase(const char*) {
    return counted(ends);
}
int cali_begin_comm_region(const char*) {
    return counted(begins);
}
int cali_end_comm_region(const char*) {
    return counted(ends);
}
int cali_begin_byname(const char*) {
    return counted(begins);
}
int cali_begin_string_byname(const char*, const char*) {
    return counted(begins);
}
int cali_begin_int_byname(const char*, int) {
    return counted(begins);
}
int cali_begin_double_byname(const char*, double) {
    return counted(begins);
}
int cali_end_byname(const char*) {
    return counted(ends);
}
int cali_begin(std::uint64_t) {
    return counted(begins);
}
int cali_begin_string(std::uint64_t, const char*) {
    return counted(begins);
}
int cali_begin_int(std::uint64_t, int) {
    return counted(begins);
}
int cali_begin_double(std::uint64_t, double) {
    return counted(begins);
}
int cali_end(std::uint64_t) {
    return counted(ends);
}
const char* cali_attribute_name(std::uint64_t id) {
    return id == 7 ? "loop" : "iteration#main";
}
void stand_in_counts(void) {
    std::printf("%d %d\n", begins, ends);
}
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

// As Caliper may do it: by its own C functions.
Function::Function(const char* name) {
    cali_begin_region(name);
}
Function::~Function() {
    cali_end_region("");
}
ScopeAnnotation::ScopeAnnotation(const char* name) {
    cali_begin_region(name);
}
ScopeAnnotation::~ScopeAnnotation() {
    cali_end_region("");
}

}  // namespace cali
