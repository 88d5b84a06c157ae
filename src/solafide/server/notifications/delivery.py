"""Why a notification could not be delivered."""


class DeliveryError(Exception):
    """A notification was not delivered; `key` is that of the sentence that says why."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key
