"""Compares the locked and the oldest allowed versions with known advisories, and lists what the program consists of.

pip-audit asks the service of the package index. Where it cannot be reached, only the advisories in advisories.toml are
known, which is said with their date. The list is build/sbom.json, a CycloneDX document of the installed libraries that
the program itself needs on this machine.
"""

import importlib.metadata
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


def bill_of_materials(program: str = "despacho") -> Bom:
    """Return the installed libraries that an installed program needs, directly or through another."""
    names = [program]
    components: dict[str, Component] = {}
    while names:
        found = importlib.metadata.distribution(names.pop())
        name = canonicalize_name(found.name)
        if name not in components:
            url = PackageURL("pypi", None, name, found.version)
            kind = ComponentType.APPLICATION if name == program else ComponentType.LIBRARY
            components[name] = Component(type=kind, name=name, version=found.version, purl=url, bom_ref=str(url))
            wanted = map(Requirement, found.requires or [])
            names += [one.name for one in wanted if one.marker is None or one.marker.evaluate({"extra": ""})]
    bom = Bom(components=components.values())
    bom.metadata.component = components[program]
    bom.register_dependency(components[program], [one for name, one in components.items() if name != program])
    return bom


def is_unreachable(asked: subprocess.CompletedProcess[str]) -> bool:
    """Tell whether pip-audit failed only because it could not reach the service."""
    return bool(asked.returncode and _UNREACHABLE.search(asked.stderr))


def main() -> int:
    """Print what is affected; return 1 if anything is, or if pip-audit failed although it reached the service."""
    advisories = ADVISORIES.read_text(encoding="utf-8")
    locked = locked_versions(CONSTRAINTS.read_text(encoding="utf-8"))
    oldest = oldest_versions((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    found = [f"locked: {line}" for line in affected(locked, advisories)]
    found += [f"oldest allowed: {line}" for line in affected(oldest, advisories)]
    print(*found, sep="\n", end="\n" if found else "")
    SBOM.parent.mkdir(exist_ok=True)
    bom = bill_of_materials()
    JsonV1Dot6(bom).output_to_file(str(SBOM), allow_overwrite=True, indent=2)
    audit = [sys.executable, "-m", "pip_audit", "--requirement", str(CONSTRAINTS), "--require-hashes", "--disable-pip"]
    asked = subprocess.run([*audit, "--strict"], check=False, capture_output=True, text=True)
    print(asked.stdout, end="")
    if is_unreachable(asked):
        date = tomllib.loads(advisories)["date"]
        print(f"The advisory service could not be reached. Compared only with packaging/advisories.toml of {date}.")
    elif asked.returncode:
        print(asked.stderr, file=sys.stderr)
        found.append("pip-audit")
    print(f"{len(locked)} locked packages were compared; {SBOM.relative_to(ROOT)} lists {len(bom.components)}.")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
