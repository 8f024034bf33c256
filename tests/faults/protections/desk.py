"""Protections of the program's availability, of its secrets, and against hostile data."""

from tests.faults.protections.protection import Protection

_KEYRING = "tests/faults/test_keyring.py::test_the_window_works_says_what_to_do_and_keeps_the_secret_in_memory"
_NOTHING_WRITTEN = "tests/faults/test_privacy.py::test_no_secret_and_no_unneeded_personal_data_is_written"
_WIDGETS = "tests/faults/test_hostile_text.py::test_every_widget_shows_text_as_text_and_nothing_is_loaded"
_RESTARTS = "tests/faults/test_supervision.py::test_a_receiver_that_ends_repeatedly_is_restarted_and_reported"

DESK = (
    Protection(
        "closed, asleep, stopped, tunnel down",
        "a process sees its own silence",
        "app/services/receiving/heartbeat.py",
        "if silence < self._shortest_gap:",
        "if is_own or silence < self._shortest_gap:",
        ("tests/faults/test_heartbeats.py::test_every_sleep_is_found_and_no_shorter_pause_is_a_gap",),
    ),
    Protection(
        "closed, asleep, stopped, tunnel down",
        "a new process sees the silence before it",
        "app/facts/gaps.py",
        "gap = gap_after(last) if last is not None else None",
        "gap = gap_after(last) if last is not None and last.owner == heartbeat.owner else None",
        ("tests/faults/test_heartbeats.py::test_every_gap_of_a_real_receiver_is_found_and_its_day_loaded_again",),
    ),
    Protection(
        "closed, asleep, stopped, tunnel down",
        "the day of a gap is read again",
        "app/cli/receive.py",
        "            reloader.after_gap(gap)",
        "            pass",
        ("tests/faults/test_heartbeats.py::test_every_gap_of_a_real_receiver_is_found_and_its_day_loaded_again",),
    ),
    Protection(
        "closed, asleep, stopped, tunnel down",
        "a tunnel that was down leaves a gap",
        "app/services/receiving/public_url_monitor.py",
        "                self._end_outage(now)\n                self._has_worked",
        "                self._has_worked",
        ("tests/faults/test_heartbeats.py::test_a_tunnel_that_was_down_is_a_gap_once_it_is_up",),
    ),
    Protection(
        "keyring",
        "only a keyring that encrypts is trusted",
        "app/credentials/backends.py",
        "if _name(type(chosen)) in _ENCRYPTED:",
        "if chosen is not None:",
        (f"{_KEYRING}[plain text]",),
    ),
    Protection(
        "clock jumps, zones, DST",
        "a process measures its own silence by the monotonic clock",
        "app/services/receiving/heartbeat.py",
        "timedelta(seconds=elapsed) if is_own else abs(now - last.at)",
        "abs(now - last.at)",
        ("tests/faults/test_clocks.py::test_a_shifted_clock_changes_no_gap_and_rows_follow_the_rule",),
    ),
    Protection(
        "hostile text",
        "a label shows plain text",
        "app/ui/widgets/labels.py",
        "    label.setTextFormat(Qt.TextFormat.PlainText)\n",
        "",
        (_WIDGETS,),
    ),
    Protection(
        "hostile text",
        "a tool tip shows plain text",
        "app/ui/widgets/labels.py",
        "{html.escape(shortened(text))}",
        "{shortened(text)}",
        (_WIDGETS,),
    ),
    Protection(
        "hostile text",
        "a csv cell is no formula",
        "app/export/csv_format.py",
        "return guarded(for_spreadsheet(cell))",
        "return for_spreadsheet(cell)",
        ("tests/faults/test_hostile_text.py::test_copies_exports_and_prints_are_plain_text",),
    ),
    Protection(
        "hostile text",
        "a command prints no control character",
        "app/cli/terminal/safe_output.py",
        """    return _UNSAFE.sub(lambda found: f"\\\\u{ord(found[0]):04x}", text)""",
        "    return text",
        ("tests/faults/test_hostile_text.py::test_a_command_prints_no_control_character_of_the_data",),
    ),
    Protection(
        "start and stop, hours of traffic",
        "a door that stops waits for its thread",
        "app/webhook/server.py",
        "                self._soon(self._stop)\n            thread.join(_LONGEST_STOP)",
        "                pass",
        ("tests/faults/test_hours.py::test_two_hundred_starts_leave_no_resources",),
    ),
    Protection(
        "privacy",
        "a crash report is redacted",
        "app/logs/crash_reports.py",
        "self._redact(happened).rstrip()",
        "happened.rstrip()",
        ("tests/logs/test_crash_reports.py::test_a_report_says_where_it_was_and_what_ran_and_came_before",),
    ),
    Protection(
        "privacy",
        "a header with the token in it is not kept",
        "app/webhook/request_heads.py",
        "if not _is_secret(name) and not has_token(value)",
        "if not _is_secret(name)",
        (_NOTHING_WRITTEN,),
    ),
    Protection(
        "supervision",
        "a loop that a bug ended is begun again",
        "app/threads/supervised_thread.py",
        "                self._stopping.wait(self._restarts.seconds_left)",
        "                return",
        ("tests/faults/test_supervision.py::test_every_thread_that_ends_is_reported_and_restarted",),
    ),
    Protection(
        "supervision",
        "a bug that ended a loop is told",
        "app/threads/supervised_thread.py",
        "                self._report(error)\n",
        "",
        ("tests/faults/test_supervision.py::test_every_thread_that_ends_is_reported_and_restarted",),
    ),
    Protection(
        "supervision",
        "a receiver that a bug ended is opened anew",
        "app/services/receiving/restarted_server.py",
        "if self.current is not None and not self.current.is_alive:",
        "if self.current is not None and self._has_ended:",
        (_RESTARTS,),
    ),
)
