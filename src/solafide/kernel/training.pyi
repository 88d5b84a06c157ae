"""Types of training.py for Python callers."""

from array import array
from collections.abc import Iterable, Sequence
from typing import Any

from solafide.kernel.network import Network
from solafide.kernel.state import State
from solafide.kernel.tables import Tables

class TrainableNetwork:
    @property
    def weight_array(self) -> array[float]: ...
    @property
    def bias_array(self) -> array[float]: ...
    @property
    def output_array(self) -> array[float]: ...
    @property
    def mean_array(self) -> array[float]: ...
    @property
    def sums_array(self) -> array[float]: ...
    @property
    def features_array(self) -> array[int]: ...
    @property
    def n_positions(self) -> int: ...
    @property
    def games(self) -> int: ...
    @property
    def iterations(self) -> int: ...
    def __init__(
        self,
        weights: Iterable[float],
        biases: Iterable[float],
        outputs: Iterable[float],
        output_biases: Sequence[float],
    ) -> None: ...
    def use_search(self, state: State, network: Network, seed: int, iterations: int) -> None: ...
    def update_mean(self, share: float) -> None: ...
    def write_to(self, network: Network) -> None: ...
    def checkpoint(self) -> dict[str, Any]: ...
    def resume(
        self,
        mean: Sequence[float],
        chances: Sequence[float],
        offer_counts: Sequence[int],
        keep_counts: Sequence[int],
        games: int,
    ) -> None: ...
    def train(
        self,
        state: State,
        catholic: Network,
        protestant: Network,
        learners: int,
        seed: int,
        games: int,
        random_permille: int,
        rate: float,
        trace_decay: float,
    ) -> None: ...

def play_contest(
    tables: Tables, catholic: Network | None, protestant: Network | None, seed: int, games: int
) -> list[int]: ...
def play_network_games(
    tables: Tables, catholic: Network | None, protestant: Network | None, seed: int, games: int, random_decks: int
) -> list[tuple[int, int, int, int]]: ...
