"""The scripts that make the stored databases of the next schema still work."""

from pathlib import Path

from needs import needs_deep_run
from stored.fixtures import FOLDERS, LOCAL, ONLINE, read
from stored.local_games import make_local
from stored.online_games import make_online

pytestmark = needs_deep_run


def test_local_games_can_be_made(tmp_path: Path) -> None:
    new_manifest, manifest = make_local(tmp_path, quick=True), read(FOLDERS[-1], LOCAL)[1]
    assert set(new_manifest["games"]) < set(manifest["games"])
    assert set(new_manifest["requests"]) == set(manifest["requests"])
    for name, entry in new_manifest["games"].items():
        assert entry["facts"].keys() == manifest["games"][name]["facts"].keys()


def test_online_games_can_be_made(tmp_path: Path) -> None:
    new_manifest, manifest = make_online(tmp_path, quick=True), read(FOLDERS[-1], ONLINE)[1]
    assert set(new_manifest["games"]) < set(manifest["games"])
    assert set(new_manifest["deals"]) == set(manifest["deals"])
    assert set(new_manifest["requests"]) == set(manifest["requests"])
    for name, entry in new_manifest["games"].items():
        assert entry["state"] == manifest["games"][name]["state"]
