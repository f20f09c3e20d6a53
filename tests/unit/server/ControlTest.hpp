#pragma once

#include <server/ControlSocket.hpp>

#include <doctest/doctest.h>

#include <filesystem>
#include <string>
#include <sys/socket.h>

#include "TestFolder.hpp"

/// A client that may behave as badly as it likes. Every wait is for what has to come.
class RawClient final {
public:
    explicit RawClient(const std::filesystem::path& path)
        : socket_(gantry::server::connectToControl(path)) {}

    /// False where the other end takes no more.
    bool send(const std::string& text) const {
        for (std::size_t sent = 0; sent < text.size();) {
            const ssize_t size =
                ::send(socket_.number(), text.data() + sent, text.size() - sent, MSG_NOSIGNAL);
            if (size < 0) {
                return false;
            }
            sent += static_cast<std::size_t>(size);
        }
        return true;
    }
    void sayNoMore() const { ::shutdown(socket_.number(), SHUT_WR); }
    /// The next line without its line feed; "END" where there is none.
    std::string line() {
        std::string text;
        for (char c = 0; ::recv(socket_.number(), &c, 1, 0) == 1;) {
            if (c == '\n') {
                return text;
            }
            text += c;
        }
        return text.empty() ? "END" : text;
    }

private:
    gantry::base::Descriptor socket_;
};
