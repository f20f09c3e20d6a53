#include <perf/recording/LiveSource.hpp>
#include <perf/recording/SegmentChoice.hpp>
#include <perf/segment/CpuClock.hpp>
#include <perf/segment/SegmentFile.hpp>
#include <perf/segment/SegmentReader.hpp>

namespace gantry::perf {

namespace {

class LocalSource final : public LiveSource {
public:
    explicit LocalSource(const std::string& word)
        : file_(chooseSegment(word)), name_("process " + std::to_string(file_.header().pid)) {}

    [[nodiscard]] const std::string& name() const override { return name_; }
    Profile read() override { return file_.read().profile; }
    bool isLive() override { return file_.isLive(); }
    std::vector<ThreadActivity> threads(const Profile& now) override {
        // Threads of the system are of interest while they live only.
        if (!file_.isLive()) {
            return {};
        }
        const SegmentReader reader(file_.mapAgain());
        return observer_.look(now, file_.header().pid, reader.livingThreads(),
                              clockNs(CLOCK_BOOTTIME));
    }
    [[nodiscard]] bool isLocal() const override { return true; }

private:
    SegmentFile file_;
    std::string name_;
    ThreadObserver observer_;
};

}  // namespace

std::unique_ptr<LiveSource> localSource(const std::string& word) {
    return std::make_unique<LocalSource>(word);
}

}  // namespace gantry::perf
