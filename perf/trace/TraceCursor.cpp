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
    // Runs may overlap, as a drained file and the rings do: records already given are skipped.
    while (run_.first + run_.records.size() <= number_ || at_ == run_.records.size()) {
        if (!load()) {
            return false;
        }
        at_ = std::min<std::uint64_t>(number_ > run_.first ? number_ - run_.first : 0,
                                      run_.records.size());
    }
    if (const std::uint64_t here = run_.first + at_; here > number_) {
        // The id of a Lost record has 32 bits, so a larger gap is reported as the largest count.
        const auto missing = std::min<std::uint64_t>(here - number_, ~std::uint32_t{0});
        record = TraceRecord::make(TraceKind::Lost, static_cast<std::uint32_t>(missing), lastTime_,
                                   number_);
        number_ = here;
        return true;
    }
    record = run_.records[at_++];
    ++number_;
    // A Value record holds the value where others hold their time.
    lastTime_ = record.kind() == TraceKind::Value ? lastTime_ : record.time;
    return true;
}

}  // namespace gantry::perf
