"""How far a call has come. Every function that works for long takes `progress`: a callable (stage, fraction), or "tqdm".

>>> import cgsd
>>> stages = []
>>> found = cgsd.detect("karate", progress=lambda stage, fraction: stages.append(stage))
>>> "encoding" in stages or len(stages) > 0
True
"""
from __future__ import annotations

from typing import Any, Callable, Optional, Union

Progress = Callable[[str, float], None]
ProgressChoice = Union[None, bool, str, Progress]


class TqdmProgress:
    """One bar of tqdm for all stages; its name is that of the stage."""

    def __init__(self, **arguments: Any) -> None:
        try:
            from tqdm.auto import tqdm
        except ImportError as error:
            raise ImportError("progress='tqdm' needs tqdm: pip install tqdm") from error
        self._bar = tqdm(total=100, bar_format="{desc}: {percentage:3.0f}%|{bar}| {elapsed}", leave=False, **arguments)

    def __call__(self, stage: str, fraction: float) -> None:
        self._bar.set_description(stage, refresh=False)
        self._bar.n = round(100 * fraction)
        self._bar.refresh()

    def close(self) -> None:
        self._bar.close()


class shown:
    """`with shown(progress) as callable:` the callable for the library, closed at the end if it is ours."""

    def __init__(self, progress: ProgressChoice) -> None:
        self._own: Optional[TqdmProgress] = None
        if progress is True or progress == "tqdm":
            self._own = TqdmProgress()
            self._call: Optional[Progress] = self._own
        elif progress is None or progress is False:
            self._call = None
        elif callable(progress):
            self._call = progress
        else:
            raise ValueError(f"progress = {progress!r}: must be a callable (stage, fraction), 'tqdm' or None")

    def __enter__(self) -> Optional[Progress]:
        return self._call

    def __exit__(self, *_: object) -> None:
        if self._own is not None:
            self._own.close()
