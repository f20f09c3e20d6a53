// Texts in a segment, each once. Nothing is ever removed or moved, so readers of other processes
// need no lock.

#include <perf/segment/Checksum.hpp>
#include <perf/segment/NameTable.hpp>

#include <cstring>
#include <functional>

namespace gantry::perf {

namespace {

constexpr std::uint32_t kFirstRecords = 64;
constexpr std::size_t kBlock = 4096;

}  // namespace

NameTable::NameTable(Segment& segment)
    : segment_(&segment),
      records_(segment, segment.table(Table::Names), sizeof(NameRecord), kFirstRecords) {}

// Small texts share blocks. A large one has memory of its own, so that it does not waste the rest
// of a block.
char* NameTable::takeBytes(std::size_t bytes) noexcept {
    if (bytes > kBlock / 4) {
        return static_cast<char*>(segment_->allocate(bytes));
    }
    if (bytes > freeBytes_) {
        void* const block = segment_->allocate(kBlock);
        if (block == nullptr) {
            return nullptr;
        }
        free_ = static_cast<char*>(block);
        freeBytes_ = kBlock;
    }
    char* const taken = free_;
    free_ += bytes;
    freeBytes_ -= bytes;
    return taken;
}

std::uint32_t NameTable::add(std::string_view text) {
    if (text.size() > kLongest) {
        return kNone;
    }
    const std::lock_guard lock(mutex_);
    const std::uint64_t hash = std::hash<std::string_view>()(text);
    const std::uint32_t known = index_.find(hash, [&](std::uint32_t id) { return at(id) == text; });
    if (known != kNone) {
        return known;
    }
    // What can throw comes first: after publish() the record exists and must be found.
    index_.reserveOne();
    auto* const record = static_cast<NameRecord*>(records_.prepare());
    char* const bytes = record == nullptr || text.empty() ? nullptr : takeBytes(text.size());
    if (record == nullptr || (bytes == nullptr && !text.empty())) {
        return kNone;
    }
    if (bytes != nullptr) {
        std::memcpy(bytes, text.data(), text.size());
        record->place = segment_->placeOf(bytes);
        record->inside = static_cast<std::uint32_t>(
            bytes - reinterpret_cast<const char*>(segment_->at(record->place)));
    }
    record->length = static_cast<std::uint32_t>(text.size());
    record->checksum = checksum(text.data(), text.size());
    const std::uint32_t id = records_.size();
    // A reader sees the record from here on, with everything above written.
    records_.publish();
    index_.insert(hash, id);
    return id;
}

std::string_view NameTable::at(std::uint32_t id) const noexcept {
    const auto& record = *static_cast<const NameRecord*>(records_.at(id));
    return {reinterpret_cast<const char*>(segment_->at(record.place)) + record.inside,
            record.length};
}

}  // namespace gantry::perf
