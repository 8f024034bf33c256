"""The templates of cloudflared and ngrok, which cannot be run here: their keys, and their own answers."""

from typing import Any

import pytest

from tests.proxies.plain_yaml import read_plain_yaml
from tests.proxies.programs import TEMPLATES

RECEIVER = "http://127.0.0.1:8750"


def template(name: str) -> dict[str, Any]:
    document = read_plain_yaml((TEMPLATES / name).read_text(encoding="utf-8"))
    assert isinstance(document, dict)
    return document


def test_cloudflared_forwards_every_path_of_its_name_and_answers_503_otherwise() -> None:
    config = template("cloudflared.yml")
    assert set(config) == {"tunnel", "credentials-file", "loglevel", "ingress"}
    assert config["tunnel"] in config["credentials-file"]
    ours, rest = config["ingress"]
    assert set(ours) == {"hostname", "service", "originRequest"}  # no `path`: that would send others to the last rule
    assert ours["service"] == RECEIVER
    assert rest == {"service": "http_status:503"}


def test_cloudflareds_log_holds_no_headers() -> None:
    assert template("cloudflared.yml")["loglevel"] == "info"


def test_ngroks_agent_offers_only_an_internal_endpoint() -> None:
    config = template("ngrok.yml")
    assert set(config) == {"version", "agent", "endpoints"}
    assert config["version"] == "3"
    (endpoint,) = config["endpoints"]
    assert set(endpoint) == {"name", "url", "upstream"}
    assert endpoint["url"].endswith(".internal")
    assert endpoint["upstream"] == {"url": RECEIVER}


def test_ngroks_agent_keeps_no_copies_of_requests() -> None:
    agent = template("ngrok.yml")["agent"]
    assert agent["inspect_db_size"] == "-1"
    assert agent["log_level"] == "info"


def test_ngroks_cloud_endpoint_answers_503_where_the_agent_or_the_receiver_is_away() -> None:
    policy = template("ngrok-cloud.yml")
    assert set(policy) == {"on_http_request"}
    (rule,) = policy["on_http_request"]
    assert set(rule) == {"actions"}  # no `expressions`: it holds for every request
    forward, answer = rule["actions"]
    assert forward["type"] == "forward-internal"
    assert forward["config"] == {"url": template("ngrok.yml")["endpoints"][0]["url"], "on_error": "continue"}
    assert answer["type"] == "custom-response"
    assert answer["config"]["status_code"] == "503"


@pytest.mark.parametrize(
    "text",
    ["a: 1\na: 2\n", "a:\n", "a: 1\n   b: 2\n", "a: {b: 1}\n", "a: 'b'\n", "- a\n", "a: b: c # d\n", "a: |\n  b\n"],
)
def test_yaml_beyond_the_plain_subset_is_refused(text: str) -> None:
    with pytest.raises((AssertionError, IndexError)):
        read_plain_yaml(text)
