#pragma once

#include <compiler/source/SourceText.hpp>
#include <compiler/syntax/Token.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace sidlc {

/// A token or a comment, with what stood before it in the source.
struct Piece {
    std::string_view text;
    TokenKind kind = TokenKind::EndOfFile;
    bool isComment = false;
    bool onOwnLine = true;    ///< of a comment
    bool afterBlank = false;  ///< an empty line stands before it
    bool isSign = false;      ///< belongs to the number behind it
    bool isGlued = false;     ///< nothing stands behind it; unless it is a sign, nor before it
    bool closesType = false;  ///< the bracket behind an array type

    bool is(std::string_view spelling) const { return !isComment && text == spelling; }
    bool isLineComment() const { return isComment && text[1] == '/'; }
};

/// All tokens and comments of `source`, in order; they point into it.
std::vector<Piece> piecesOf(const SourceText& source);

/// True when the canonical form has a blank between the two.
bool spaceBetween(const Piece& left, const Piece& right);

/// The piece as it is written from `column` on. The lines of a comment keep their places beside
/// each other; where they begin with a star, it stands below the first one.
std::string pieceText(const Piece& piece, std::size_t column);

}  // namespace sidlc
