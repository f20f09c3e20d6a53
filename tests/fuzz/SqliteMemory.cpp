#include "SqliteMemory.hpp"

#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <sanitizer/asan_interface.h>
#include <vector>

namespace {

// Stands before each block.
struct alignas(16) Head {
    std::size_t size;      // as asked for
    std::size_t capacity;  // with what is poisoned behind it
};

struct Free {
    Free* next;
};

constexpr std::size_t kLeast = 32;
constexpr std::size_t kGuard = 16;
constexpr std::size_t kClasses = 32;

std::array<Free*, kClasses> freeBlocks{};

// All there are, for the search for leaks, which does not look into what is poisoned.
std::vector<Head*>& blocks() {
    static auto* const all = new std::vector<Head*>;
    return *all;
}

std::size_t classOf(std::size_t capacity) {
    return static_cast<std::size_t>(std::countr_zero(capacity));
}

Head* headOf(void* block) {
    return static_cast<Head*>(block) - 1;
}

void* allocate(int bytes) {
    const auto size = static_cast<std::size_t>(bytes);
    const std::size_t capacity = std::max(kLeast, std::bit_ceil(size + kGuard));
    if (classOf(capacity) >= kClasses) {
        return nullptr;
    }
    Head* head = nullptr;
    if (Free*& first = freeBlocks[classOf(capacity)]; first != nullptr) {
        head = headOf(first);
        ASAN_UNPOISON_MEMORY_REGION(first, capacity);
        first = first->next;
    } else {
        // NOLINTNEXTLINE(cppcoreguidelines-no-malloc): this is what allocates for SQLite
        head = static_cast<Head*>(std::malloc(sizeof(Head) + capacity));
        if (head == nullptr) {
            return nullptr;
        }
        blocks().push_back(head);
    }
    *head = {size, capacity};
    auto* const block = reinterpret_cast<std::byte*>(head + 1);
    // Eight bytes are the finest that can be poisoned.
    ASAN_POISON_MEMORY_REGION(block + size, capacity - size);
    return block;
}

void release(void* block) {
    if (block == nullptr) {
        return;
    }
    const std::size_t capacity = headOf(block)->capacity;
    ASAN_UNPOISON_MEMORY_REGION(block, sizeof(Free));
    auto* const free = static_cast<Free*>(block);
    Free*& first = freeBlocks[classOf(capacity)];
    free->next = first;
    first = free;
    ASAN_POISON_MEMORY_REGION(block, capacity);
}

int sizeOf(void* block) {
    return block == nullptr ? 0 : static_cast<int>(headOf(block)->size);
}

void* reallocate(void* block, int bytes) {
    void* const moved = allocate(bytes);
    if (moved != nullptr && block != nullptr) {
        std::memcpy(moved, block, static_cast<std::size_t>(std::min(sizeOf(block), bytes)));
        release(block);
    }
    return moved;
}

int roundUp(int bytes) {
    return (bytes + 7) & ~7;
}

int begin(void*) {
    return SQLITE_OK;
}

void end(void*) {}

}  // namespace

void giveSqliteMemory() {
    static sqlite3_mem_methods methods{&allocate, &release, &reallocate, &sizeOf,
                                       &roundUp,  &begin,   &end,        nullptr};
    if (sqlite3_config(SQLITE_CONFIG_SINGLETHREAD) != SQLITE_OK ||
        sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0) != SQLITE_OK ||
        sqlite3_config(SQLITE_CONFIG_MALLOC, &methods) != SQLITE_OK) {
        std::abort();
    }
}
