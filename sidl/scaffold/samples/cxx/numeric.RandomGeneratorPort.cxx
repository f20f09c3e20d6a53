#include <mutex>
#include <random>

    // Uniform in [0, 1): the upper 53 bits of a Mersenne twister, to be replaced by your generator.
    double getRandomNumber() override {
        const gantry::Timed timed(getRandomNumberTimer_);
        const std::lock_guard lock(mutex_);
        return static_cast<double>(generator_() >> 11U) * 0x1p-53;
    }

    void setSeed(std::int64_t seed) override {
        const std::lock_guard lock(mutex_);
        generator_.seed(static_cast<std::uint64_t>(seed));
    }

private:
    std::mutex mutex_;
    std::mt19937_64 generator_;
    gantry::MethodTimer& getRandomNumberTimer_ = timer("getRandomNumber");
