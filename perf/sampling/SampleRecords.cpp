#include "SampleRecords.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <linux/perf_event.h>

namespace gantry::perf {

namespace {

// Numbers of registers are those of asm/perf_regs.h of the architecture.
#if defined(__x86_64__)
// AX BX CX DX SI DI BP SP IP, then R8 to R15.
constexpr std::uint64_t kRegisters = 0xff01ff;
constexpr std::size_t kStackPointer = 7;
#elif defined(__aarch64__)
// X0 to X30, SP, PC.
constexpr std::uint64_t kRegisters = 0x1ffffffff;
constexpr std::size_t kStackPointer = 31;
#else
constexpr std::uint64_t kRegisters = 0;
constexpr std::size_t kStackPointer = 0;
#endif

// Takes numbers from the front of a record. Once one is not there, all further ones are 0.
class RecordBytes final {
public:
    explicit RecordBytes(std::string_view bytes) : rest_(bytes) {}

    template <class Number>
    Number take() {
        Number number = 0;
        if (rest_.size() < sizeof number) {
            failed_ = true;
            rest_ = {};
            return 0;
        }
        std::memcpy(&number, rest_.data(), sizeof number);
        rest_.remove_prefix(sizeof number);
        return number;
    }
    std::string_view take(std::uint64_t size) {
        if (size > rest_.size()) {
            failed_ = true;
            size = 0;
        }
        const std::string_view taken = rest_.substr(0, size);
        rest_.remove_prefix(size);
        return taken;
    }
    // Up to the zero that ends it.
    std::string text() { return std::string(rest_.substr(0, rest_.find('\0'))); }
    [[nodiscard]] bool failed() const { return failed_; }

private:
    std::string_view rest_;
    bool failed_ = false;
};

void readSample(RecordBytes& bytes, std::uint16_t misc, RingRecord& record) {
    record.kind = RingRecord::Kind::Sample;
    (void)bytes.take<std::uint64_t>();  // the instruction: of the kernel where that was interrupted
    record.process = bytes.take<std::uint32_t>();
    record.thread = bytes.take<std::uint32_t>();
    record.timeNs = bytes.take<std::uint64_t>();
    StackSample& sample = record.sample;
    sample.inKernel = (misc & PERF_RECORD_MISC_CPUMODE_MASK) == PERF_RECORD_MISC_KERNEL;
    if (bytes.take<std::uint64_t>() != PERF_SAMPLE_REGS_ABI_NONE) {
        const int number = std::popcount(kRegisters);
        for (int i = 0; i < number; ++i) {
            sample.registers.push_back(bytes.take<std::uint64_t>());
        }
    }
    const std::string_view stack = bytes.take(bytes.take<std::uint64_t>());
    if (!stack.empty()) {
        // How much of it could be copied comes after it.
        sample.stack = stack.substr(0, bytes.take<std::uint64_t>());
    }
}

void readMapping(RecordBytes& bytes, RingRecord& record) {
    constexpr std::size_t kDevice = 24;
    record.kind = RingRecord::Kind::Mapping;
    record.process = bytes.take<std::uint32_t>();
    record.thread = bytes.take<std::uint32_t>();
    record.mapping.begin = bytes.take<std::uint64_t>();
    record.mapping.size = bytes.take<std::uint64_t>();
    record.mapping.offset = bytes.take<std::uint64_t>();
    (void)bytes.take(kDevice);
    (void)bytes.take<std::uint64_t>();  // protection and flags
    record.mapping.file = bytes.text();
}

void readName(RecordBytes& bytes, std::uint16_t misc, RingRecord& record) {
    record.kind =
        (misc & PERF_RECORD_MISC_COMM_EXEC) != 0 ? RingRecord::Kind::Exec : RingRecord::Kind::Name;
    record.process = bytes.take<std::uint32_t>();
    record.thread = bytes.take<std::uint32_t>();
    record.name = bytes.text();
}

void readFork(RecordBytes& bytes, RingRecord& record) {
    record.kind = RingRecord::Kind::Fork;
    record.process = bytes.take<std::uint32_t>();
    record.parent = bytes.take<std::uint32_t>();
    record.thread = bytes.take<std::uint32_t>();
}

void readLost(RecordBytes& bytes, RingRecord& record) {
    record.kind = RingRecord::Kind::Lost;
    (void)bytes.take<std::uint64_t>();  // of which event
    record.lost = bytes.take<std::uint64_t>();
}

}  // namespace

std::uint64_t sampledRegisters() noexcept {
    return kRegisters;
}

std::size_t stackPointerPlace() noexcept {
    return kStackPointer;
}

std::optional<RingRecord> readRingRecord(std::string_view bytes) {
    perf_event_header header{};
    if (bytes.size() < sizeof header) {
        return std::nullopt;
    }
    std::memcpy(&header, bytes.data(), sizeof header);
    if (header.size < sizeof header || header.size > bytes.size()) {
        return std::nullopt;
    }
    const std::string_view body = bytes.substr(sizeof header, header.size - sizeof header);
    RecordBytes rest(body);
    RingRecord record;
    switch (header.type) {
        case PERF_RECORD_SAMPLE:
            readSample(rest, header.misc, record);
            break;
        case PERF_RECORD_MMAP2:
            readMapping(rest, record);
            break;
        case PERF_RECORD_COMM:
            readName(rest, header.misc, record);
            break;
        case PERF_RECORD_FORK:
            readFork(rest, record);
            break;
        case PERF_RECORD_LOST:
            readLost(rest, record);
            break;
        default:
            return std::nullopt;
    }
    if (rest.failed()) {
        return std::nullopt;
    }
    if (header.type != PERF_RECORD_SAMPLE) {
        // sample_id_all: other records than samples end with their time.
        if (body.size() < sizeof record.timeNs) {
            return std::nullopt;
        }
        std::memcpy(&record.timeNs, body.data() + body.size() - sizeof record.timeNs,
                    sizeof record.timeNs);
    }
    return record;
}

}  // namespace gantry::perf
