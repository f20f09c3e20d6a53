#include "names.hpp"

#include <array>
#include <utility>

namespace records {
namespace {

using tuning::Reason;
using tuning::Status;

constexpr std::array<std::pair<Reason, const char*>, 10> kReasons{
    {{Reason::Incumbent, "incumbent"},
     {Reason::FirstTry, "first-try"},
     {Reason::Untested, "untested"},
     {Reason::Exploration, "exploration"},
     {Reason::SecondChance, "second-chance"},
     {Reason::Drift, "drift"},
     {Reason::BudgetSpent, "budget-spent"},
     {Reason::LastResort, "last-resort"},
     {Reason::Pinned, "pinned"},
     {Reason::Replayed, "replayed"}}};
constexpr std::array<std::pair<Status, const char*>, 7> kStatuses{{{Status::Completed, "completed"},
                                                                   {Status::Aborted, "aborted"},
                                                                   {Status::Cancelled, "cancelled"},
                                                                   {Status::Failed, "failed"},
                                                                   {Status::Wrong, "wrong"},
                                                                   {Status::TimedOut, "timed-out"},
                                                                   {Status::Crashed, "crashed"}}};

template <class Value, std::size_t N>
std::string spell(const std::array<std::pair<Value, const char*>, N>& names, Value value) {
    for (const auto& [each, name] : names) {
        if (each == value) {
            return name;
        }
    }
    return "unknown";
}

template <class Value, std::size_t N>
std::optional<Value> read(const std::array<std::pair<Value, const char*>, N>& names,
                          const std::string& text) {
    for (const auto& [value, name] : names) {
        if (text == name) {
            return value;
        }
    }
    return std::nullopt;
}

}  // namespace

std::string nameOf(Reason reason) {
    return spell(kReasons, reason);
}

std::string nameOf(Status status) {
    return spell(kStatuses, status);
}

std::optional<Reason> reasonOf(const std::string& name) {
    return read(kReasons, name);
}

std::optional<Status> statusOf(const std::string& name) {
    return read(kStatuses, name);
}

}  // namespace records
