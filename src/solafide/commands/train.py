"""`solafide train`: train a network that evaluates positions, by self-play."""

from datetime import date
from pathlib import Path
from typing import Any

from solafide import __version__
from solafide.commands.card_sets import named_card_set
from solafide.commands.context import DONE, Context, print_json
from solafide.commands.paths import existing_file
from solafide.commands.progress import print_table, progress_bar
from solafide.lab.training import (
    TrainingRun,
    TrainingSettings,
    begin,
    best_response,
    checkpoint,
    from_start,
    model_card,
    resume,
    train,
)
from solafide.players.agents.network_file import SHIPPED_NETWORK_PATH, file_hash, load_network, save_network
from solafide.text import number_text, percent_text


def run(context: Context) -> int:
    values = context.values
    settings = TrainingSettings(
        seed=values["seed"],
        games=values["games"] or 0,
        against=values["against"] or "",
        batch=values["batch"],
    )
    start = None
    if values["start"]:
        start_file = _network_path(values["start"])
        start, settings = load_network(start_file).network, from_start(settings, file_hash(start_file))
    out = Path(values["file"])
    checkpoint_file = out.with_name(out.name + ".checkpoint")
    opponent = None
    if settings.against:
        opponent = load_network(_network_path(settings.against)).network
        settings = best_response(settings)
    cards = named_card_set(context)
    training_run = (
        resume(checkpoint_file, settings, cards, opponent)
        if checkpoint_file.exists()
        else begin(settings, cards, opponent, start)
    )

    def on_generation(current_run: TrainingRun) -> None:
        checkpoint(current_run, checkpoint_file)
        if not values["quiet"] and not values["json"]:
            _print_generation(current_run.training_log[-1], context)

    with progress_bar(context, "train.progress", values["quiet"]) as progress:
        train(training_run, progress, on_generation, values["jobs"], values["ray"])
    about = model_card(training_run, __version__, date.today().isoformat())
    save_network(training_run.network, about, out)
    checkpoint_file.unlink(missing_ok=True)
    if values["json"]:
        print_json(about)
    else:
        _print(about, out, context)
    return DONE


def _network_path(name: str) -> Path:
    """The file of a network: that of the newest card set is called `shipped`."""
    return SHIPPED_NETWORK_PATH if name == "shipped" else Path(existing_file(name))


def _print_generation(entry: dict[str, Any], context: Context) -> None:
    scores = entry["scores"]
    context.print_text(
        "train.generation",
        games=number_text(entry["games"], context.lang),
        first=percent_text(scores["first-game"], context.lang),
        draft=percent_text(scores["draft"], context.lang),
        rate=entry["rate"],
    )


def _print(about: dict[str, Any], out: Path, context: Context) -> None:
    texts, lang = context.texts, context.lang
    context.print_text("train.done", file=str(out))
    print()
    rows = [["", texts.render("train.first_game"), texts.render("train.draft")]]
    for name, scores in about["scores"].items():
        rows.append([texts.render(f"train.against_{name}"), *(percent_text(share, lang) for share in scores.values())])
    print_table(rows)
    print()
    context.print_text("train.games", n=about["games"], seconds=number_text(round(about["seconds"]), lang))
