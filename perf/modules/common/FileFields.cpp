#include "FileFields.hpp"

namespace gantry::io {

const gantry_field_t kFileFields[kFields]{
    {"opens", "calls", "sum"},           {"closes", "calls", "sum"},
    {"reads", "calls", "sum"},           {"writes", "calls", "sum"},
    {"seeks", "calls", "sum"},           {"stats", "calls", "sum"},
    {"syncs", "calls", "sum"},           {"maps", "calls", "sum"},
    {"renames", "calls", "sum"},         {"removals", "calls", "sum"},
    {"truncations", "calls", "sum"},     {"duplicates", "calls", "sum"},
    {"failures", "calls", "sum"},        {"bytes_read", "B", "sum"},
    {"bytes_written", "B", "sum"},       {"read_up_to", "B", "max"},
    {"written_up_to", "B", "max"},       {"reads_onward", "calls", "sum"},
    {"reads_adjacent", "calls", "sum"},  {"writes_onward", "calls", "sum"},
    {"writes_adjacent", "calls", "sum"}, {"turns", "calls", "sum"},
    {"unaligned", "calls", "sum"},       {"meta_time", "ns", "sum"},
    {"read_time", "ns", "sum"},          {"write_time", "ns", "sum"},
    {"longest_read", "ns", "max"},       {"longest_write", "ns", "max"},
    {"first_open", "ns", "first"},       {"last_open", "ns", "last"},
    {"first_read", "ns", "first"},       {"last_read", "ns", "last"},
    {"first_write", "ns", "first"},      {"last_write", "ns", "last"},
    {"first_close", "ns", "first"},      {"last_close", "ns", "last"},
    {"reads_to_100B", "calls", "sum"},   {"reads_to_1KiB", "calls", "sum"},
    {"reads_to_10KiB", "calls", "sum"},  {"reads_to_100KiB", "calls", "sum"},
    {"reads_to_1MiB", "calls", "sum"},   {"reads_to_4MiB", "calls", "sum"},
    {"reads_to_10MiB", "calls", "sum"},  {"reads_to_100MiB", "calls", "sum"},
    {"reads_to_1GiB", "calls", "sum"},   {"reads_above_1GiB", "calls", "sum"},
    {"writes_to_100B", "calls", "sum"},  {"writes_to_1KiB", "calls", "sum"},
    {"writes_to_10KiB", "calls", "sum"}, {"writes_to_100KiB", "calls", "sum"},
    {"writes_to_1MiB", "calls", "sum"},  {"writes_to_4MiB", "calls", "sum"},
    {"writes_to_10MiB", "calls", "sum"}, {"writes_to_100MiB", "calls", "sum"},
    {"writes_to_1GiB", "calls", "sum"},  {"writes_above_1GiB", "calls", "sum"},
    {"common_size_1", "B", "none"},      {"common_size_2", "B", "none"},
    {"common_size_3", "B", "none"},      {"common_size_4", "B", "none"},
    {"common_count_1", "calls", "none"}, {"common_count_2", "calls", "none"},
    {"common_count_3", "calls", "none"}, {"common_count_4", "calls", "none"},
};

}  // namespace gantry::io
