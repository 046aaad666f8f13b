"""Tokens, brackets and formats for the text-based oracles of C++ and Rust. Nothing here is shared with the harvester."""

import os
import re

HOLE = None  # a run-time part in a list of parts
OPEN, CLOSE = "([{", ")]}"


class Token:
    __slots__ = ("kind", "text", "line", "value")

    def __init__(self, kind, text, line, value=None):
        self.kind, self.text, self.line, self.value = kind, text, line, value

    def __repr__(self):
        return f"{self.kind}:{self.text!r}"


def close_of(tokens, start):
    """Index of the bracket that closes the one at `start`, or the end."""
    depth = 0
    for i in range(start, len(tokens)):
        if tokens[i].kind == "op":
            if tokens[i].text in OPEN:
                depth += 1
            elif tokens[i].text in CLOSE:
                depth -= 1
                if depth == 0:
                    return i
    return len(tokens)


def split(tokens, separator):
    """Pieces between separators outside of brackets."""
    pieces, piece, depth = [], [], 0
    for token in tokens:
        if token.kind == "op":
            depth += (token.text in OPEN) - (token.text in CLOSE)
            if depth == 0 and token.text == separator:
                pieces.append(piece)
                piece = []
                continue
        piece.append(token)
    pieces.append(piece)
    return pieces


def product(choices, bound=16):
    result = [[]]
    for options in choices:
        if len(result) * len(options) > bound:
            options = [[HOLE]]
        result = [left + right for left in result for right in options]
    return result


def merged(parts):
    out = []
    for part in parts:
        if part is not HOLE and out and out[-1] is not HOLE:
            out[-1] += part
        else:
            out.append(part)
    return out


PRINTF = re.compile(r"%[-#0 +']*(?:\*|\d+)?(?:\.(?:\*|\d+)?)?(?:hh|h|ll|l|j|z|t|L)?([diouxXeEfFgGaAcspm%])")


def printf(parts):
    out = []
    for part in merged(parts):
        if part is HOLE:
            out.append(HOLE)
            continue
        at = 0
        for match in PRINTF.finditer(part):
            out += [part[at:match.start()], "%" if match[1] == "%" else HOLE]
            at = match.end()
        out.append(part[at:])
    return out


def fields(parts):
    out = []
    for part in merged(parts):
        if part is HOLE:
            out.append(HOLE)
            continue
        text, at = "", 0
        while at < len(part):
            if part[at:at + 2] in ("{{", "}}"):
                text += part[at]
                at += 2
            elif part[at] == "{" and "}" in part[at:]:
                depth, end = 0, at
                while end < len(part):
                    depth += (part[end] == "{") - (part[end] == "}")
                    end += 1
                    if depth == 0:
                        break
                out += [text, HOLE]
                text, at = "", end
            else:
                text += part[at]
                at += 1
        out.append(text)
    return out


def template(parts):
    out = ""
    for part in parts:
        if part is HOLE:
            if not (out.endswith("{}") and not out.endswith("{{}")):
                out += "{}"
        else:
            out += part.replace("{", "{{").replace("}", "}}")
    return out


def has_literal(parts):
    return any(part is not HOLE and part.strip() for part in parts)


def files_below(folder, extensions):
    for root, folders, names in os.walk(folder):
        folders[:] = sorted(it for it in folders if it not in ("build", "target", "dist", "node_modules") and it[0] != ".")
        for name in sorted(names):
            if name.endswith(extensions):
                path = os.path.join(root, name)
                yield path, os.path.relpath(path, folder).replace(os.sep, "/")
