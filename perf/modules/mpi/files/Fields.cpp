#include "Fields.hpp"

#include <algorithm>
#include <array>

namespace gantry::mpi::files {

namespace {

constexpr gantry_field_t kOwn[MetaTime]{
    {"opens", "calls", "sum"},
    {"collective_opens", "calls", "sum"},
    {"ranks", "ranks", "max"},
    {"closes", "calls", "sum"},
    {"reads", "calls", "sum"},
    {"writes", "calls", "sum"},
    {"independent_reads", "calls", "sum"},
    {"independent_writes", "calls", "sum"},
    {"collective_reads", "calls", "sum"},
    {"collective_writes", "calls", "sum"},
    {"split_reads", "calls", "sum"},
    {"split_writes", "calls", "sum"},
    {"nonblocking_reads", "calls", "sum"},
    {"nonblocking_writes", "calls", "sum"},
    {"seeks", "calls", "sum"},
    {"syncs", "calls", "sum"},
    {"removals", "calls", "sum"},
    {"truncations", "calls", "sum"},
    {"views", "calls", "sum"},
    {"hints", "hints", "sum"},
    {"bytes_read", "B", "sum"},
    {"bytes_written", "B", "sum"},
    {"turns", "calls", "sum"},
};

// Times and sizes are those of `posix`, under the same names.
std::array<gantry_field_t, kFieldCount> makeFields() noexcept {
    std::array<gantry_field_t, kFieldCount> all{};
    std::copy(std::begin(kOwn), std::end(kOwn), all.begin());
    std::copy(&io::kFileFields[io::MetaTime], &io::kFileFields[io::kFields],
              all.begin() + MetaTime);
    return all;
}

}  // namespace

const gantry_field_t* fields() noexcept {
    static const std::array<gantry_field_t, kFieldCount> all = makeFields();
    return all.data();
}

}  // namespace gantry::mpi::files
