"""Compares the locked and the oldest allowed versions with known advisories, and lists what the program consists of.

pip-audit asks the service of the package index. Where it cannot be reached, only the advisories in advisories.toml are
known, which is said with their date. The list is build/sbom.json, a CycloneDX document of the installed libraries that
the program itself needs on this machine.
"""

import importlib.metadata
import json
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
ADVISORIES = ROOT / "packaging" / "advisories.toml"
CONSTRAINTS = ROOT / "packaging" / "constraints.txt"
SBOM = ROOT / "build" / "sbom.json"
_UNREACHABLE = re.compile(
    r"^requests\.exceptions\.(ConnectionError|ConnectTimeout|ReadTimeout|ProxyError): "
    r"|^ERROR:pip_audit\._cli:Could not connect to PyPI's vulnerability feed$",
    re.MULTILINE,
)
"""How pip-audit 2.10 reports that it could not reach the service: it lets most errors of `requests` pass."""
_PINNED = re.compile(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)", re.MULTILINE)


def locked_versions(constraints: str) -> dict[str, Version]:
    """Return the exact versions in the text of constraints.txt, by canonical name."""
    return {canonicalize_name(name): Version(version) for name, version in _PINNED.findall(constraints)}


def oldest_versions(pyproject: str) -> dict[str, Version]:
    """Return the oldest version of each dependency that the text of pyproject.toml allows, by canonical name."""
    declared = tomllib.loads(pyproject)
    wanted = [*declared["project"]["dependencies"], *declared["dependency-groups"]["dev"]]
    floors: dict[str, Version] = {}
    for requirement in map(Requirement, wanted):
        at_least = [Version(one.version) for one in requirement.specifier if one.operator in (">=", "==")]
        floors[canonicalize_name(requirement.name)] = max(at_least)
    return floors


def affected(versions: Mapping[str, Version], advisories: str) -> Iterator[str]:
    """Yield a line for each version that an advisory in the text of advisories.toml concerns."""
    for advisory in tomllib.loads(advisories)["advisory"]:
        version = versions.get(canonicalize_name(advisory["package"]))
        if version is not None and version < Version(advisory["fixed"]):
            yield f"{advisory['package']} {version}: {', '.join(advisory['ids'])}; fixed in {advisory['fixed']}"


def bill_of_materials(program: str = "despacho", extras: str = "relay") -> Bom:
    """Return the installed libraries that an installed program and its extras need, directly or through another."""
    names = [program]
    components: dict[str, Component] = {}
    while names:
        found = importlib.metadata.distribution(names.pop())
        name = canonicalize_name(found.name)
        if name not in components:
            url = PackageURL("pypi", None, name, found.version)
            kind = ComponentType.APPLICATION if name == program else ComponentType.LIBRARY
            components[name] = Component(type=kind, name=name, version=found.version, purl=url, bom_ref=str(url))
            wanted, extra = map(Requirement, found.requires or []), extras if name == program else ""
            names += [one.name for one in wanted if one.marker is None or one.marker.evaluate({"extra": extra})]
    bom = Bom(components=components.values())
    bom.metadata.component = components[program]
    bom.register_dependency(components[program], [one for name, one in components.items() if name != program])
    return bom


def findings(asked: subprocess.CompletedProcess[str]) -> list[str] | None:
    """Return a line for each problem in pip-audit's JSON; None if no service that knows the packages was reached.

    A mirror of the index without the advisories answers that it knows none of the packages. One that is unknown among
    known ones is a problem.
    """
    if asked.returncode and _UNREACHABLE.search(asked.stderr):
        return None
    try:
        audited = json.loads(asked.stdout)["dependencies"]
    except ValueError:
        return [f"pip-audit failed: {asked.stderr.strip()}"]
    unknown = [one["skip_reason"] for one in audited if "skip_reason" in one]
    if len(unknown) == len(audited):
        return None
    known = [(one, advisory) for one in audited for advisory in one.get("vulns", ())]
    return unknown + [f"{one['name']} {one['version']}: {advisory['id']}" for one, advisory in known]


def main() -> int:
    """Print what is affected; return 1 if anything is, or if the service was reached and could not audit all."""
    advisories = ADVISORIES.read_text(encoding="utf-8")
    locked = locked_versions(CONSTRAINTS.read_text(encoding="utf-8"))
    oldest = oldest_versions((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = [f"locked: {line}" for line in affected(locked, advisories)]
    found += [f"oldest allowed: {line}" for line in affected(oldest, advisories)]
    SBOM.parent.mkdir(exist_ok=True)
    bom = bill_of_materials()
    JsonV1Dot6(bom).output_to_file(str(SBOM), allow_overwrite=True, indent=2)
    audit = [sys.executable, "-m", "pip_audit", "--requirement", str(CONSTRAINTS), "--require-hashes", "--disable-pip"]
    asked = subprocess.run([*audit, "--format", "json"], check=False, capture_output=True, text=True)
    by_service = findings(asked)
    if by_service is None:
        date = tomllib.loads(advisories)["date"]
        print(f"The advisory service could not be reached. Compared only with packaging/advisories.toml of {date}.")
    else:
        found += by_service
    print(*found, sep="\n", end="\n" if found else "")
    print(f"{len(locked)} locked packages were compared; {SBOM.relative_to(ROOT)} lists {len(bom.components)}.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
