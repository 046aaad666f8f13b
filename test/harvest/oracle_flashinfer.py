#!/usr/bin/env python3
"""The oracle of C++ with what FlashInfer's own macros do, written from its header alone (include/flashinfer/exception.h, v0.6.17).

Usage: oracle_flashinfer.py DIR [DIR ...]. An error is thrown as it is; a check and a warning print their values with a blank
between them, whatever signs of a format stand in the text; TVM's macros (tvm/ffi/error.h) throw the class that they name.
"""

import sys

import oracle_cpp

plain = oracle_cpp.read_call


def spaced(args):
    parts = []
    for i, arg in enumerate(args):
        parts += ([[[" "]]] if i else []) + [oracle_cpp.values(arg)]
    return oracle_cpp.product(parts) if args else []


def read_call(name, args, before):
    if name == "FLASHINFER_ERROR":
        return "raise", None, None, oracle_cpp.values(args[0])
    if name == "FLASHINFER_CHECK":
        return "raise", None, None, spaced(args[1:])
    if name == "FLASHINFER_WARN":
        return "log", "WARNING", None, spaced(args)
    if name in ("TVM_FFI_THROW", "TVM_FFI_LOG_AND_THROW"):
        return "raise", None, args[0][-1].text, oracle_cpp.joined(args[1:])
    return plain(name, args, before)


oracle_cpp.read_call = read_call

if __name__ == "__main__":
    oracle_cpp.main(sys.argv[1:])
