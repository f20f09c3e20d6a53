#include "TimeBins.hpp"

#include <algorithm>
#include <cstring>

namespace gantry::io {

namespace {

enum BinField : std::uint32_t {
    Begin,
    Width,
    BinReads,
    BinWrites,
    BinBytesRead,
    BinBytesWritten,
    BinReadTime,
    BinWriteTime,
    kBinFields
};

constexpr gantry_field_t kFieldsOfBin[kBinFields]{
    {"begin", "ns", "first"},   {"width", "ns", "none"},     {"reads", "calls", "sum"},
    {"writes", "calls", "sum"}, {"bytes_read", "B", "sum"},  {"bytes_written", "B", "sum"},
    {"read_time", "ns", "sum"}, {"write_time", "ns", "sum"},
};

// Three modules, and a day of each: 64 bins and 32 for each doubling.
constexpr std::uint32_t kRecords = 2048;
constexpr std::uint32_t kBytesOfName = 12;
constexpr std::uint32_t kMostName = 32;

// "posix 17", without the C library, which a signal handler may have interrupted.
std::size_t nameOf(const char* module, std::uint32_t bin, char (&name)[kMostName]) noexcept {
    constexpr std::size_t kMostDigits = 10;
    std::size_t length = std::min<std::size_t>(std::strlen(module), kMostName - kMostDigits - 1);
    std::memcpy(name, module, length);
    name[length++] = ' ';
    char digits[kMostDigits];
    std::size_t count = 0;
    do {
        digits[count++] = static_cast<char>('0' + bin % 10);
        bin /= 10;
    } while (bin != 0);
    while (count > 0) {
        name[length++] = digits[--count];
    }
    return length;
}

}  // namespace

bool TimeBins::takeRegion() noexcept {
    const gantry_module_t module{"io_bins",  nullptr,  kFieldsOfBin,           1,
                                 kBinFields, kRecords, kRecords * kBytesOfName};
    gantry_region_t region{};
    const bool taken = gantry_module_region(&module, &region) != 0;
    records_ = RegionRecords(region);
    return taken;
}

bool TimeBins::begin(const char* module, std::int64_t nowNs) noexcept {
    module_ = module;
    startNs_ = nowNs;
    return takeRegion();
}

// Only its own records: another module of the process may have counted in the child already.
void TimeBins::resume() noexcept {
    if (module_ == nullptr || !takeRegion()) {
        return;
    }
    for (const std::atomic<std::uint32_t>& made : made_) {
        if (const std::uint32_t index = made.load(std::memory_order_relaxed); index != 0) {
            std::memset(records_.fields(index - 1), 0, kBinFields * sizeof(std::int64_t));
        }
    }
}

// Two threads may make one bin at once: the record of the loser has no values, and readers leave
// it out.
std::uint32_t TimeBins::recordOf(std::uint32_t bin) noexcept {
    std::uint32_t known = made_[bin].load(std::memory_order_acquire);
    if (known != 0) [[likely]] {
        return known - 1;
    }
    char name[kMostName];
    const std::size_t length = nameOf(module_, bin, name);
    const std::uint32_t index = records_.make(name, length);
    if (index == RegionRecords::kNone) {
        records_.noteLeftOut();
        return RegionRecords::kNone;
    }
    return made_[bin].compare_exchange_strong(known, index + 1, std::memory_order_acq_rel)
               ? index
               : known - 1;
}

// NOLINTNEXTLINE(readability-function-size): the parts of one access
void TimeBins::add(std::uint32_t bin, const Access& access, std::uint64_t bytes, std::int64_t ns,
                   std::int64_t calls) noexcept {
    const std::uint32_t index = recordOf(bin);
    if (index == RegionRecords::kNone) {
        return;
    }
    std::int64_t* const fields = records_.fields(index);
    if (__atomic_load_n(&fields[Begin], __ATOMIC_RELAXED) == 0) {
        const Span span = spanOf(bin);
        __atomic_store_n(&fields[Width], span.width, __ATOMIC_RELAXED);
        __atomic_store_n(&fields[Begin], startNs_ + span.begin, __ATOMIC_RELAXED);
    }
    const FileRecord record(fields);
    if (calls != 0) {
        record.add(access.isWrite ? BinWrites : BinReads, calls);
    }
    record.add(access.isWrite ? BinBytesWritten : BinBytesRead, static_cast<std::int64_t>(bytes));
    record.add(access.isWrite ? BinWriteTime : BinReadTime, ns);
}

void TimeBins::spread(std::uint32_t first, const Access& access) noexcept {
    const std::int64_t ended = access.endedNs - startNs_;
    const std::uint32_t last = binOf(ended);
    const auto whole = static_cast<double>(access.endedNs - access.begunNs);
    std::uint64_t left = access.bytes;
    std::int64_t from = access.begunNs - startNs_;
    for (std::uint32_t bin = first; bin <= last; ++bin) {
        const Span span = spanOf(bin);
        const std::int64_t to = bin == last ? ended : std::min(ended, span.begin + span.width);
        const std::int64_t ns = std::max<std::int64_t>(to - from, 0);
        const std::uint64_t share =
            bin == last
                ? left
                : std::min(left, static_cast<std::uint64_t>(static_cast<double>(access.bytes) *
                                                            (static_cast<double>(ns) / whole)));
        add(bin, access, share, ns, bin == first ? 1 : 0);
        left -= share;
        from = to;
    }
}

}  // namespace gantry::io
