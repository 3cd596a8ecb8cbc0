"""The built-in provider of ClarQ tasks: Algorithm 1 of paper 000 without a language model.

`provider_reply` is a pure function of the task, the dialogue so far and an injected `embed`. It reads in this order:

* `reply`      the control flow, the six statement types, the trace
* `situation`  what is given, open and locked
* `wording`    sentences, questions, terms, goodbye, in English and Chinese
* `views`      the readings of a node: purpose, text, the alternatives it chooses between
* `features`   what is measured about an open node
* `model`      the trained scorer (`model.json`)
* `recall`     repetition and relevance
* `leak`       the guard on Response II, for every provider agent
* `phrases`    the canned lines

It is an honest baseline and labelled as one: docs/provider.md has its figures and its limits.
"""

from .features import Embed, texts_to_embed
from .leak import Leak, leaks
from .model import model_card
from .reply import provider_reply
from .trace import Candidate, ProviderReply, Trace
from .wording import is_goodbye

VERSION = "clarq-builtin-1"

__all__ = [
    "VERSION",
    "Candidate",
    "Embed",
    "Leak",
    "ProviderReply",
    "Trace",
    "is_goodbye",
    "leaks",
    "model_card",
    "provider_reply",
    "texts_to_embed",
]
