#include "Communicators.hpp"

#include <algorithm>
#include <exception>
#include <memory>
#include <mutex>
#include <unordered_map>

#include "Library.hpp"

namespace gantry::mpi::communicators {

namespace {

struct Entry {
    std::string label;  // as far as it is known without asking MPI
    std::unique_ptr<Communicator> known;
    std::size_t parentSize = 0;
};

struct All {
    std::mutex mutex;
    std::unordered_map<std::uintptr_t, Entry> communicators;
    std::unordered_map<std::uintptr_t, std::unique_ptr<Communicator>> windows;
    std::uint32_t number = 0;
};

// Never destroyed: threads may communicate until the process is gone.
All& all() {
    static auto* const made = new All;
    return *made;
}

// How many handles were freed; what a thread kept before that may be another's.
constinit std::atomic<std::uint32_t> freed{0};

constinit std::atomic<Communicator*> world{nullptr};

// Programs mostly use one communicator many times: a look without the mutex.
struct LastOne {
    std::uintptr_t key = 0;
    std::uint32_t freed = 0;
    Communicator* communicator = nullptr;
};

[[gnu::tls_model("initial-exec")]] constinit thread_local LastOne last;

Communicator* nobody() noexcept {
    // NOLINTNEXTLINE(bugprone-unhandled-exception-at-new): without memory for it the process ends
    static auto* const none = new Communicator;
    return none;
}

std::string beginningOf(MPI_Comm comm) {
    if (comm == library::commWorld()) {
        return "MPI_COMM_WORLD";
    }
    return comm == library::commSelf() ? "MPI_COMM_SELF" : "other communicator";
}

int firstOf(const std::vector<int>& ranks) {
    const auto first = std::min_element(ranks.begin(), ranks.end());
    return first == ranks.end() ? -1 : *first;
}

// The label of an intercommunicator, whose groups were made from different communicators.
std::string betweenGroups(const std::vector<int>& own, const std::vector<int>& other) {
    const int low = std::min(firstOf(own), firstOf(other));
    const int high = std::max(firstOf(own), firstOf(other));
    return "between @" + std::to_string(low) + " and @" + std::to_string(high);
}

// The next one without a label. The mutex is held.
std::unique_ptr<Communicator> next() {
    auto made = std::make_unique<Communicator>();
    // Numbers are part of the keys of events, with few bits; those beyond share the last one.
    made->number = std::min(all().number++, Communicator::kMost);
    return made;
}

std::unique_ptr<Communicator> describe(MPI_Comm comm, const Entry& entry) {
    std::unique_ptr<Communicator> made = next();
    made->rank = library::rank(comm);
    made->inter = library::isInter(comm);
    made->worldRanks = library::worldRanks(comm, made->inter);
    made->label = entry.label.empty() ? beginningOf(comm) : entry.label;
    if (made->inter) {
        made->label = betweenGroups(library::worldRanks(comm, false), made->worldRanks);
        // Parts of one parent have the same label but for their first rank, which all members know
        // without a message.
    } else if (entry.parentSize > made->worldRanks.size()) {
        made->label += '@' + std::to_string(firstOf(made->worldRanks));
    }
    if (made->number == Communicator::kMost) {
        made->label = "further communicators";
    }
    return made;
}

Communicator* sought(MPI_Comm comm) noexcept {
    try {
        const std::lock_guard guard(all().mutex);
        Entry& entry = all().communicators[keyOf(comm)];
        if (entry.known == nullptr) {
            entry.known = describe(comm, entry);
        }
        if (comm == library::commWorld()) {
            world.store(entry.known.get(), std::memory_order_release);
        }
        return entry.known.get();
    } catch (const std::exception&) {
        return nobody();
    }
}

// Never asks MPI: the program may have freed the communicator while the request was pending.
Communicator* soughtPending(MPI_Comm comm) noexcept {
    const std::lock_guard guard(all().mutex);
    const auto found = all().communicators.find(keyOf(comm));
    const bool known = found != all().communicators.end() && found->second.known != nullptr;
    return known ? found->second.known.get() : nobody();
}

Communicator* soughtWindow(MPI_Win win) noexcept {
    try {
        const std::lock_guard guard(all().mutex);
        std::unique_ptr<Communicator>& known = all().windows[keyOf(win)];
        if (known == nullptr) {
            known = next();
            known->label = "windows";
            known->worldRanks = library::windowRanks(win);
        }
        return known.get();
    } catch (const std::exception&) {
        return nobody();
    }
}

// Null where this thread has to look.
Communicator* keptOf(MPI_Comm comm) noexcept {
    Communicator* const whole = world.load(std::memory_order_acquire);
    if (whole != nullptr && comm == library::commWorld()) {
        return whole;
    }
    const bool valid =
        last.key == keyOf(comm) && last.freed == freed.load(std::memory_order_acquire);
    return valid ? last.communicator : nullptr;
}

Communicator* keep(MPI_Comm comm, Communicator* found) noexcept {
    last = {keyOf(comm), freed.load(std::memory_order_acquire), found};
    return found;
}

void note(MPI_Comm made, std::string label, std::size_t parentSize) {
    if (made == library::commNull()) {
        return;
    }
    const std::lock_guard guard(all().mutex);
    all().communicators[keyOf(made)] = {std::move(label), nullptr, parentSize};
    freed.fetch_add(1, std::memory_order_acq_rel);
}

}  // namespace

// The pointer is valid until the program frees the communicator.
Communicator* of(MPI_Comm comm) noexcept {
    Communicator* const kept = keptOf(comm);
    return kept != nullptr ? kept : keep(comm, sought(comm));
}

Communicator* ofPending(MPI_Comm comm) noexcept {
    Communicator* const kept = keptOf(comm);
    return kept != nullptr ? kept : soughtPending(comm);
}

Communicator* ofWindow(MPI_Win win) noexcept {
    return soughtWindow(win);
}

void add(MPI_Comm parent, MPI_Comm made) noexcept {
    try {
        Communicator* const from = of(parent);
        // Making a communicator is collective, so all members count alike and get the same label.
        const std::uint32_t number = from->made.fetch_add(1, std::memory_order_relaxed) + 1;
        note(made, from->label + '.' + std::to_string(number), from->worldRanks.size());
    } catch (const std::exception&) {
        // No memory: it has the label of those of which nothing is known.
        return;
    }
}

void addOfGroup(MPI_Comm parent, int tag, MPI_Comm made) noexcept {
    try {
        const Communicator* const from = of(parent);
        note(made, from->label + ".tag" + std::to_string(tag), from->worldRanks.size());
    } catch (const std::exception&) {
        return;
    }
}

void forget(MPI_Comm comm) noexcept {
    const std::lock_guard guard(all().mutex);
    all().communicators.erase(keyOf(comm));
    freed.fetch_add(1, std::memory_order_acq_rel);
}

void forgetWindow(MPI_Win win) noexcept {
    const std::lock_guard guard(all().mutex);
    all().windows.erase(keyOf(win));
}

}  // namespace gantry::mpi::communicators
