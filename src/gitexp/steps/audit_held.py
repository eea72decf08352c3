"""Builds a fault that audit holds against one file of the store."""

from __future__ import annotations

from gitexp.records.fault import Fault, FaultCode, Gravity
from gitexp.records.store_file import StoreFile


def held(
    file: StoreFile, code: FaultCode, line: int, message: str, mend: str, severity: Gravity = "error"
) -> Fault:
    """Return the fault, with the file's path and the id that it gives."""
    return Fault(code, severity, file.id, file.path, line, message, mend)
