#include "Sites.hpp"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <dlfcn.h>
#include <link.h>
#include <string_view>
#include <unwind.h>

namespace gantry::memory {

namespace {

constexpr std::uint64_t kUpperHalf = 0xffffffff00000000U;
constexpr std::size_t kMostProbes = 16;

struct Walk {
    void** frames;
    std::size_t most;
    std::size_t count;
};

// Of this module's code, by the linker.
extern "C" [[gnu::visibility("hidden")]] char __ehdr_start;
extern "C" [[gnu::visibility("hidden")]] char etext;

bool isOwn(std::uintptr_t address) noexcept {
    return address >= reinterpret_cast<std::uintptr_t>(&__ehdr_start) &&
           address < reinterpret_cast<std::uintptr_t>(&etext);
}

_Unwind_Reason_Code onFrame(_Unwind_Context* context, void* data) noexcept {
    auto& walk = *static_cast<Walk*>(data);
    const auto address = _Unwind_GetIP(context);
    if (walk.count == 0 && isOwn(address)) {
        return _URC_NO_REASON;
    }
    if (address == 0 || walk.count == walk.most) {
        return _URC_END_OF_STACK;
    }
    // NOLINTNEXTLINE(performance-no-int-to-ptr): the unwinder gives numbers
    walk.frames[walk.count++] = reinterpret_cast<void*>(address);
    return _URC_NO_REASON;
}

std::uint64_t hashOf(void* const* frames, std::size_t count) noexcept {
    std::uint64_t hash = count;
    for (std::size_t i = 0; i < count; ++i) {
        hash = (hash ^ reinterpret_cast<std::uintptr_t>(frames[i])) * 0x9e3779b97f4a7c15U;
        hash ^= hash >> 29U;
    }
    return hash;
}

// "FILE+OFFSET;FILE+OFFSET", offsets as they are in the file, of the call itself.
std::size_t nameOf(void* const* frames, std::size_t count, char* text, std::size_t most) noexcept {
    std::size_t length = 0;
    for (std::size_t i = 0; i < count; ++i) {
        Dl_info info{};
        link_map* map = nullptr;
        char frame[320];
        int bytes = 0;
        const auto address = reinterpret_cast<std::uintptr_t>(frames[i]) - 1;
        if (::dladdr1(frames[i], &info, reinterpret_cast<void**>(&map), RTLD_DL_LINKMAP) != 0 &&
            info.dli_fname != nullptr && map != nullptr) {
            // The program itself has the name it was called by.
            const char* const file = *map->l_name == '\0' ? "(program)" : info.dli_fname;
            bytes = std::snprintf(frame, sizeof frame, "%s%s+0x%zx", i == 0 ? "" : ";", file,
                                  static_cast<std::size_t>(address - map->l_addr));
        } else {
            bytes = std::snprintf(frame, sizeof frame, "%s(unknown)", i == 0 ? "" : ";");
        }
        if (bytes <= 0 || static_cast<std::size_t>(bytes) >= sizeof frame ||
            length + static_cast<std::size_t>(bytes) > most) {
            break;
        }
        std::memcpy(text + length, frame, static_cast<std::size_t>(bytes));
        length += static_cast<std::size_t>(bytes);
    }
    return length;
}

struct Head {
    std::uint32_t name;
    std::uint32_t nameLength;  ///< plus 1
};

std::uint32_t takeRecord(const gantry_region_t& region, const char* name,
                         std::size_t length) noexcept {
    const std::uint32_t none = UINT32_MAX;
    if (__atomic_load_n(region.records_used, __ATOMIC_RELAXED) >= region.record_capacity ||
        __atomic_load_n(region.name_bytes_used, __ATOMIC_RELAXED) + length > region.name_capacity) {
        return none;
    }
    const std::uint32_t index = __atomic_fetch_add(region.records_used, 1, __ATOMIC_RELAXED);
    const std::uint32_t place = __atomic_fetch_add(
        region.name_bytes_used, static_cast<std::uint32_t>(length), __ATOMIC_RELAXED);
    if (index >= region.record_capacity || place + length > region.name_capacity) {
        return none;
    }
    std::memcpy(region.names + place, name, length);
    auto* const head =
        reinterpret_cast<Head*>(region.records + std::size_t{index} * region.record_bytes);
    head->name = place;
    __atomic_store_n(&head->nameLength, static_cast<std::uint32_t>(length + 1), __ATOMIC_RELEASE);
    return index;
}

}  // namespace

void Sites::use(const gantry_region_t& region) noexcept {
    region_ = region;
    if (__atomic_load_n(region.records_used, __ATOMIC_RELAXED) == 0) {
        for (const std::string_view name : {"(all)", "(other)"}) {
            (void)takeRecord(region, name.data(), name.size());
        }
    }
}

Record Sites::record(std::uint32_t site) const noexcept {
    return Record(reinterpret_cast<std::int64_t*>(
        region_.records + std::size_t{site} * region_.record_bytes + sizeof(Head)));
}

std::uint32_t Sites::make(const Stack& stack) const noexcept {
    char name[kNameBytes];
    const std::size_t length = nameOf(stack.frames.data(), stack.count, name, sizeof name);
    const std::uint32_t made = takeRecord(region_, name, length);
    if (made == UINT32_MAX) {
        __atomic_fetch_add(region_.left_out, 1, __ATOMIC_RELAXED);
        return kOther;
    }
    return made;
}

std::uint32_t Sites::siteOf(const Stack& stack) noexcept {
    const std::uint64_t hash = hashOf(stack.frames.data(), stack.count);
    for (std::size_t probe = 0; probe < kMostProbes; ++probe) {
        std::atomic<std::uint64_t>& bucket = buckets_[(hash + probe) % kBuckets];
        std::uint64_t found = bucket.load(std::memory_order_acquire);
        if (found == 0) {
            const std::uint32_t made = make(stack);
            if (made == kOther) {
                return made;
            }
            // Of two threads that made a record of one stack one wins; both have figures, which
            // readers add up, as the names are equal.
            bucket.compare_exchange_strong(found, (hash & kUpperHalf) | (made + 1),
                                           std::memory_order_acq_rel);
            return made;
        }
        if ((found & kUpperHalf) == (hash & kUpperHalf)) {
            return static_cast<std::uint32_t>(found) - 1;
        }
    }
    __atomic_fetch_add(region_.left_out, 1, __ATOMIC_RELAXED);
    return kOther;
}

void Sites::note(const void* address, std::size_t size, std::int64_t bytes) noexcept {
    Stack stack;
    Walk walk{stack.frames.data(), kMostFrames, 0};
    (void)_Unwind_Backtrace(onFrame, &walk);
    stack.count = walk.count;
    SampledBlock block;
    block.site = stack.count == 0 ? kOther : siteOf(stack);
    block.bytes = bytes;
    block.blocks = std::max<std::int64_t>(
        1, bytes / std::max<std::int64_t>(1, static_cast<std::int64_t>(size)));
    const Record record = this->record(block.site);
    record.add(AllocatedBlocks, block.blocks);
    record.add(AllocatedBytes, block.bytes);
    record.add(Samples, 1);
    record.live(block.bytes);
    if (!live_.add(address, block)) {
        // What cannot be followed is not said to be lost by the program.
        record.live(-block.bytes);
        __atomic_fetch_add(region_.left_out, 1, __ATOMIC_RELAXED);
    }
}

void Sites::forgetSampled(const void* address) noexcept {
    SampledBlock block;
    if (live_.take(address, block)) {
        const Record record = this->record(block.site);
        record.add(FreedBlocks, block.blocks);
        record.add(FreedBytes, block.bytes);
        record.live(-block.bytes);
    }
}

}  // namespace gantry::memory
