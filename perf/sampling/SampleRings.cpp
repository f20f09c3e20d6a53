#include "SampleRings.hpp"

#include <perf/sampling/StackSampler.hpp>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <iterator>
#include <linux/perf_event.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <system_error>
#include <unistd.h>
#include <utility>

namespace gantry::perf {

namespace {

// Of the stack of a sample. More reaches further up, costs the program time for each sample, and
// fills the rings sooner.
constexpr std::uint32_t kStackBytes = 32768;
constexpr std::uint32_t kFewerStackBytes = 16384;
constexpr std::uint32_t kMostRateOfAll = 1000;
// An unprivileged user may lock 516 KiB for each processor: this many pages, and the first one.
constexpr std::size_t kMostPages = 128;
constexpr std::size_t kLeastPages = 8;

perf_event_attr attributes(std::uint32_t rate, bool withKernel, std::size_t ringBytes) {
    perf_event_attr event{};
    event.size = sizeof event;
    event.type = PERF_TYPE_SOFTWARE;
    event.config = PERF_COUNT_SW_TASK_CLOCK;
    event.sample_period = 1'000'000'000 / rate;
    event.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME |
                        PERF_SAMPLE_REGS_USER | PERF_SAMPLE_STACK_USER;
    event.sample_regs_user = sampledRegisters();
    event.sample_stack_user = rate <= kMostRateOfAll ? kStackBytes : kFewerStackBytes;
    // Gantry itself never runs sampled: an event begins with the exec of the program.
    event.disabled = 1;
    event.enable_on_exec = 1;
    event.inherit = 1;
    event.exclude_kernel = withKernel ? 0 : 1;
    event.exclude_hv = 1;
    event.mmap = 1;
    event.mmap2 = 1;
    event.comm = 1;
    event.comm_exec = 1;
    event.task = 1;
    event.sample_id_all = 1;
    event.use_clockid = 1;
    event.clockid = CLOCK_MONOTONIC;
    event.watermark = 1;
    event.wakeup_watermark = static_cast<std::uint32_t>(ringBytes / 4);
    return event;
}

[[noreturn]] void refuse(int error) {
    const std::string why = std::generic_category().message(error);
    if (error == EACCES || error == EPERM) {
        throw SamplingError("the kernel does not allow sampling (" + why +
                            "): /proc/sys/kernel/perf_event_paranoid must be 2 or less, and in a "
                            "container perf_event_open must be permitted");
    }
    throw SamplingError("sampling cannot begin: perf_event_open: " + why);
}

std::uint64_t monotonicNs() noexcept {
    timespec now{};
    ::clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 +
           static_cast<std::uint64_t>(now.tv_nsec);
}

}  // namespace

// Time in the kernel needs a privilege that many users do not have; without it the rest is sampled.
SampleRings::SampleRings(std::uint32_t rate)
    : ended_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
      page_(static_cast<std::size_t>(::sysconf(_SC_PAGESIZE))) {
    withKernel_ = open(rate, true);
    if (!withKernel_ && !open(rate, false)) {
        refuse(errno);
    }
    for (Ring& ring : rings_) {
        map(ring);
    }
}

SampleRings::~SampleRings() {
    for (const Ring& ring : rings_) {
        if (ring.memory != nullptr) {
            ::munmap(ring.memory, page_ + ring.bytes);
        }
    }
}

// One event for each processor: events that children inherit can be read through those only. A
// processor that is offline has none.
bool SampleRings::open(std::uint32_t rate, bool withKernel) {
    rings_.clear();
    perf_event_attr event = attributes(rate, withKernel, kMostPages * page_);
    const long processors = ::sysconf(_SC_NPROCESSORS_CONF);
    for (int processor = 0; processor < processors; ++processor) {
        const long number =
            ::syscall(SYS_perf_event_open, &event, 0, processor, -1, PERF_FLAG_FD_CLOEXEC);
        if (number >= 0) {
            rings_.push_back({base::Descriptor(static_cast<int>(number)), nullptr, 0});
        } else if (errno != ENODEV && errno != EINVAL) {
            return false;
        }
    }
    errno = rings_.empty() ? ENODEV : 0;
    return !rings_.empty();
}

void SampleRings::map(Ring& ring) const {
    for (std::size_t pages = kMostPages; pages >= kLeastPages; pages /= 2) {
        void* const memory = ::mmap(nullptr, page_ * (1 + pages), PROT_READ | PROT_WRITE,
                                    MAP_SHARED, ring.event.number(), 0);
        if (memory != MAP_FAILED) {
            ring.memory = static_cast<std::byte*>(memory);
            ring.bytes = page_ * pages;
            return;
        }
    }
    throw SamplingError(
        "sampling cannot begin: the kernel cannot lock memory for its rings; raise "
        "/proc/sys/kernel/perf_event_mlock_kb");
}

void SampleRings::wait(std::chrono::milliseconds most) const {
    std::vector<pollfd> events;
    for (const Ring& ring : rings_) {
        events.push_back({ring.event.number(), POLLIN, 0});
    }
    // Where there is none, its number is negative and ignored: the end waits a little longer.
    events.push_back({ended_.number(), POLLIN, 0});
    ::poll(events.data(), events.size(), static_cast<int>(most.count()));
}

void SampleRings::wake() const noexcept {
    ::eventfd_write(ended_.number(), 1);
}

// The kernel writes behind its head, and never over what is before our tail.
void SampleRings::read(Ring& ring) {
    auto* const page = reinterpret_cast<perf_event_mmap_page*>(ring.memory);
    const std::uint64_t head = std::atomic_ref(page->data_head).load(std::memory_order_acquire);
    std::uint64_t tail = page->data_tail;
    const std::byte* const data = ring.memory + page_;
    std::string bytes;
    while (tail < head) {
        perf_event_header header{};
        // A record begins at a multiple of 8 bytes: its header is never broken over the end.
        std::memcpy(&header, data + tail % ring.bytes, sizeof header);
        const std::size_t size = header.size;
        if (size < sizeof header || size > head - tail) {
            ++unknown_;
            tail = head;
            break;
        }
        bytes.resize(size);
        const std::size_t first = std::min(size, ring.bytes - tail % ring.bytes);
        std::memcpy(bytes.data(), data + tail % ring.bytes, first);
        std::memcpy(bytes.data() + first, data, size - first);
        if (std::optional<RingRecord> record = readRingRecord(bytes)) {
            waiting_.push_back(std::move(*record));
        }
        tail += size;
    }
    std::atomic_ref(page->data_tail).store(tail, std::memory_order_release);
}

std::vector<RingRecord> SampleRings::take() {
    // Read before the rings: what is older than this is in them already.
    return takeBefore(monotonicNs());
}

std::vector<RingRecord> SampleRings::takeAll() {
    return takeBefore(~std::uint64_t{0});
}

std::vector<RingRecord> SampleRings::takeBefore(std::uint64_t endNs) {
    for (Ring& ring : rings_) {
        read(ring);
    }
    std::stable_sort(
        waiting_.begin(), waiting_.end(),
        [](const RingRecord& one, const RingRecord& other) { return one.timeNs < other.timeNs; });
    const auto end = std::find_if(waiting_.begin(), waiting_.end(),
                                  [&](const RingRecord& record) { return record.timeNs >= endNs; });
    std::vector<RingRecord> taken(std::make_move_iterator(waiting_.begin()),
                                  std::make_move_iterator(end));
    waiting_.erase(waiting_.begin(), end);
    return taken;
}

}  // namespace gantry::perf
