#include "Meeting.hpp"

#include <gantry/Error.hpp>

#include <algorithm>
#include <chrono>
#include <cstring>
#include <sstream>
#include <utility>

namespace parallel::local {

namespace {

/// How much longer others wait for the outcome, as rank 0 may have come later.
constexpr std::chrono::milliseconds kGrace{1000};

/// In place of a kind, before the ranks that have ended. Kinds are not below -1.
constexpr double kGone = -2;

[[noreturn]] void refuse(const std::string& note) {
    throw gantry::Error(gov::cca::CCAExceptionType::NetworkError, note);
}

std::string bytesOf(const std::vector<double>& values) {
    std::string bytes(values.size() * sizeof(double), '\0');
    if (!values.empty()) {
        std::memcpy(bytes.data(), values.data(), bytes.size());
    }
    return bytes;
}

std::vector<double> valuesIn(const std::string& bytes) {
    std::vector<double> values(bytes.size() / sizeof(double));
    if (!values.empty()) {
        std::memcpy(values.data(), bytes.data(), values.size() * sizeof(double));
    }
    return values;
}

std::string subject(const std::vector<std::int32_t>& ranks) {
    std::string text = ranks.size() == 1 ? "rank " : "ranks ";
    for (std::size_t i = 0; i < ranks.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == ranks.size() ? " and " : ", ") + std::to_string(ranks[i]);
    }
    return text + (ranks.size() == 1 ? " has" : " have");
}

}  // namespace

void Meeting::arrive(int rank, const std::string& bytes) {
    Brought all;
    std::vector<double> gone;
    {
        const std::lock_guard lock(mutex_);
        present_[rank] = valuesIn(bytes);
        all = takeIfAll(gone);
    }
    // The last one to come ends the meeting, outside of the lock.
    end(all, gone);
}

void Meeting::leave(int rank) {
    Brought all;
    std::vector<double> gone;
    {
        const std::lock_guard lock(mutex_);
        gone_.insert(rank);
        all = takeIfAll(gone);
    }
    end(all, gone);
}

Meeting::Brought Meeting::takeIfAll(std::vector<double>& gone) {
    for (int rank = 0; rank < links_.place().size; ++rank) {
        if (present_.count(rank) > 0) {
            continue;
        }
        if (gone_.count(rank) == 0) {
            gone.clear();
            return {};
        }
        gone.push_back(rank);
    }
    return std::exchange(present_, {});
}

void Meeting::end(const Brought& all, const std::vector<double>& gone) {
    if (all.empty()) {
        return;
    }
    if (gone.empty()) {
        finish(all);
        return;
    }
    std::vector<double> outcome{kGone};
    outcome.insert(outcome.end(), gone.begin(), gone.end());
    tell(outcome);
}

// The first value is the kind; an outcome of none says that kinds differ.
void Meeting::finish(const Brought& all) {
    std::vector<double> outcome = all.begin()->second;
    for (const auto& [rank, values] : all) {
        if (values.size() != outcome.size() || values[0] != outcome[0]) {
            outcome.clear();
            break;
        }
        for (std::size_t i = 0; i < values.size(); ++i) {
            outcome[i] = std::max(outcome[i], values[i]);
        }
    }
    tell(outcome);
}

void Meeting::tell(const std::vector<double>& outcome) {
    for (int rank = 0; rank < links_.place().size; ++rank) {
        // They all have come, so they are there, unless one has died since; nobody may throw here.
        if (rank == links_.place().rank) {
            links_.send(rank, Channel::Result, 0, bytesOf(outcome));
        } else {
            links_.sendIfPresent(rank, Channel::Result, bytesOf(outcome));
        }
    }
}

std::vector<std::int32_t> Meeting::absent() {
    if (links_.place().rank != 0) {
        return {0};
    }
    const std::lock_guard lock(mutex_);
    std::vector<std::int32_t> ranks;
    for (std::int32_t rank = 0; rank < links_.place().size; ++rank) {
        if (present_.count(rank) == 0) {
            ranks.push_back(rank);
        }
    }
    return ranks;
}

std::vector<double> Meeting::maximum(const std::vector<double>& values, double kind,
                                     double timeout) {
    using Clock = Links::Clock;
    // An agreement that timed out may have ended since; its outcome is taken out of the way first.
    if (open_) {
        if (!links_.receive(0, Channel::Result, 0, Clock::now())) {
            refuse(
                "an earlier agreement has not ended, because some rank never reached it; abort the "
                "run");
        }
        open_ = false;
    }
    missing_.clear();
    std::vector<double> mine{kind};
    // The kind is in front, see finish().
    mine.insert(mine.end(), values.begin(), values.end());
    open_ = true;
    const bool first = links_.place().rank == 0;
    if (first) {
        arrive(0, bytesOf(mine));
    } else {
        links_.send(0, Channel::Agreement, 0, bytesOf(mine));
    }
    auto end = Clock::time_point::max();
    if (timeout > 0) {
        end = Clock::now() +
              std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(timeout)) +
              (first ? Clock::duration::zero() : Clock::duration(kGrace));
    }
    const std::optional<std::string> outcome = links_.receive(0, Channel::Result, 0, end);
    if (!outcome) {
        missing_ = absent();
        std::ostringstream text;
        text << subject(missing_) << " not come to an agreement within " << timeout << " s";
        refuse(text.str());
    }
    open_ = false;
    std::vector<double> result = valuesIn(*outcome);
    if (result.empty()) {
        refuse(
            "the ranks made different agreements; every rank must make the same ones in the same "
            "order, with the same number of values");
    }
    const double outcomeKind = result.front();
    result.erase(result.begin());
    if (outcomeKind == kGone) {
        missing_.assign(result.begin(), result.end());
        refuse(subject(missing_) + " ended and will not come to an agreement");
    }
    return result;
}

}  // namespace parallel::local
