#pragma once

#include <compiler/source/SourceText.hpp>
#include <compiler/syntax/Token.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace sidlc {

/// A token or a comment, with the layout around it in the source. The flags are computed once, from
/// the neighbours.
struct Piece {
    std::string_view text;
    TokenKind kind = TokenKind::EndOfFile;
    bool isComment = false;
    bool onOwnLine = true;    ///< of a comment
    bool afterBlank = false;  ///< an empty line precedes it
    bool isSign = false;      ///< belongs to the number after it
    bool isGlued = false;     ///< no blank after it; unless it is a sign, none before it either
    bool closesType = false;  ///< the bracket that ends an array type

    bool is(std::string_view spelling) const { return !isComment && text == spelling; }
    bool isLineComment() const { return isComment && text[1] == '/'; }
};

/// All tokens and comments of `source`, in order; they point into it.
std::vector<Piece> piecesOf(const SourceText& source);

/// True when the canonical form has a blank between the two.
bool spaceBetween(const Piece& left, const Piece& right);

/// The piece as it is written from `column` on. The lines of a comment keep their relative
/// indentation; stars at their beginnings are aligned.
std::string pieceText(const Piece& piece, std::size_t column);

}  // namespace sidlc
