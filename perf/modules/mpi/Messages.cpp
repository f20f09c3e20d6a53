// Events for the messages of a rank. The table has open addressing and never removes: a key is
// written once, after its event, so that readers need no lock.

#include "Messages.hpp"

#include <bit>
#include <cstdlib>
#include <exception>
#include <string_view>

namespace gantry::mpi {

namespace {

// 0 for nothing, else the place of the highest bit, from 1.
std::uint64_t sizeClass(std::int64_t bytes) noexcept {
    return bytes <= 0
               ? 0
               : static_cast<std::uint64_t>(std::bit_width(static_cast<std::uint64_t>(bytes)));
}

std::string sizeText(std::uint64_t sizes) {
    if (sizes < 2) {
        return std::to_string(sizes) + " B";
    }
    return std::to_string(std::uint64_t{1} << (sizes - 1)) + "+ B";
}

std::string rankText(int rank) {
    return rank < 0 ? "others" : std::to_string(rank);
}

// Parts of a key. The kinds behind those of Transfer are calls of collective functions, and their
// time.
constexpr unsigned kKindBits = 3;
constexpr unsigned kSizeBits = 7;
constexpr unsigned kRankBits = 16;
constexpr std::uint64_t kCalls = 4;
constexpr std::uint64_t kTimes = 5;

std::uint64_t keyOf(std::uint64_t kind, bool back, int partner, std::uint32_t communicator,
                    std::uint64_t sizes) noexcept {
    std::uint64_t key = communicator;
    key = key << kRankBits | static_cast<std::uint64_t>(partner + 1);
    key = key << kSizeBits | sizes;
    key = key << kKindBits | kind;
    key = key << 1U | (back ? 1U : 0U);
    return key << 1U | 1U;  // never 0
}

std::size_t placeOf(std::uint64_t key, std::size_t step, std::size_t slots) noexcept {
    constexpr std::uint64_t kGolden = 0x9E3779B97F4A7C15U;
    constexpr unsigned kUpperHalf = 32;
    return (static_cast<std::size_t>((key * kGolden) >> kUpperHalf) + step) % slots;
}

// What is noted of a call, when it has ended.
gantry_event_t eventOfCall(const char* name) noexcept {
    return gantry_event_of_kind(name, GANTRY_EVENT_OF_CALL);
}

bool measuresCpu() noexcept {
    gantry_metric_t metric{};
    for (std::uint32_t place = 0; gantry_metric(place, &metric) != 0; ++place) {
        if (std::string_view(static_cast<const char*>(metric.name)) == "cpu") {
            return true;
        }
    }
    return false;
}

}  // namespace

void Messages::begin(int rank) noexcept {
    rank_.store(rank, std::memory_order_release);
    // Details are worth their cost only where each event is kept.
    const char* const trace = ::secure_getenv("GANTRY_TRACE");
    const bool isSet = trace != nullptr && *trace != '\0';
    if (isSet || required_.load(std::memory_order_acquire)) {
        tag_ = eventOfCall("MPI tag");
        posted_ = eventOfCall("MPI posted");
        instance_ = eventOfCall("MPI instance");
        root_ = eventOfCall("MPI root");
        traced_.store(true, std::memory_order_release);
    }
    if (isSet) {
        const std::lock_guard guard(registering_);
        noteCpu();
    }
}

void Messages::noteCpu() noexcept {
    if (cpuIsKnown_ || !traced()) {
        return;
    }
    cpuIsKnown_ = true;
    if (measuresCpu()) {
        cpuBefore_ = eventOfCall("MPI CPU before");
        timesCpu_.store(true, std::memory_order_release);
    }
}

// Keys are put into the first free slot of their window and never leave it, so a free slot ends the
// search.
const Messages::Slot* Messages::slotOf(std::uint64_t key) const noexcept {
    for (std::size_t step = 0; step < kWindow; ++step) {
        const Slot& slot = slots_[placeOf(key, step, kSlots)];
        const std::uint64_t found = slot.key.load(std::memory_order_acquire);
        if (found == key) {
            return &slot;
        }
        if (found == 0) {
            return nullptr;
        }
    }
    return rest_.key.load(std::memory_order_acquire) != 0 ? &rest_ : nullptr;
}

const Messages::Slot& Messages::put(std::uint64_t key, const std::string& name) noexcept {
    // Another thread may have put the key in meanwhile; the loop finds it.
    const std::lock_guard guard(registering_);
    noteCpu();
    for (std::size_t step = 0; step < kWindow; ++step) {
        Slot& slot = slots_[placeOf(key, step, kSlots)];
        const std::uint64_t found = slot.key.load(std::memory_order_relaxed);
        if (found == 0) {
            slot.event = eventOfCall(name.c_str());
            slot.key.store(key, std::memory_order_release);
        }
        if (found == 0 || found == key) {
            return slot;
        }
    }
    if (rest_.key.load(std::memory_order_relaxed) == 0) {
        rest_.event = eventOfCall("MPI messages that found no place in the table");
        rest_.key.store(1, std::memory_order_release);
    }
    return rest_;
}

std::string Messages::nameOf(Way way, const Communicator& communicator, std::int64_t bytes) const {
    static constexpr std::array<const char*, 4> kKinds{"message", "collective", "one-sided",
                                                       "received"};
    const std::string own = rankText(rank_.load(std::memory_order_acquire));
    const std::string partner = rankText(way.partner);
    return std::string("MPI ") + kKinds.at(static_cast<std::size_t>(way.kind)) + ' ' +
           (way.back ? partner : own) + " -> " + (way.back ? own : partner) + ", " +
           sizeText(sizeClass(bytes)) + ", " + communicator.label;
}

void Messages::add(Way way, const Communicator& communicator, std::int64_t bytes) noexcept {
    if (way.partner >= kMost) {
        way.partner = -1;
    }
    const std::uint64_t key = keyOf(static_cast<std::uint64_t>(way.kind), way.back, way.partner,
                                    communicator.number, sizeClass(bytes));
    const Slot* slot = slotOf(key);
    if (slot == nullptr) [[unlikely]] {
        try {
            slot = &put(key, nameOf(way, communicator, bytes));
        } catch (const std::exception&) {
            return;  // no memory: this one is not counted
        }
    }
    gantry_trigger(slot->event, static_cast<double>(bytes));
}

void Messages::addOf(std::uint64_t kind, const char* beginning, const Communicator& communicator,
                     double value) noexcept {
    const std::uint64_t key = keyOf(kind, false, -1, communicator.number, 0);
    const Slot* slot = slotOf(key);
    if (slot == nullptr) [[unlikely]] {
        try {
            slot = &put(key, std::string(beginning) + communicator.label);
        } catch (const std::exception&) {
            return;
        }
    }
    gantry_trigger(slot->event, value);
}

// The time comes first: the number of the call stands behind its bytes.
void Messages::collective(Communicator& communicator, std::int64_t bytes,
                          std::int64_t ns) noexcept {
    addOf(kTimes, "MPI collective time, ", communicator, static_cast<double>(ns));
    addOf(kCalls, "MPI collective calls, ", communicator, static_cast<double>(bytes));
    if (traced()) {
        const auto number = communicator.instances.fetch_add(1, std::memory_order_relaxed);
        gantry_trigger(instance_, static_cast<double>(number));
    }
}

void Messages::received(const Communicator& communicator, int from, int tag, std::int64_t bytes,
                        std::uint64_t order) noexcept {
    add({Transfer::Received, true, communicator.worldRank(from)}, communicator, bytes);
    gantry_trigger(tag_, tag);
    gantry_trigger(posted_, static_cast<double>(order));
}

}  // namespace gantry::mpi
