#pragma once

#include <tuning/Trial.hpp>

#include <string>

namespace optimizer::test {

inline tuning::Trial accurateTrial(const std::string& candidate, const std::string& subject,
                                   double seconds) {
    tuning::Trial trial;
    trial.candidate = candidate;
    trial.subject = subject;
    trial.calls = 1;
    trial.evaluations = 100;
    trial.seconds = seconds;
    trial.cost = seconds;
    trial.error = 1e-7;
    trial.exact = true;
    trial.accurate = true;
    return trial;
}

inline tuning::Trial inaccurateTrial(const std::string& candidate, const std::string& subject,
                                     double seconds) {
    tuning::Trial trial = accurateTrial(candidate, subject, seconds);
    trial.error = 0.5;
    trial.accurate = false;
    return trial;
}

inline tuning::Trial failedTrial(const std::string& candidate, const std::string& subject,
                                 const std::string& why) {
    tuning::Trial trial;
    trial.candidate = candidate;
    trial.subject = subject;
    trial.failure = why;
    return trial;
}

inline bool contains(const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
}

}  // namespace optimizer::test
