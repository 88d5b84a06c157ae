"""Every command with its options and arguments."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from solafide.commands.parser import PROGRAM, CommandDefinition, CommandParser
from solafide.text import Catalogue

MAX_GAMES = 1_000_000_000
MAX_TURNS = 1_000_000
MAX_ITERATIONS = 100_000_000
MAX_PROCESSES = 1000

MAX_DAYS = 36_500
GAME_STATES = ("waiting", "opening", "running", "finished", "void")
MODES = ("first", "draft")
CLAIMS = ("at-once", "after-card")
TOKENS = ("16", "unlimited")


def command_parser(texts: Catalogue) -> CommandParser:
    """The parser of the whole command line."""
    return CommandParser(CommandDefinition(PROGRAM, "", "", _define_program, COMMANDS), texts, PROGRAM)


class VersionAction(argparse.Action):
    """Print the version and stop."""

    def __init__(self, option_strings: Sequence[str], dest: str, **more: Any) -> None:
        super().__init__(option_strings, dest, nargs=0, **more)

    def __call__(
        self,
        parser: argparse.ArgumentParser,
        namespace: argparse.Namespace,
        values: str | Sequence[Any] | None,
        option_string: str | None = None,
    ) -> None:
        from solafide.commands.version import version

        assert isinstance(parser, CommandParser)
        print(version(parser.texts))
        parser.exit()


def _define_program(parser: CommandParser) -> None:
    parser.add_flag("-V", "--version", text="version", action=VersionAction)
    parser.add_language()


def _define_play(parser: CommandParser) -> None:
    parser.add_flag("--no-browser", text="no_browser")
    parser.add_number("--port", "PORT", 0, 65535, text="port")
    parser.add_value("--data", "FOLDER", text="data")
    parser.add_flag("--terminal", text="terminal")
    parser.add_value("--opponent", "PLAYER", text="opponent")
    parser.add_choice("--mode", MODES, text="mode", shown_default="first")
    parser.add_choice("--faith", ("C", "P", "rolled"), text="seat", shown_default="rolled")
    parser.add_choice("--first", ("rolled", "C", "P"), text="first", shown_default="rolled")
    parser.add_choice("--claims", CLAIMS, text="claims", shown_default="at-once")
    parser.add_choice("--tokens", TOKENS, text="tokens", shown_default="16")
    parser.add_value("--cards", "FILE", text="cards")
    parser.add_value("--load", "FILE", text="load")
    parser.add_value("--seed", "HEX", text="seed_hex")
    parser.add_flag("--plain", text="plain")
    parser.add_flag("--no-color", text="no_colour")
    parser.add_language()


def _define_serve(parser: CommandParser) -> None:
    parser.add_value("--settings", "FILE", text="settings")
    parser.add_value("--address", "ADDRESS", text="serve_address")
    parser.add_value("--port", "PORT", text="serve_port")
    parser.add_value("--origins", "NAMES", text="origins")
    parser.add_value("--data", "FOLDER", text="data")
    parser.add_value("--database", "ADDRESS", text="database")
    parser.add_flag("--list", text="serve_list")
    parser.add_language()


def _define_backup(parser: CommandParser) -> None:
    _add_storage(parser)
    parser.add_flag("--check", text="backup_check")
    parser.add_flag("--scheduled", text="backup_scheduled")
    parser.add_flag("--force", text="force")
    parser.add_language()
    parser.add_positional("FILE", text="backup", required=False)


def _define_restore(parser: CommandParser) -> None:
    _add_storage(parser)
    parser.add_flag("--force", text="restore_force")
    parser.add_language()
    parser.add_positional("FILE", text="backup")


def _define_admin(parser: CommandParser) -> None:
    parser.add_language()


def _define_admin_command(parser: CommandParser) -> None:
    parser.add_value("--settings", "FILE", text="settings")
    parser.add_value("--data", "FOLDER", text="data")
    parser.add_value("--socket", "FILE", text="admin_socket")
    _add_json_and_language(parser)


def _define_admin_games(parser: CommandParser) -> None:
    parser.add_choice("--state", GAME_STATES, text="admin_state")
    parser.add_number("--untouched", "DAYS", 0, MAX_DAYS, text="admin_untouched")
    parser.add_flag("--oldest", text="admin_oldest")
    parser.add_number("--limit", "N", 1, 1000, text="admin_limit", default=50)
    _define_admin_command(parser)


def _define_admin_game(parser: CommandParser) -> None:
    _define_admin_command(parser)
    parser.add_positional("GAME", text="admin_game")


def _define_admin_guests(parser: CommandParser) -> None:
    parser.add_number("--limit", "N", 1, 1000, text="admin_guest_limit", default=50)
    _define_admin_command(parser)


def _define_admin_ban(parser: CommandParser) -> None:
    parser.add_number("--hours", "N", 1, 24 * MAX_DAYS, text="admin_hours")
    parser.add_value("--reason", "TEXT", text="admin_reason", default="")
    _define_admin_network(parser)


def _define_admin_network(parser: CommandParser) -> None:
    _define_admin_command(parser)
    parser.add_positional("NETWORK", text="admin_network")


def _define_admin_reports(parser: CommandParser) -> None:
    parser.add_flag("--all", text="admin_all_reports")
    parser.add_number("--limit", "N", 1, 1000, text="admin_report_limit", default=50)
    _define_admin_command(parser)


def _define_admin_report(parser: CommandParser) -> None:
    _define_admin_command(parser)
    parser.add_positional("REPORT", text="admin_report")


def _define_admin_decision(parser: CommandParser) -> None:
    parser.add_value("--note", "TEXT", text="admin_note", default="")
    _define_admin_report(parser)


def _define_admin_drain(parser: CommandParser) -> None:
    parser.add_number("--wait", "SECONDS", 0, 86_400, text="admin_wait", default=0)
    parser.add_flag("--stop", text="admin_stop")
    parser.add_flag("--end", text="admin_end")
    _define_admin_command(parser)


def _define_server_key(parser: CommandParser) -> None:
    _add_storage(parser)
    parser.add_flag("--rotate", text="rotate")
    _add_json_and_language(parser)


def _define_hint(parser: CommandParser) -> None:
    parser.add_value("--choice", "CHOICE", text="mind")
    parser.add_choice("--seat", ("C", "P"), text="asked")
    parser.add_number("--iterations", "N", 1, MAX_ITERATIONS, text="iterations")
    _add_json_and_language(parser)
    parser.add_positional("FILE", text="file")


def _define_replay(parser: CommandParser) -> None:
    parser.add_choice("--seat", ("C", "P", "spectator", "all"), text="eyes")
    _add_json_and_language(parser)
    parser.add_positional("FILE", text="file")


def _define_verify(parser: CommandParser) -> None:
    parser.add_value("--receipt", "FILE", text="receipt")
    parser.add_value("--server-key", "KEY", text="server_key")
    _add_json_and_language(parser)
    parser.add_positional("FILE", text="file")


def _define_analyse(parser: CommandParser) -> None:
    parser.add_number("--iterations", "N", 1, 10_000_000, text="analyse_iterations", default=4000)
    parser.add_value("--html", "FILE", text="html")
    parser.add_flag("--force", text="force")
    parser.add_number("--jobs", "N", 1, 64, text="analyse_jobs", default=2)
    parser.add_flag("--quiet", text="quiet")
    _add_json_and_language(parser)
    parser.add_positional("FILE", text="file")


def _define_cards(parser: CommandParser) -> None:
    _define_cards_list(parser)
    parser.add_positional("ID", text="id", required=False)


def _define_cards_list(parser: CommandParser) -> None:
    parser.add_choice("--source", ("rulebook", "partial", "reconstructed", "printed"), text="source")
    parser.add_choice("--faith", ("C", "P", "F"), text="faith")
    parser.add_choice("--deck", ("shift", "convert", "cards", "neutralise"), text="deck")
    parser.add_value("--kind", "KIND", text="kind")
    parser.add_value("--cards", "FILE", text="cards")
    parser.add_flag("--history", text="history")
    _add_json_and_language(parser)


def _define_cards_check(parser: CommandParser) -> None:
    _add_json_and_language(parser)
    parser.add_positional("FILE", text="cards_file")


def _define_cards_export(parser: CommandParser) -> None:
    parser.add_value("--set", "FILE", text="cards")
    parser.add_flag("--force", text="force")
    parser.add_language()
    parser.add_positional("FILE", text="out", required=False)


def _define_simulate(parser: CommandParser) -> None:
    parser.add_number("--games", "N", 1, MAX_GAMES, text="games", default=100)
    parser.add_value("--catholic", "PLAYER", text="catholic", default="random")
    parser.add_value("--protestant", "PLAYER", text="protestant", default="random")
    parser.add_choice("--mode", MODES, text="mode", default="first")
    _add_rules(parser)
    parser.add_value("--seed", "SEED", text="seed")
    parser.add_value("--records", "FOLDER", text="records")
    parser.add_flag("--force", text="force")
    parser.add_number("--jobs", "N", 1, MAX_PROCESSES, text="jobs", default=1)
    parser.add_flag("--quiet", text="quiet")
    _add_json_and_language(parser)


def _define_arena(parser: CommandParser) -> None:
    parser.add_number("--games", "N", 1, MAX_GAMES, text="arena_games", default=100)
    parser.add_choice("--mode", (*MODES, "both"), text="arena_mode", default="first")
    _add_rules(parser)
    parser.add_value("--seed", "SEED", text="seed")
    parser.add_decimal("--elo1", "ELO", -2000, 2000, text="elo1")
    parser.add_decimal("--elo0", "ELO", -2000, 2000, text="elo0", default=0)
    parser.add_decimal("--alpha", "SHARE", 0.0001, 0.4, text="alpha", default=0.05)
    parser.add_decimal("--beta", "SHARE", 0.0001, 0.4, text="beta", default=0.05)
    parser.add_value("--anchor", "PLAYER=ELO", text="anchor")
    parser.add_value("--journal", "FILE", text="journal")
    parser.add_value("--records", "FOLDER", text="records")
    parser.add_flag("--force", text="force")
    parser.add_number("--jobs", "N", 1, MAX_PROCESSES, text="arena_jobs")
    parser.add_value("--ray", "ADDRESS", text="ray")
    parser.add_flag("--quiet", text="quiet")
    _add_json_and_language(parser)
    parser.add_positional("PLAYER", text="players", many=True)


def _define_experiment(parser: CommandParser) -> None:
    parser.add_number("--games", "N", 1, MAX_GAMES, text="experiment_games")
    parser.add_value("--table", "FILE", text="table")
    parser.add_value("--journal", "FILE", text="experiment_journal")
    parser.add_number("--jobs", "N", 1, MAX_PROCESSES, text="arena_jobs")
    parser.add_value("--ray", "ADDRESS", text="ray")
    parser.add_flag("--quiet", text="quiet")
    _add_json_and_language(parser)
    parser.add_positional("FILE", text="design")


def _define_effects(parser: CommandParser) -> None:
    parser.add_flag("--pairs", text="pairs")
    _add_json_and_language(parser)
    parser.add_positional("FILE", text="table_file")


def _define_puzzles(parser: CommandParser) -> None:
    pass


def _define_puzzles_mine(parser: CommandParser) -> None:
    parser.add_number("--games", "N", 1, MAX_GAMES, text="puzzle_games", default=1000)
    parser.add_number("--limit", "N", 1, MAX_GAMES, text="puzzle_limit")
    parser.add_number("--minutes", "N", 1, MAX_DAYS, text="puzzle_minutes")
    parser.add_value("--journal", "FILE", text="puzzle_journal")
    parser.add_value("--network", "FILE", text="puzzle_network")
    parser.add_number("--iterations", "N", 1, MAX_ITERATIONS, text="puzzle_iterations", default=400_000)
    parser.add_value("--seed", "SEED", text="seed", default="0")
    parser.add_number("--jobs", "N", 1, MAX_PROCESSES, text="arena_jobs")
    parser.add_flag("--quiet", text="quiet")
    _add_json_and_language(parser)
    parser.add_positional("FILE", text="puzzle_out")


def _define_puzzles_check(parser: CommandParser) -> None:
    parser.add_number("--jobs", "N", 1, MAX_PROCESSES, text="arena_jobs")
    parser.add_flag("--quiet", text="quiet")
    _add_json_and_language(parser)
    parser.add_positional("FILE", text="puzzle_file", required=False)


def _define_profile(parser: CommandParser) -> None:
    parser.add_number("--games", "N", 1, 1_000_000, text="profile_games", default=10)
    parser.add_choice("--mode", (*MODES, "both"), text="arena_mode", default="first")
    parser.add_number("--iterations", "N", 1, MAX_ITERATIONS, text="judge_iterations", default=2000)
    parser.add_value("--seed", "SEED", text="seed", default="0")
    parser.add_number("--jobs", "N", 1, MAX_PROCESSES, text="arena_jobs")
    parser.add_flag("--quiet", text="quiet")
    _add_json_and_language(parser)
    parser.add_positional("PLAYER", text="profile_players", required=False, many=True)


def _define_train(parser: CommandParser) -> None:
    parser.add_number("--games", "N", 1, MAX_GAMES, text="training_games")
    parser.add_number("--seed", "N", 0, 2**63 - 1, text="seed_number", default=1517)
    parser.add_value("--against", "FILE", text="against")
    parser.add_value("--start", "FILE", text="start_weights")
    parser.add_value("--cards", "FILE", text="cards")
    parser.add_number("--batch", "N", 1, 10_000, text="batch", default=1)
    parser.add_number("--jobs", "N", 1, MAX_PROCESSES, text="arena_jobs")
    parser.add_value("--ray", "ADDRESS", text="ray")
    parser.add_flag("--quiet", text="quiet")
    _add_json_and_language(parser)
    parser.add_positional("FILE", text="weights")


def _define_bench(parser: CommandParser) -> None:
    parser.add_flag("--quick", text="quick")
    parser.add_flag("--openspiel", text="openspiel")
    parser.add_value("--install", "FOLDER", text="install")
    parser.add_flag("--quiet", text="quiet")
    _add_json_and_language(parser)


def _define_fuzz(parser: CommandParser) -> None:
    parser.add_number("--games", "N", 1, MAX_GAMES, text="games", default=1000)
    parser.add_value("--seed", "SEED", text="seed", default="0")
    parser.add_number("--deep", "N", 0, 1_000_000, text="deep", default=25)
    parser.add_value("--failure", "FILE", text="failure", default="failure.solafide")
    parser.add_value("--cards", "FILE", text="cards")
    parser.add_number("--jobs", "N", 1, 1000, text="jobs", default=1)
    parser.add_value("--journal", "FILE", text="fuzz_journal")
    parser.add_flag("--quiet", text="quiet")
    _add_json_and_language(parser)


def _add_json_and_language(parser: CommandParser) -> None:
    parser.add_flag("--json", text="json")
    parser.add_language()


def _add_storage(parser: CommandParser) -> None:
    parser.add_value("--settings", "FILE", text="settings")
    parser.add_value("--data", "FOLDER", text="data")
    parser.add_value("--database", "ADDRESS", text="database")


def _add_rules(parser: CommandParser) -> None:
    parser.add_choice("--claims", CLAIMS, text="claims", default="at-once")
    parser.add_choice("--tokens", TOKENS, text="tokens", default="16")
    parser.add_number("--turn-limit", "N", 1, MAX_TURNS, text="turn_limit")
    parser.add_value("--cards", "FILE", text="cards")


COMMANDS = (
    CommandDefinition("play", "play", "play", _define_play),
    CommandDefinition("serve", "serve", "serve", _define_serve),
    CommandDefinition("backup", "backup", "backup", _define_backup),
    CommandDefinition("restore", "restore", "restore", _define_restore),
    CommandDefinition(
        "admin",
        "admin",
        "",
        _define_admin,
        (
            CommandDefinition("health", "admin_health", "admin_health", _define_admin_command),
            CommandDefinition(
                "games",
                "admin_games",
                "admin_games",
                _define_admin_games,
                (
                    CommandDefinition("show", "admin_show", "admin_games", _define_admin_game),
                    CommandDefinition("close", "admin_close", "admin_games", _define_admin_game),
                    CommandDefinition("delete", "admin_delete", "admin_games", _define_admin_game),
                ),
            ),
            CommandDefinition(
                "reports",
                "admin_reports",
                "admin_reports",
                _define_admin_reports,
                (
                    CommandDefinition("show", "admin_show_report", "admin_reports", _define_admin_report),
                    CommandDefinition("close", "admin_close_report", "admin_reports", _define_admin_decision),
                    CommandDefinition("dismiss", "admin_dismiss_report", "admin_reports", _define_admin_decision),
                ),
            ),
            CommandDefinition("expire", "admin_expire", "admin_expire", _define_admin_command),
            CommandDefinition("guests", "admin_guests", "admin_guests", _define_admin_guests),
            CommandDefinition("ban", "admin_ban", "admin_bans", _define_admin_ban),
            CommandDefinition("unban", "admin_unban", "admin_bans", _define_admin_network),
            CommandDefinition("bans", "admin_bans", "admin_bans", _define_admin_command),
            CommandDefinition("drain", "admin_drain", "admin_drain", _define_admin_drain),
            CommandDefinition("rotate-logs", "admin_rotate_logs", "admin_rotate_logs", _define_admin_command),
        ),
    ),
    CommandDefinition("server-key", "server_key", "server_key", _define_server_key),
    CommandDefinition("hint", "hint", "hint", _define_hint),
    CommandDefinition("replay", "replay", "replay", _define_replay),
    CommandDefinition("verify", "verify", "verify", _define_verify),
    CommandDefinition("analyse", "analyse", "analyse", _define_analyse),
    CommandDefinition(
        "cards",
        "cards",
        "cards_list",
        _define_cards,
        (
            CommandDefinition("list", "cards_list", "cards_list", _define_cards_list),
            CommandDefinition("check", "cards_check", "cards_check", _define_cards_check),
            CommandDefinition("export", "cards_export", "cards_export", _define_cards_export),
        ),
    ),
    CommandDefinition("simulate", "simulate", "simulate", _define_simulate),
    CommandDefinition("arena", "arena", "arena", _define_arena),
    CommandDefinition("experiment", "experiment", "experiment", _define_experiment),
    CommandDefinition("effects", "effects", "effects", _define_effects),
    CommandDefinition(
        "puzzles",
        "puzzles",
        "",
        _define_puzzles,
        (
            CommandDefinition("mine", "puzzles_mine", "puzzles_mine", _define_puzzles_mine),
            CommandDefinition("check", "puzzles_check", "puzzles_check", _define_puzzles_check),
        ),
    ),
    CommandDefinition("profile", "profile", "profile", _define_profile),
    CommandDefinition("train", "train", "train", _define_train),
    CommandDefinition("bench", "bench", "bench", _define_bench),
    CommandDefinition("fuzz", "fuzz", "fuzz", _define_fuzz),
)
