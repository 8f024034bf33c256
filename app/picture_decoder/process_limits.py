"""Limits this process's memory and CPU time."""

import os
import sys

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes
else:
    import resource


if sys.platform == "win32":

    class _BasicLimits(ctypes.Structure):
        """JOBOBJECT_BASIC_LIMIT_INFORMATION."""

        _fields_ = (
            ("process_time", ctypes.c_int64),
            ("job_time", ctypes.c_int64),
            ("flags", wintypes.DWORD),
            ("smallest_working_set", ctypes.c_size_t),
            ("largest_working_set", ctypes.c_size_t),
            ("processes", wintypes.DWORD),
            ("affinity", ctypes.c_size_t),
            ("priority", wintypes.DWORD),
            ("scheduling", wintypes.DWORD),
        )

    class _Limits(ctypes.Structure):
        """JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

        _fields_ = (
            ("basic", _BasicLimits),
            ("io_counters", ctypes.c_uint64 * 6),
            ("process_memory", ctypes.c_size_t),
            ("job_memory", ctypes.c_size_t),
            ("peak_process_memory", ctypes.c_size_t),
            ("peak_job_memory", ctypes.c_size_t),
        )

    _PROCESS_TIME, _PROCESS_MEMORY = 0x2, 0x100
    _EXTENDED_LIMITS = 9
    _UNITS_PER_SECOND = 10_000_000

    def limit_process(memory: int, seconds: int | None = None) -> None:
        """Limit committed memory in bytes, and CPU time if it is given, by a job object that holds this process.

        Raises:
            OSError: the system refuses it.
        """
        kernel = ctypes.WinDLL("kernel32", use_last_error=True)
        kernel.CreateJobObjectW.restype = wintypes.HANDLE
        kernel.GetCurrentProcess.restype = wintypes.HANDLE
        job = wintypes.HANDLE(kernel.CreateJobObjectW(None, None))
        limits = _Limits(
            _BasicLimits(
                process_time=(seconds or 0) * _UNITS_PER_SECOND,
                flags=_PROCESS_MEMORY | (_PROCESS_TIME if seconds else 0),
            ),
            process_memory=memory,
        )
        is_limited = kernel.SetInformationJobObject(
            job, _EXTENDED_LIMITS, ctypes.byref(limits), ctypes.sizeof(limits)
        ) and kernel.AssignProcessToJobObject(job, wintypes.HANDLE(kernel.GetCurrentProcess()))
        if not is_limited:
            raise ctypes.WinError(ctypes.get_last_error())

else:

    def limit_process(memory: int, seconds: int | None = None) -> None:
        """Limit memory in bytes, and CPU time if it is given; no core file is written, as it would hold what is read.

        Linux limits writable private memory, which leaves the mapped libraries out. macOS does not enforce it.
        """
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_DATA, (memory, memory))
        if seconds is None:
            return
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        if sys.platform == "linux":  # Qt starts a thread for each processor, whose stack takes 8 MB of the memory
            processors = sorted(os.sched_getaffinity(0))
            os.sched_setaffinity(0, {processors[os.getpid() % len(processors)]})
