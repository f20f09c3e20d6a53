#include "Offers.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <pthread.h>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "Pins.hpp"
#include "UseFence.hpp"

namespace gantry::capi {

namespace {

constexpr std::uint32_t kOn = GANTRY_ENABLED | GANTRY_EVER_ENABLED;

// A handle of the program. Its texts never change.
struct Handle {
    std::atomic<std::uint32_t> flags{0};
    // The number of an offer above the id in it; 0: in none yet.
    std::atomic<std::uint64_t> bound{0};
    // The number of the offer that calls back when it switches the handle; 0: none does.
    std::atomic<std::uint32_t> followed{0};
    bool isTimer = true;
    int kind = 0;
    std::string name;
    std::string type;
    std::string group;
};

using Texts = std::tuple<bool, int, std::string, std::string, std::string>;

constexpr std::size_t kBlock = 1024;
constexpr std::size_t kMostBlocks = 1024;

constinit std::atomic<bool> following{false};
constinit std::atomic<const Made*> current{nullptr};
constinit std::array<std::atomic<Handle*>, kMostBlocks> blocks{};

// What is under the mutex. Never destroyed: threads may use it until the process is gone.
struct Shared {
    std::mutex mutex;
    // By what they were made of: several calls for one timer give one handle.
    std::map<Texts, std::uint32_t> ids;
    std::vector<std::unique_ptr<const Made>> offers;
    // Withdrawn by a function of the offer itself, which still looks at them.
    std::vector<std::unique_ptr<const Made>> withdrawn;
    std::uint32_t handles = 0;
    std::uint32_t lastNumber = 0;
};

Shared& shared() noexcept {
    // NOLINTNEXTLINE(bugprone-unhandled-exception-at-new): without memory for it the process ends
    static Shared& only = *new Shared;
    return only;
}

// Handles are in blocks that never move, so that programs may read their flags at any time.
Handle& handleAt(std::uint32_t id) noexcept {
    const std::uint32_t index = id & ~kFollowing;
    return blocks[index / kBlock].load(std::memory_order_acquire)[index % kBlock];
}

// Not what a program has made up.
bool isHandle(std::uint32_t id) noexcept {
    const std::uint32_t index = id & ~kFollowing;
    return index / kBlock < kMostBlocks && blocks[index / kBlock].load() != nullptr;
}

// GANTRY_NO_ID for a handle that is not known there, and for what a program has made up.
std::uint32_t idIn(const Made& made, std::uint32_t handle) noexcept {
    const std::uint32_t index = handle & ~kFollowing;
    if (index / kBlock >= kMostBlocks) {
        return GANTRY_NO_ID;
    }
    const Handle* const block = blocks[index / kBlock].load(std::memory_order_acquire);
    if (block == nullptr) {
        return GANTRY_NO_ID;
    }
    const std::uint64_t bound = block[index % kBlock].bound.load(std::memory_order_acquire);
    return bound >> 32U == made.number ? static_cast<std::uint32_t>(bound) : GANTRY_NO_ID;
}

// The flags of a handle in the offer that counts. On where they are not known, as a start then
// finds out; never off by mistake, as nothing would find that out.
std::uint32_t flagsIn(const Handle& handle, const Made* pinned) noexcept {
    const Made* const counts = current.load();
    if (counts == nullptr) {
        return 0;
    }
    const std::uint64_t bound = handle.bound.load(std::memory_order_acquire);
    if (counts != pinned || bound >> 32U != counts->number ||
        handle.followed.load(std::memory_order_acquire) != counts->number) {
        return kOn;
    }
    return counts->offer->flags(counts->offer->engine, handle.isTimer ? 0 : 1,
                                static_cast<std::uint32_t>(bound)) &
           kOn;
}

// Without a lock: an engine calls it with its own mutex held. Each who changes what flagsIn() reads
// comes here afterwards; of several at once the last one to write reads again and finds all
// changes.
void refresh(Handle& handle) noexcept {
    const OfferInUse offer;
    std::uint32_t flags = 0;
    do {
        flags = flagsIn(handle, offer.made());
        handle.flags.exchange(flags);
    } while (flagsIn(handle, offer.made()) != flags);
}

void flagsChanged(void* handle) noexcept {
    refresh(*static_cast<Handle*>(handle));
}

// With the mutex held.
void chooseLast(const Shared& all) noexcept {
    current.store(all.offers.empty() ? nullptr : all.offers.back().get());
    for (std::uint32_t i = 0; i < all.handles; ++i) {
        refresh(handleAt(i));
    }
}

// The number of the handle for these texts; throws std::bad_alloc. The flags come last: they let
// the program use a handle that is complete.
std::uint32_t handleFor(const Texts& texts) {
    Shared& all = shared();
    const std::lock_guard lock(all.mutex);
    const auto [place, isNew] = all.ids.try_emplace(texts, all.handles);
    if (!isNew) {
        return place->second;
    }
    std::atomic<Handle*>& block = blocks.at(all.handles / kBlock);
    if (block.load(std::memory_order_relaxed) == nullptr) {
        block.store(new Handle[kBlock], std::memory_order_release);
    }
    Handle& handle = handleAt(all.handles);
    std::tie(handle.isTimer, handle.kind, handle.name, handle.type, handle.group) = texts;
    handle.flags.store(all.offers.empty() ? 0 : kOn, std::memory_order_relaxed);
    return all.handles++;
}

template <class Known>
Known made(const Texts& texts) noexcept {
    try {
        const std::uint32_t id = handleFor(texts);
        // A word of its own, as the program reads it.
        return {reinterpret_cast<const std::uint32_t*>(&handleAt(id).flags), id | kFollowing};
    } catch (const std::exception&) {
        return {nullptr, 0};
    }
}

std::string textOf(const char* text) {
    return text == nullptr ? "" : text;
}

// From here on new handles are of this table and follow the offer that counts.
void beginFollowing() noexcept {
    if (!following.exchange(true)) {
        useFence::makeLight();
        (void)::pthread_atfork([] { shared().mutex.lock(); }, [] { shared().mutex.unlock(); },
                               [] {
                                   releasePinsOfOthers();
                                   shared().mutex.unlock();
                               });
    }
}

// What an OfferInUse around the work does, where nothing is new: the thread, its timer, the offer.
// False where something is; then nothing was done. In one piece, since this is what a start costs
// beyond that of the engine.
template <class Work>
[[gnu::always_inline]] inline bool usedAtOnce(std::uint32_t handle, Work work) noexcept {
    Pin* const pin = pinOfThread;
    const Made* const counts = current.load(std::memory_order_acquire);
    if (pin == nullptr || counts == nullptr || !useFence::isLight() ||
        pin->inUse.load(std::memory_order_relaxed) != nullptr) [[unlikely]] {
        return false;
    }
    pin->inUse.store(counts, std::memory_order_release);
    std::atomic_signal_fence(std::memory_order_seq_cst);
    const bool isSure = current.load(std::memory_order_acquire) == counts;
    const std::uint32_t id = isSure ? idIn(*counts, handle) : GANTRY_NO_ID;
    if (id != GANTRY_NO_ID) [[likely]] {
        pin->isSure.store(true, std::memory_order_relaxed);
        work(*counts->offer, id);
        pin->isSure.store(false, std::memory_order_relaxed);
    }
    pin->inUse.store(nullptr, std::memory_order_release);
    return id != GANTRY_NO_ID;
}

}  // namespace

void startFollowing(std::uint32_t timer) noexcept {
    const auto start = [](const gantry_offer& offer, std::uint32_t id) {
        offer.start(offer.engine, id);
    };
    if (usedAtOnce(timer, start)) [[likely]] {
        return;
    }
    const OfferInUse offer;
    if (const std::uint32_t id = offer.idOf(timer); id != GANTRY_NO_ID) {
        start(*offer, id);
    }
}

void stopFollowing(std::uint32_t timer) noexcept {
    const auto stop = [](const gantry_offer& offer, std::uint32_t id) {
        offer.stop(offer.engine, id);
    };
    if (usedAtOnce(timer, stop)) [[likely]] {
        return;
    }
    const OfferInUse offer;
    if (const std::uint32_t id = offer.knownIdOf(timer); id != GANTRY_NO_ID) {
        stop(*offer, id);
    }
}

void triggerFollowing(std::uint32_t event, double value) noexcept {
    const auto trigger = [value](const gantry_offer& offer, std::uint32_t id) {
        offer.trigger(offer.engine, id, value);
    };
    if (usedAtOnce(event, trigger)) [[likely]] {
        return;
    }
    const OfferInUse offer;
    if (const std::uint32_t id = offer.idOf(event); id != GANTRY_NO_ID) {
        trigger(*offer, id);
    }
}

bool isFollowing() noexcept {
    return following.load(std::memory_order_acquire);
}

gantry_timer_t followingTimer(const char* name, const char* type, const char* group) noexcept {
    return made<gantry_timer_t>({true, 0, textOf(name), textOf(type), textOf(group)});
}

gantry_event_t followingEvent(const char* name, int kind) noexcept {
    return made<gantry_event_t>({false, kind, textOf(name), "", ""});
}

OfferInUse::OfferInUse() noexcept {
    if (pinOfThread == nullptr) {
        pinOfThread = takePin();
    }
    Pin* const pin = pinOfThread;
    if (pin == nullptr) {
        return;
    }
    if (const Made* const before = pin->inUse.load(std::memory_order_relaxed)) {
        made_ = pin->isSure.load(std::memory_order_relaxed) ? before : nullptr;
        return;
    }
    // Only what still counts after the pin shows it is waited for by its withdrawal.
    do {
        made_ = current.load(std::memory_order_acquire);
        pin->inUse.store(made_, std::memory_order_release);
        useFence::ofUse();
    } while (current.load(std::memory_order_acquire) != made_);
    pin->isSure.store(true, std::memory_order_relaxed);
    isOutermost_ = true;
}

OfferInUse::~OfferInUse() {
    if (isOutermost_) {
        pinOfThread->isSure.store(false, std::memory_order_relaxed);
        pinOfThread->inUse.store(nullptr, std::memory_order_release);
    }
}

const gantry_offer& OfferInUse::operator*() const noexcept {
    return *made_->offer;
}

std::uint32_t OfferInUse::knownIdOf(std::uint32_t handle) const noexcept {
    return made_ == nullptr ? GANTRY_NO_ID : idIn(*made_, handle);
}

// Two threads may register the same timer at once: the offer gives both the same id.
std::uint32_t OfferInUse::idOf(std::uint32_t handle) const noexcept {
    const std::uint32_t known = knownIdOf(handle);
    if (known != GANTRY_NO_ID || made_ == nullptr || !isHandle(handle)) [[likely]] {
        return known;
    }
    Handle& of = handleAt(handle);
    const gantry_offer& offer = *made_->offer;
    const std::uint32_t id =
        of.isTimer ? offer.timer(offer.engine, of.name.c_str(), of.type.c_str(), of.group.c_str())
                   : offer.event(offer.engine, of.name.c_str(), of.kind);
    if (id == GANTRY_NO_ID) {
        return id;
    }
    of.bound.store(std::uint64_t{made_->number} << 32U | id, std::memory_order_release);
    if (made_->showsFlags() &&
        offer.follow(offer.engine, of.isTimer ? 0 : 1, id, flagsChanged, &of) != 0) {
        of.followed.store(made_->number, std::memory_order_release);
        refresh(of);
    }
    return id;
}

}  // namespace gantry::capi

// NOLINTBEGIN(readability-identifier-naming,google-build-using-namespace): functions of a C header
extern "C" [[gnu::visibility("default")]] int gantry_offer_1(const gantry_offer* offer) noexcept {
    using namespace gantry::capi;
    if (offer != nullptr && (offer->version != 1 || offer->size < offsetof(gantry_offer, clock))) {
        return 0;
    }
    beginFollowing();
    if (offer == nullptr) {
        return 1;
    }
    try {
        Shared& all = shared();
        const std::lock_guard lock(all.mutex);
        all.offers.push_back(std::make_unique<const Made>(Made{offer, ++all.lastNumber}));
        chooseLast(all);
        return 1;
    } catch (const std::exception&) {
        return 0;
    }
}

extern "C" [[gnu::visibility("default")]] void gantry_withdraw_1(
    const gantry_offer* offer) noexcept {
    using namespace gantry::capi;
    Shared& all = shared();
    std::unique_lock lock(all.mutex);
    const auto place = std::find_if(all.offers.begin(), all.offers.end(),
                                    [offer](const auto& made) { return made->offer == offer; });
    if (place == all.offers.end()) {
        return;
    }
    std::unique_ptr<const Made> gone = std::move(*place);
    all.offers.erase(place);
    chooseLast(all);
    if (pinOfThread != nullptr && pinOfThread->inUse.load() == gone.get()) {
        all.withdrawn.push_back(std::move(gone));
    }
    const Made* const ended = gone != nullptr ? gone.get() : all.withdrawn.back().get();
    // Uses may need the mutex to end: a function of the offer may make a handle.
    lock.unlock();
    useFence::ofWithdrawal();
    for (Pin* pin = firstPin(); pin != nullptr; pin = pin->next) {
        while (pin != pinOfThread && pin->inUse.load() == ended) {
            std::this_thread::yield();
        }
    }
}
// NOLINTEND(readability-identifier-naming,google-build-using-namespace)
