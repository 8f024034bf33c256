from tests.assistive.screen_reader import Listener


def test_every_documented_control_is_exposed(listener: Listener) -> None:
    listener.until(lambda: listener.rows("Shipments"))
    listener.press("ctrl+1")
    listener.press("Down")
    listener.until(lambda: listener.named("Detail"))
    everything = listener.everything()
    names = {one["name"] for one in everything}
    assert {"Carrier", "Date", "Load", "Search", "Receiver", "Views", "Shipments", "Detail"} <= names
    assert {"Drivers", "Map", "Day", "Call", "Export", "End shift", "Filters"} <= names
    assert all(one["name"] for one in everything if one["focusable"]), [
        one for one in everything if one["focusable"] and not one["name"]
    ]
    for place, table in ((2, "Visits"), (5, "Manifests"), (6, "Notifications")):
        listener.press(f"ctrl+{place}")
        listener.until(lambda table=table: any(any(row) for row in listener.rows(table)))  # type: ignore[misc]
    assert "listening" in next(one for one in everything if one["name"] == "Receiver")["description"].lower()
