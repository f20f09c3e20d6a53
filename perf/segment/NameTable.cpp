#include <perf/segment/Checksum.hpp>
#include <perf/segment/NameTable.hpp>

#include <cstring>

namespace gantry::perf {

namespace {

constexpr std::uint32_t kFirstRecords = 64;
constexpr std::size_t kBlock = 4096;

}  // namespace

NameTable::NameTable(Segment& segment)
    : segment_(&segment),
      records_(segment, segment.table(Table::Names), sizeof(NameRecord), kFirstRecords),
      index_(0, Hash{this}, Equal{this}) {}

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
    if (const auto known = index_.find(text); known != index_.end()) {
        return *known;
    }
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
    // First, as it may find no memory: a text that readers see is never added again.
    index_.insert(id);
    records_.publish();
    return id;
}

std::string_view NameTable::at(std::uint32_t id) const noexcept {
    const auto& record = *static_cast<const NameRecord*>(records_.at(id));
    return {reinterpret_cast<const char*>(segment_->at(record.place)) + record.inside,
            record.length};
}

}  // namespace gantry::perf
