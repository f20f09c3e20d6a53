#include <perf/segment/AtomicWord.hpp>
#include <perf/segment/SegmentError.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <perf/segment/TraceCopy.hpp>
#include <perf/trace/SegmentDrain.hpp>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>

namespace gantry::perf {

namespace {

// SegmentFile checks the header and reports clearly what a file is that is not a segment.
base::Descriptor openSegment(const std::filesystem::path& path) {
    const SegmentFile checked(path);
    base::Descriptor descriptor(::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
    if (!descriptor) {
        throw SegmentError(SegmentError::Kind::File,
                           path.string() + ": " + std::generic_category().message(errno));
    }
    return descriptor;
}

}  // namespace

std::filesystem::path drainedFileIn(const SegmentFacts& facts,
                                    const std::filesystem::path& segment) {
    const auto folder = std::find_if(facts.begin(), facts.end(),
                                     [](const auto& fact) { return fact.first == kTraceFolder; });
    return folder == facts.end()
               ? std::filesystem::path()
               : std::filesystem::path(folder->second) / (segment.stem().string() + ".trace");
}

SegmentDrain::SegmentDrain(std::filesystem::path segment, const std::filesystem::path& file)
    : path_(std::move(segment)), descriptor_(openSegment(path_)), drain_(file) {
    mapAgain();
}

SegmentDrain::~SegmentDrain() {
    unmap();
}

void SegmentDrain::unmap() noexcept {
    if (!bytes_.empty()) {
        ::munmap(bytes_.data(), bytes_.size());
        bytes_ = {};
    }
}

// Maps only up to the end of the file: touching memory behind it raises SIGBUS.
void SegmentDrain::mapAgain() {
    struct stat status {};
    const std::size_t size =
        ::fstat(descriptor_.number(), &status) == 0 ? std::size_t(status.st_size) : 0;
    if (size == bytes_.size()) {
        return;
    }
    if (size < std::max(bytes_.size(), sizeof(SegmentHeader))) {
        unmap();
        throw SegmentError(SegmentError::Kind::Damaged, path_.string() + ": the segment was cut");
    }
    unmap();
    void* const memory =
        ::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor_.number(), 0);
    if (memory == MAP_FAILED) {
        throw SegmentError(SegmentError::Kind::File,
                           path_.string() + ": " + std::generic_category().message(errno));
    }
    bytes_ = {static_cast<std::byte*>(memory), size};
}

template <class Work>
bool SegmentDrain::guarded(const Work& work) {
    if (!problem_.empty()) {
        return false;
    }
    try {
        while (true) {
            mapAgain();
            try {
                return work();
            } catch (const SegmentError&) {
                // The writer may have added a ring behind the mapped end. Then the error goes away
                // with a larger mapping, else it is a real one.
                struct stat status {};
                if (::fstat(descriptor_.number(), &status) != 0 ||
                    static_cast<std::size_t>(status.st_size) <= bytes_.size()) {
                    throw;
                }
            }
        }
    } catch (const std::exception& error) {
        problem_ = error.what();
        return false;
    }
}

bool SegmentDrain::sweep() {
    return guarded([this] { return drain_.sweep(bytes_, false); });
}

void SegmentDrain::end() {
    guarded([this] {
        drain_.end(bytes_);
        return false;
    });
}

std::string SegmentDrain::problem() const {
    return problem_.empty() ? drain_.problem() : problem_;
}

}  // namespace gantry::perf
