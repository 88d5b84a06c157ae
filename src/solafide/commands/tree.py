"""Every command with its options and arguments."""

from solafide.commands.arguments import PROGRAM, Argument, Command, Option

LANG = Option("--lang", "lang", "LANG")
HELP = Option("--help", "help")
JSON = Option("--json", "json")
ALWAYS = (LANG, HELP)
RECORD = Argument("FILE", "file")
GAMES = (1, 1_000_000_000)

MODE = Option("--mode", "mode", "MODE", allowed=("first", "draft"), default="first")
CLAIMS = Option("--claims", "claims", "WHEN", allowed=("at-once", "after-card"), default="at-once")
TOKENS = Option("--tokens", "tokens", "COUNT", allowed=("16", "unlimited"), default="16")

PLAY = Command(
    "play",
    "play",
    "play",
    options=(
        Option("--no-browser", "no_browser"),
        Option("--port", "port", "PORT", numbers=(0, 65535)),
        Option("--data", "data", "FOLDER"),
        Option("--terminal", "terminal"),
        Option("--opponent", "opponent", "PLAYER"),
        Option("--mode", "mode", "MODE", allowed=("first", "draft"), usual="first"),
        Option("--faith", "seat", "FAITH", allowed=("C", "P", "rolled"), usual="rolled"),
        Option("--first", "first", "FAITH", allowed=("rolled", "C", "P"), usual="rolled"),
        Option("--claims", "claims", "WHEN", allowed=("at-once", "after-card"), usual="at-once"),
        Option("--tokens", "tokens", "COUNT", allowed=("16", "unlimited"), usual="16"),
        Option("--cards", "cards", "FILE"),
        Option("--load", "load", "FILE"),
        Option("--seed", "seed_hex", "HEX"),
        Option("--plain", "plain"),
        Option("--no-color", "no_colour"),
        *ALWAYS,
    ),
)

SERVE = Command(
    "serve",
    "serve",
    "serve",
    options=(
        Option("--settings", "settings", "FILE"),
        Option("--address", "serve_address", "ADDRESS"),
        Option("--port", "serve_port", "PORT"),
        Option("--origins", "origins", "NAMES"),
        Option("--data", "data", "FOLDER"),
        Option("--database", "database", "ADDRESS"),
        Option("--list", "serve_list"),
        *ALWAYS,
    ),
)

KEPT = (
    Option("--settings", "settings", "FILE"),
    Option("--data", "data", "FOLDER"),
    Option("--database", "database", "ADDRESS"),
)
BACKUP = Command(
    "backup",
    "backup",
    "backup",
    options=(*KEPT, Option("--force", "force"), *ALWAYS),
    arguments=(Argument("FILE", "backup"),),
)

RESTORE = Command(
    "restore",
    "restore",
    "restore",
    options=(*KEPT, Option("--force", "restore_force"), *ALWAYS),
    arguments=(Argument("FILE", "backup"),),
)

REPLAY = Command(
    "replay",
    "replay",
    "replay",
    options=(Option("--seat", "eyes", "SEAT", allowed=("C", "P", "spectator", "all")), JSON, *ALWAYS),
    arguments=(RECORD,),
)

VERIFY = Command("verify", "verify", "verify", options=(JSON, *ALWAYS), arguments=(RECORD,))

HINT = Command(
    "hint",
    "hint",
    "hint",
    options=(
        Option("--choice", "mind", "CHOICE"),
        Option("--seat", "asked", "SEAT", allowed=("C", "P")),
        Option("--iterations", "iterations", "N", numbers=(1, 100_000_000)),
        JSON,
        *ALWAYS,
    ),
    arguments=(RECORD,),
)

ANALYSE = Command(
    "analyse",
    "analyse",
    "analyse",
    options=(
        Option("--iterations", "analyse_iterations", "N", numbers=(1, 10_000_000), default=4000),
        Option("--html", "html", "FILE"),
        Option("--force", "force"),
        Option("--jobs", "analyse_jobs", "N", numbers=(1, 64), default=2),
        Option("--quiet", "quiet"),
        JSON,
        *ALWAYS,
    ),
    arguments=(RECORD,),
)

FILTERS = (
    Option("--source", "source", "SOURCE", allowed=("rulebook", "partial", "reconstructed", "printed")),
    Option("--faith", "faith", "FAITH", allowed=("C", "P", "F")),
    Option("--deck", "deck", "DECK", allowed=("shift", "convert", "cards", "neutralise")),
    Option("--kind", "kind", "KIND"),
    Option("--cards", "cards", "FILE"),
    Option("--history", "history"),
)

CARDS = Command(
    "cards",
    "cards",
    "cards_list",
    options=(*FILTERS, JSON, *ALWAYS),
    arguments=(Argument("ID", "id", needed=False),),
    commands=(
        Command("list", "cards_list", "cards_list", options=(*FILTERS, JSON, *ALWAYS)),
        Command(
            "check", "cards_check", "cards_check", options=(JSON, *ALWAYS), arguments=(Argument("FILE", "cards_file"),)
        ),
        Command(
            "export",
            "cards_export",
            "cards_export",
            options=(Option("--set", "cards", "FILE"), Option("--force", "force"), *ALWAYS),
            arguments=(Argument("FILE", "out", needed=False),),
        ),
    ),
)

QUIET = Option("--quiet", "quiet")

SIMULATE = Command(
    "simulate",
    "simulate",
    "simulate",
    options=(
        Option("--games", "games", "N", numbers=GAMES, default=100),
        Option("--catholic", "catholic", "PLAYER", default="random"),
        Option("--protestant", "protestant", "PLAYER", default="random"),
        MODE,
        CLAIMS,
        TOKENS,
        Option("--turn-limit", "turn_limit", "N", numbers=(1, 1_000_000)),
        Option("--cards", "cards", "FILE"),
        Option("--seed", "seed", "SEED"),
        Option("--records", "records", "FOLDER"),
        Option("--force", "force"),
        Option("--jobs", "jobs", "N", numbers=(1, 1000), default=1),
        QUIET,
        JSON,
        *ALWAYS,
    ),
)

ARENA = Command(
    "arena",
    "arena",
    "arena",
    options=(
        Option("--games", "arena_games", "N", numbers=GAMES, default=100),
        Option("--mode", "arena_mode", "MODE", allowed=("first", "draft", "both"), default="first"),
        CLAIMS,
        TOKENS,
        Option("--turn-limit", "turn_limit", "N", numbers=(1, 1_000_000)),
        Option("--cards", "cards", "FILE"),
        Option("--seed", "seed", "SEED"),
        Option("--elo1", "elo1", "ELO", decimals=(-2000, 2000)),
        Option("--elo0", "elo0", "ELO", decimals=(-2000, 2000), default=0),
        Option("--alpha", "alpha", "SHARE", decimals=(0.0001, 0.4), default=0.05),
        Option("--beta", "beta", "SHARE", decimals=(0.0001, 0.4), default=0.05),
        Option("--anchor", "anchor", "PLAYER=ELO"),
        Option("--journal", "journal", "FILE"),
        Option("--records", "records", "FOLDER"),
        Option("--force", "force"),
        Option("--jobs", "arena_jobs", "N", numbers=(1, 1000)),
        QUIET,
        JSON,
        *ALWAYS,
    ),
    arguments=(Argument("PLAYER", "players", many=True),),
)

BENCH = Command(
    "bench",
    "bench",
    "bench",
    options=(
        Option("--quick", "quick"),
        Option("--openspiel", "openspiel"),
        Option("--install", "install", "FOLDER"),
        QUIET,
        JSON,
        *ALWAYS,
    ),
)

FUZZ = Command(
    "fuzz",
    "fuzz",
    "fuzz",
    options=(
        Option("--games", "games", "N", numbers=GAMES, default=1000),
        Option("--seed", "seed", "SEED", default="0"),
        Option("--deep", "deep", "N", numbers=(0, 1_000_000), default=25),
        Option("--failure", "failure", "FILE", default="failure.solafide"),
        Option("--cards", "cards", "FILE"),
        QUIET,
        JSON,
        *ALWAYS,
    ),
)

TRAIN = Command(
    "train",
    "train",
    "train",
    options=(
        Option("--games", "training_games", "N", numbers=GAMES),
        Option("--seed", "seed_number", "N", numbers=(0, 2**63 - 1), default=1517),
        Option("--against", "against", "FILE"),
        QUIET,
        JSON,
        *ALWAYS,
    ),
    arguments=(Argument("FILE", "weights"),),
)

PROFILE = Command(
    "profile",
    "profile",
    "profile",
    options=(
        Option("--games", "profile_games", "N", numbers=(1, 1_000_000), default=10),
        Option("--mode", "arena_mode", "MODE", allowed=("first", "draft", "both"), default="first"),
        Option("--iterations", "judge_iterations", "N", numbers=(1, 100_000_000), default=2000),
        Option("--seed", "seed", "SEED", default="0"),
        Option("--jobs", "arena_jobs", "N", numbers=(1, 1000)),
        QUIET,
        JSON,
        *ALWAYS,
    ),
    arguments=(Argument("PLAYER", "profile_players", needed=False, many=True),),
)

TREE = Command(
    PROGRAM,
    "",
    "",
    options=(Option("--version", "version"), *ALWAYS),
    commands=(
        PLAY,
        SERVE,
        BACKUP,
        RESTORE,
        HINT,
        REPLAY,
        VERIFY,
        ANALYSE,
        CARDS,
        SIMULATE,
        ARENA,
        PROFILE,
        TRAIN,
        BENCH,
        FUZZ,
    ),
)
