"""Hooks for MkDocs: fit pages that are written for the repository into the docs site.

README.md, CONTRIBUTING.md, SECURITY.md and CHANGELOG.md become pages of the site. A file outside of docs/ that a page
links to, such as an example or a configuration file, is copied into the site, so every link works without a repository.
A folder in the navigation (`recipes/`) stands for all its pages that are not named elsewhere in it.
"""

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parent.parent
ROOT_PAGES = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "report-a-vulnerability.md",
    "CHANGELOG.md": "changelog.md",
}
COPIES = "files"  # the folder of the site for files from outside of docs/
LINK = re.compile(r"(?P<before>\]\(|<img src=\")(?!\w+:|#)(?P<path>[^)#\"]+)")
FENCE_WITH_FILE_NAME = re.compile(r"^```(\w+) (\S+)$", re.MULTILINE)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Replace each folder in the navigation by its pages, README.md first."""
    if config.nav is not None:
        config.nav = pages_of_folders(config.nav, set(named_pages(config.nav)))
    return config


def pages_of_folders(entry: Any, elsewhere: set[str]) -> Any:
    """Return a part of the navigation, each folder replaced by its pages that are not named elsewhere."""
    if isinstance(entry, list):
        return [pages_of_folders(part, elsewhere) for part in entry]
    if isinstance(entry, dict):
        return {title: pages_of_folders(part, elsewhere) for title, part in entry.items()}
    if not entry.endswith("/"):
        return entry
    pages = [f"{entry}{path.name}" for path in sorted((ROOT / "docs" / entry).glob("*.md"))]
    return sorted(set(pages) - elsewhere, key=lambda page: (not page.endswith("README.md"), page))


def named_pages(entry: Any) -> list[str]:
    """Return every page and folder that the navigation names."""
    if isinstance(entry, str):
        return [entry]
    parts = entry.values() if isinstance(entry, dict) else entry
    return [page for part in parts for page in named_pages(part)]


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages at the root of the repository, and every file that some page links to."""
    for name, address in ROOT_PAGES.items():
        files.append(File.generated(config, address, content=(ROOT / name).read_text("utf-8")))
    for file in files.documentation_pages():
        for match in LINK.finditer(file.content_string):
            path = repository_path(file.src_uri, match["path"])
            if is_copied(path) and not files.get_file_from_path(f"{COPIES}/{path}"):
                files.append(File.generated(config, f"{COPIES}/{path}", abs_src_path=str(ROOT / path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Rewrite links for the site; a file name after the language of a code block becomes its title."""

    def site_link(match: re.Match[str]) -> str:
        target = site_address(repository_path(page.file.src_uri, match["path"]))
        return match["before"] + posixpath.relpath(target, posixpath.dirname(page.file.src_uri) or ".")

    return LINK.sub(site_link, FENCE_WITH_FILE_NAME.sub(r'```\1 title="\2"', markdown))


def repository_path(address: str, link: str) -> str:
    """Return the path, from the root of the repository, that a link on a page leads to."""
    names = {address: name for name, address in ROOT_PAGES.items()}
    source = names.get(address, f"docs/{address}")
    return posixpath.normpath(posixpath.join(posixpath.dirname(source), link))


def site_address(path: str) -> str:
    """Return the address in the site of a repository path; a path outside the site is unchanged, and reported."""
    if path in ROOT_PAGES:
        return ROOT_PAGES[path]
    if is_copied(path):
        return f"{COPIES}/{path}"
    if path.startswith("docs/") and (ROOT / path / "README.md").exists():
        path = f"{path}/README.md"
    return path.removeprefix("docs/")


def is_copied(path: str) -> bool:
    """Whether a path names a file that the site has only as a copy."""
    is_page = path in ROOT_PAGES or (path.startswith("docs/") and not path.endswith(".json"))
    return not is_page and (ROOT / path).is_file()
