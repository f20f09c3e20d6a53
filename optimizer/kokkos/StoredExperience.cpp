#include "StoredExperience.hpp"

#include <StoreFile.hpp>
#include <chrono>
#include <exception>
#include <machineName.hpp>
#include <utility>

#include "OwnFiles.hpp"

namespace optimizer::kokkos {

namespace {

double now() {
    const auto time = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration<double>(time).count();
}

}  // namespace

StoredExperience::StoredExperience(std::filesystem::path file, std::string program)
    : file_(std::move(file)), program_(std::move(program)) {}

template <class Work>
void StoredExperience::attempt(const Work& work) noexcept {
    try {
        const OwnFiles own;
        work();
    } catch (const std::exception& error) {
        try {
            problem_ = problem_.empty() ? error.what() : problem_;
        } catch (const std::exception&) {
            return;  // no memory for the text
        }
    }
}

std::vector<tuning::Learned> StoredExperience::load(const std::string& problem) noexcept {
    std::vector<tuning::Learned> known;
    attempt([&] {
        std::error_code ignored;
        if (!std::filesystem::exists(file_, ignored)) {
            return;
        }
        records::StoreFile store(file_, records::StoreFile::Missing::Refuse);
        for (records::StoredRow& row :
             store.rows({records::machineName(), program_ + '.' + problem}, now())) {
            known.push_back(std::move(row.learned));
        }
    });
    return known;
}

void StoredExperience::save(const std::string& problem,
                            const std::vector<tuning::Learned>& learned) noexcept {
    attempt([&] {
        records::StoreFile(file_, records::StoreFile::Missing::Make)
            .save(records::machineName(), program_ + '.' + problem, learned, now());
    });
}

}  // namespace optimizer::kokkos
