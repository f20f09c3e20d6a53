#include <doctest/doctest.h>

#include <bit>
#include <cstdint>
#include <string>

#include "RecordBytes.hpp"
#include "SampleRecords.hpp"

using namespace gantry::perf;
using namespace gantry::perf::samples;

namespace {

// A sample of thread 8 of process 7 with a stack of 16 bytes, of which `copied` could be copied.
std::string sample(std::uint64_t copied, std::uint64_t abi = PERF_SAMPLE_REGS_ABI_64) {
    RecordBytes bytes;
    bytes.u64(0x1234).u32(7).u32(8).u64(5000).u64(abi);
    for (int i = 0; abi != 0 && i < std::popcount(sampledRegisters()); ++i) {
        bytes.u64(100 + static_cast<std::uint64_t>(i));
    }
    return bytes.u64(16)
        .raw("0123456789abcdef")
        .u64(copied)
        .record(PERF_RECORD_SAMPLE, PERF_RECORD_MISC_USER);
}

}  // namespace

TEST_SUITE_BEGIN("perf.sampling.SampleRecords");

TEST_CASE("a sample has its registers, and as much of the stack as was copied") {
    const auto record = readRingRecord(sample(10));
    REQUIRE(record.has_value());
    CHECK(record->kind == RingRecord::Kind::Sample);
    CHECK(record->process == 7);
    CHECK(record->thread == 8);
    CHECK(record->timeNs == 5000);
    CHECK(!record->sample.inKernel);
    CHECK(record->sample.stack == "0123456789");
    CHECK(record->sample.registers.at(stackPointerPlace()) == 100 + stackPointerPlace());
}

TEST_CASE("a thread of the kernel has no registers") {
    const auto record = readRingRecord(sample(16, PERF_SAMPLE_REGS_ABI_NONE));
    REQUIRE(record.has_value());
    CHECK(record->sample.registers.empty());
}

TEST_CASE("a mapping names its place and its file") {
    RecordBytes bytes;
    bytes.u32(7).u32(8).u64(0x1000).u64(0x200).u64(0x40).raw(std::string(24, '\1')).u32(5).u32(2);
    const auto record = readRingRecord(bytes.text("/lib/libc.so.6").other(PERF_RECORD_MMAP2, 77));
    REQUIRE(record.has_value());
    CHECK(record->kind == RingRecord::Kind::Mapping);
    CHECK(record->mapping == CodeMapping{0x1000, 0x200, 0x40, "/lib/libc.so.6"});
    CHECK(record->timeNs == 77);
}

TEST_CASE("a new name is that of a thread or of a new program") {
    RecordBytes bytes;
    bytes.u32(7).u32(8).text("solver");
    const auto name = readRingRecord(bytes.other(PERF_RECORD_COMM, 1));
    const auto exec = readRingRecord(bytes.other(PERF_RECORD_COMM, 2, PERF_RECORD_MISC_COMM_EXEC));
    CHECK(name->kind == RingRecord::Kind::Name);
    CHECK(exec->kind == RingRecord::Kind::Exec);
    CHECK(exec->name == "solver");
    CHECK(exec->timeNs == 2);
}

TEST_CASE("a child names its parent, and a gap says how large it is") {
    const auto fork =
        readRingRecord(RecordBytes().u32(9).u32(7).u32(9).u32(8).u64(3).other(PERF_RECORD_FORK, 3));
    CHECK(fork->process == 9);
    CHECK(fork->parent == 7);
    const auto lost = readRingRecord(RecordBytes().u64(1).u64(42).other(PERF_RECORD_LOST, 4));
    CHECK(lost->kind == RingRecord::Kind::Lost);
    CHECK(lost->lost == 42);
}

TEST_CASE("a record of another kind is ignored") {
    CHECK(!readRingRecord(RecordBytes().u64(1).other(PERF_RECORD_THROTTLE, 4)).has_value());
}

TEST_CASE("a record that is cut anywhere is not a record") {
    const std::string whole = sample(16);
    for (std::size_t size = 0; size < whole.size(); ++size) {
        CAPTURE(size);
        CHECK(!readRingRecord(std::string_view(whole).substr(0, size)).has_value());
    }
}

TEST_CASE("sizes beyond the record are not believed") {
    CHECK(readRingRecord(sample(1'000'000))->sample.stack.size() == 16);
    RecordBytes bytes;
    bytes.u64(0).u32(7).u32(8).u64(1).u64(PERF_SAMPLE_REGS_ABI_NONE).u64(~std::uint64_t{0});
    CHECK(!readRingRecord(bytes.record(PERF_RECORD_SAMPLE)).has_value());
}

TEST_SUITE_END();
