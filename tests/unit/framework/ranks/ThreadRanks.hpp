#pragma once

#include <gantry/Error.hpp>
#include <parallel/Upcalls.hpp>

#include <doctest/doctest.h>

#include <algorithm>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <thread>
#include <vector>

/// Where the threads of a test meet as ranks of a run. A rank that has gone away is missed at once,
/// so that nothing depends on the clock.
class MeetingRoom final {
public:
    struct Said {
        std::string kind;
        std::string text;
        std::vector<double> values;
    };

    explicit MeetingRoom(int size) : said_(static_cast<std::size_t>(size)), gone_(said_.size()) {}

    [[nodiscard]] int size() const { return static_cast<int>(said_.size()); }

    void leave(int rank) {
        const std::lock_guard lock(mutex_);
        gone_[static_cast<std::size_t>(rank)] = true;
        closeWhereComplete();
    }

    /// What every rank said, once all have come. Throws on all ranks where they said it in
    /// different kinds; where ranks have gone, with these in missing.
    std::vector<Said> meet(int rank, Said mine, std::vector<std::int32_t>& missing) {
        std::unique_lock lock(mutex_);
        missing.clear();
        const std::uint64_t number = number_;
        said_[static_cast<std::size_t>(rank)] = std::move(mine);
        closeWhereComplete();
        changed_.wait(lock, [&] { return number_ != number; });
        if (!missing_.empty()) {
            missing = missing_;
            throw gantry::Error(gov::cca::CCAExceptionType::NetworkError, "some have not come");
        }
        for (const Said& one : last_) {
            if (one.kind != last_.front().kind ||
                one.values.size() != last_.front().values.size()) {
                throw gantry::Error(gov::cca::CCAExceptionType::NetworkError,
                                    "the ranks came to different agreements");
            }
        }
        return last_;
    }

private:
    void closeWhereComplete() {
        std::vector<Said> all;
        std::vector<std::int32_t> missing;
        for (std::size_t rank = 0; rank < said_.size(); ++rank) {
            if (said_[rank]) {
                all.push_back(*said_[rank]);
            } else if (gone_[rank]) {
                missing.push_back(static_cast<std::int32_t>(rank));
            } else {
                return;
            }
        }
        last_ = std::move(all);
        missing_ = std::move(missing);
        std::fill(said_.begin(), said_.end(), std::nullopt);
        ++number_;
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<std::optional<Said>> said_;
    std::vector<bool> gone_;
    std::vector<Said> last_;
    std::vector<std::int32_t> missing_;
    std::uint64_t number_ = 0;
};

/// The upcalls of one thread.
class ThreadRank final : public parallel::Upcalls {
public:
    ThreadRank(MeetingRoom& room, int rank) : room_(room), rank_(rank) {}

    std::int32_t getRank() override { return rank_; }
    std::int32_t getSize() override { return room_.size(); }
    void barrier() override { (void)meet({"barrier", {}, {}}); }
    void broadcast(std::string& data, std::int32_t root) override {
        data = meet({"broadcast", data, {}})[static_cast<std::size_t>(root)].text;
    }
    sidl::array<double> reduceSum(const sidl::array<double>& values) override {
        return reduce("sum", values, [](double a, double b) { return a + b; });
    }
    sidl::array<double> reduceMinimum(const sidl::array<double>& values) override {
        return reduce("minimum", values, [](double a, double b) { return std::min(a, b); });
    }
    sidl::array<double> reduceMaximum(const sidl::array<double>& values) override {
        return reduce("maximum", values, [](double a, double b) { return std::max(a, b); });
    }
    sidl::array<std::string> gather(const std::string& data, std::int32_t root) override {
        std::vector<std::string> texts;
        for (const MeetingRoom::Said& said : meet({"gather", data, {}})) {
            texts.push_back(said.text);
        }
        return rank_ == root ? sidl::array<std::string>(texts) : sidl::array<std::string>();
    }
    bool agree(bool ok, double) override {
        const auto all = meet({"agree", {}, {ok ? 0.0 : 1.0}});
        return std::none_of(all.begin(), all.end(),
                            [](const auto& one) { return one.values[0] > 0; });
    }
    sidl::array<double> agreeOnMaximum(const sidl::array<double>& values, double) override {
        return reduce("maximum", values, [](double a, double b) { return std::max(a, b); });
    }
    sidl::array<std::int32_t> getMissing() override { return sidl::array<std::int32_t>(missing_); }
    void abort(std::int32_t) override {}
    void send(const std::string&, std::int32_t, std::int32_t) override {}
    std::string receive(std::int32_t, std::int32_t) override { return {}; }

    /// How often this rank met the others.
    int numMeetings = 0;

private:
    std::vector<MeetingRoom::Said> meet(MeetingRoom::Said mine) {
        ++numMeetings;
        return room_.meet(rank_, std::move(mine), missing_);
    }
    template <class Operation>
    sidl::array<double> reduce(const char* kind, const sidl::array<double>& values,
                               Operation operation) {
        const auto all = meet({kind, {}, values.toVector()});
        std::vector<double> result = all.front().values;
        for (std::size_t rank = 1; rank < all.size(); ++rank) {
            std::transform(result.begin(), result.end(), all[rank].values.begin(), result.begin(),
                           operation);
        }
        return sidl::array<double>(result);
    }

    MeetingRoom& room_;
    int rank_;
    std::vector<std::int32_t> missing_;
};

/// Runs work as every rank of a run at once, and returns what each of them says.
inline std::vector<std::string> onRanks(
    int size, const std::function<std::string(std::shared_ptr<ThreadRank>)>& work) {
    MeetingRoom room(size);
    std::vector<std::string> results(static_cast<std::size_t>(size));
    std::vector<std::thread> threads;
    for (int rank = 0; rank < size; ++rank) {
        threads.emplace_back([&, rank] {
            results[static_cast<std::size_t>(rank)] =
                work(std::make_shared<ThreadRank>(room, rank));
            // Ranks that still wait for this one wait in vain.
            room.leave(rank);
        });
    }
    for (std::thread& thread : threads) {
        thread.join();
    }
    return results;
}

/// The same text from every rank.
inline std::vector<std::string> everywhere(int size, const std::string& text) {
    return std::vector<std::string>(static_cast<std::size_t>(size), text);
}

template <>
struct doctest::StringMaker<std::vector<std::string>> {
    static String convert(const std::vector<std::string>& texts) {
        std::string all;
        for (const std::string& text : texts) {
            all += "\n  [" + text + ']';
        }
        return all.c_str();
    }
};
