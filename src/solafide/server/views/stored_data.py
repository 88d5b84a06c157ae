"""Which entry of the privacy notice tells of each column of the database and of each value in the browser.

A new column or a new value of the browser needs a place here, and where no entry fits, an entry: see `privacy_notice`.
"""

from __future__ import annotations

# By table, then by entry: the columns.
STORED_COLUMNS: dict[str, dict[str, str]] = {
    "games": {
        "games": (
            "id created changed client rules options cards players recorded seed start summary length asked online"
            " names title"
        )
    },
    "ledger": {"games": "seq game version kind who choice client step public at"},
    "snapshots": {"games": "game version data"},
    "analyses": {"games": "game found"},
    "game_facts": {"games": "game data mistakes"},
    "game_tags": {"notes": "game person tag"},
    "tables": {
        "games": "id created changed client options cards players pace study open part state watch invite deal title"
    },
    "deals": {"games": "id created data part contribution seed"},
    "daily_deals": {"games": "day created terms part seed margin"},
    "daily_games": {"games": "game day margin", "seat": "owner"},
    "expiry_warnings": {"games": "game warned closes"},
    "seats": {
        "seat": "game person hash owner name kind lang joined muted",
        "fairness": "promise contribution",
    },
    "promises": {"fairness": "game who commitment at key signature"},
    "answers": {"answers": "request game at status body"},
    "sets": {"card_sets": "hash canonical unused"},
    "orders": {"notes": "game person data"},
    "notes": {"notes": "game person text"},
    "chat": {"chat": "game number person text client at"},
    "reports": {"reports": "id game person reason text consent step client created closed outcome note"},
    "blocks": {"blocks": "owner blocked"},
    "signs": {
        "email": "game person kind target confirmed token created failures sent step lang leave due error about",
        "webhook": "game person kind target confirmed created failures sent step lang due error about",
    },
    "unwanted": {"email": "hash created"},
    "creators": {"guests": "game address network"},
    "guest_days": {"guests": "guest day card_sets bytes"},
    "bans": {"bans": "network created until reason"},
    "uptime": {"server": "id began beat"},
    "server_keys": {"server": "public private created retired current"},
    "expiry_start": {"server": "id at"},
}
LOCAL_TABLES = frozenset({"sessions"})  # an online server has them too, and never writes to them

# By the name in localStorage, without "solafide."; see core/storage.js.
BROWSER_VALUES: dict[str, str] = {
    "tables": "browser_keys",
    "player": "browser_keys",
    "name": "browser_keys",
    "deals": "browser_keys",
    "daily": "browser_keys",
    "chat": "browser_progress",
    "seen": "browser_progress",
    "course": "browser_progress",
    "puzzles": "browser_progress",
    "box": "browser_box",
    "settings": "browser_settings",
    "guide": "browser_settings",
    "newgame": "browser_settings",
    "newtable": "browser_settings",
    "newdeal": "browser_settings",
}
TAB_VALUES: dict[str, str] = {"game": "browser_tab"}  # in sessionStorage; see core/router.js
CACHES: dict[str, str] = {"files": "browser_files"}  # names without "solafide."; see service-worker.js
