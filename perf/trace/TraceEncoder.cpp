#include <base/bytes/Varint.hpp>
#include <base/compression/Compressor.hpp>
#include <perf/trace/TraceEncoder.hpp>

#include "TraceTag.hpp"

namespace gantry::perf {

TraceEncoder::TraceEncoder() : compressor_(std::make_unique<base::Compressor>()) {}

TraceEncoder::~TraceEncoder() = default;

std::string TraceEncoder::encode(const TraceRun& run) {
    // Room for the longest numbers, so that the loop below needs no bounds checks.
    tags_.resize(run.records.size() * base::kLongestVarint);
    times_.resize(run.records.size() * base::kLongestVarint);
    open_.clear();
    char* tag = tags_.data();
    char* time = times_.data();
    ChunkHeader header{};
    bool hasTime = false;
    for (const TraceRecord& record : run.records) {
        const TraceKind kind = record.kind();
        if (kind == TraceKind::Value) {
            time = base::putVarint(time, reversedBytes(record.time));
        } else {
            if (!hasTime) {
                hasTime = true;
                header.firstTime = header.lastTime = record.time;
            }
            time = base::putVarint(time, record.time - header.lastTime);
            header.lastTime = record.time;
        }
        // Calls nest, so nearly every stop ends the innermost start and needs one byte.
        if (kind == TraceKind::Stop && !open_.empty() && open_.back() == record.id()) {
            open_.pop_back();
            tag = base::putVarint(tag, kStopInnermost);
            continue;
        }
        if (kind == TraceKind::Start) {
            open_.push_back(record.id());
        }
        tag = base::putVarint(tag, tagOf(kind, record.id()));
    }
    plain_.clear();
    base::addVarint(plain_, static_cast<std::uint64_t>(tag - tags_.data()));
    plain_.append(tags_.data(), tag);
    plain_.append(times_.data(), time);
    header.kind = static_cast<std::uint32_t>(ChunkKind::Records);
    header.thread = run.thread;
    header.firstRecord = run.first;
    header.lost = run.lost;
    header.records = static_cast<std::uint32_t>(run.records.size());
    header.plainBytes = static_cast<std::uint32_t>(plain_.size());
    packed_.clear();
    const bool packed = compressor_->pack(plain_, packed_);
    header.encoding =
        static_cast<std::uint32_t>(packed ? ChunkEncoding::Zstd : ChunkEncoding::Plain);
    return makeChunk(header, packed ? packed_ : plain_);
}

}  // namespace gantry::perf
