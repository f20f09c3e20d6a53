#include <perf/trace/TraceCursor.hpp>

#include <algorithm>

namespace gantry::perf {

TraceCursor::TraceCursor(const Trace& trace, std::uint32_t thread) {
    if (const auto found = trace.threads().find(thread); found != trace.threads().end()) {
        chunks_ = &found->second;
        if (load()) {
            first_ = number_ = run_.first;
        }
    }
}

bool TraceCursor::load() {
    at_ = 0;
    run_ = {};
    if (chunks_ == nullptr || chunk_ == chunks_->size()) {
        return false;
    }
    run_ = decodeRun(*(*chunks_)[chunk_++]);
    return true;
}

bool TraceCursor::next(TraceRecord& record) {
    // A run that overlaps what was given already counts from where that ended.
    while (run_.first + run_.records.size() <= number_ || at_ == run_.records.size()) {
        if (!load()) {
            return false;
        }
        at_ = std::min<std::uint64_t>(number_ > run_.first ? number_ - run_.first : 0,
                                      run_.records.size());
    }
    if (const std::uint64_t here = run_.first + at_; here > number_) {
        const auto missing = std::min<std::uint64_t>(here - number_, ~std::uint32_t{0});
        record = TraceRecord::make(TraceKind::Lost, static_cast<std::uint32_t>(missing), lastTime_,
                                   number_);
        number_ = here;
        return true;
    }
    record = run_.records[at_++];
    ++number_;
    lastTime_ = record.kind() == TraceKind::Value ? lastTime_ : record.time;
    return true;
}

}  // namespace gantry::perf
