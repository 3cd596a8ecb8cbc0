"""What can be read off a sentence without understanding it: terms, sentences, questions, farewells.

English terms are lower-case word stems without function words; Chinese ones are single
characters, pairs and triples, which need no dictionary. Everything here is a pure function of its text.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from annotation.clarq.content import Language

_SPEAKER = re.compile(r"^\s*(?:jax|you|你|玩家|冒险者)\s*[:：]\s*", re.IGNORECASE)
_ADDRESS = re.compile(r"(?:^|(?<=[,，。!！ ]))\s*jax\b\s*[,，]?", re.IGNORECASE)
_MARKUP = re.compile(r"[*_#`>]+")
_LIST_ITEM = re.compile(r"(?m)^\s*(?:[-•]|\d{1,2}[.)、])\s*")
_SPACES = re.compile(r"\s+")

_ENGLISH_END = re.compile(r"(?<=[.!?;])\s+|(?<=[.!?])(?=[\"”’)])|\n+")
_CHINESE_END = re.compile(r"(?<=[。！？；!?;])|\n+")
_ENGLISH_JOINT = re.compile(
    r"(?:,|;|\bor\b|\band\b|\bbut\b|—|–)\s*(?:and |or |but |also,? |then,? )?"
    r"(?=(?:which|what|where|when|who|whom|how|why|should|do|does|did|is|are|can|could|would|will|"
    r"if|in which|at which|to which|from which|for which|the (?:best|exact|specific|correct|right))\b)",
    re.IGNORECASE,
)
_CHINESE_JOINT = re.compile(
    r"[，,、]?(?:以及|并且|还有|另外|同时|此外|其次|最后)[，,]?|，(?=(?:我|应|该|需|如何|怎|哪|什么|是否|请))"
)

_ENGLISH_ASKING = re.compile(
    r"\?|^(?:and |also,? |additionally,? |but |so )?(?:which|what|where|when|who|whose|how|why|should|do|does|"
    r"is|are|can|could|"
    r"would|will|may|any)\b|\b(?:tell me|let me know|specify|clarify|clarification|advise|explain|recommend|"
    r"suggest|guide me|"
    r"not sure|unsure|wonder|confus\w+|unclear|don'?t know|do not know|need to know|want to know|like to know|"
    r"confirm)\b",
    re.IGNORECASE,
)
_CHINESE_ASKING = re.compile(
    r"[?？]|哪|什么|怎么|怎样|如何|谁|几|多少|是否|吗|呢|请问|请告诉|告诉我|不知道|不清楚|不确定|需要知道|想知道|澄清|具体|"
    r"能否|可否|疑问|说明|建议"
)
_ENGLISH_CONFIRMING = re.compile(
    r"\b(?:just to (?:confirm|clarify|recap|summari[sz]e|double.?check|make sure|be (?:sure|clear))|"
    r"to (?:recap|summari[sz]e|sum up)|"
    r"is (?:that|this) (?:right|correct|accurate)|(?:does|do) (?:that|this|it) sound|did i (?:get|miss)|"
    r"(?:that|this)'?s? (?:right|correct)\?|am i (?:right|correct|missing)|sounds? (?:right|good)|"
    r"my plan|the plan|here'?s (?:my|the|what)|correct me)\b",
    re.IGNORECASE,
)
_CHINESE_CONFIRMING = re.compile(
    r"确认|总结|正确吗|对吗|是吗|是否正确|计划|有没有遗漏|没有遗漏|理解.{0,6}(?:对|正确)|明白了"
)
_ENGLISH_MORE = re.compile(
    r"\b(?:anything else|any (?:other|additional|further|more|special|specific) (?:tip|advice|step|detail|"
    r"thing|consideration|precaution|"
    r"information|strateg|requirement|instruction|prepar)\w*|what else|something else)\b",
    re.IGNORECASE,
)
_CHINESE_MORE = re.compile(r"还有(?:什么|其他|别的|没有)|其他(?:需要|建议|注意)|注意(?:事项|的)|遗漏|别的")
_ENGLISH_VAGUE = re.compile(
    r"^\W*(?:(?:so|and|ok|okay|well|but|hi|hello|hey|please|then|now)\W+)*(?:jax\W+)?(?:please )?(?:"
    r"(?:(?:what|how) (?:do|should|can|would|must|am|will|shall|to)(?: i| we)?(?: supposed to| need to| have to)?"
    r" (?:do|start|begin|proceed|go on|continue|go about|complete|finish|accomplish|get)(?: (?:it|this|that|"
    r"the (?:task|quest|mission|job)|next|now|then|first|"
    r"here|started|there))*)|what (?:next|now|then|else)|how|what|why|huh|tell me (?:more|everything|"
    r"what to do|how)|more|"
    r"(?:can|could) you (?:help|explain|tell me more|elaborate|give me (?:a hint|hints|more (?:details?|"
    r"information|info)))(?: me)?(?: more)?|"
    r"help(?: me)?|any (?:hints?|advice|ideas?|tips|details?)|(?:i need )?more (?:details?|info|information)|"
    r"(?:explain|say) (?:more|it|that|again)|i (?:don'?t|do not) (?:understand|get it)|what do you mean|"
    r"what should be done)(?: please| then| now| exactly)*\W*$",
    re.IGNORECASE,
)
_CHINESE_VAGUE = re.compile(
    r"^\W*(?:(?:那|那么|然后|请问|你好|好的?|所以|我|jax)[，, ]*)*(?:我?(?:应?该|要|需要|得)?(?:怎么|"
    r"怎样|如何|咋)(?:办|做|弄|开始|完成|进行|继续)?"
    r"(?:这个|该|此)?(?:任务|它)?|接下来(?:呢|怎么办|做什么)?|然后呢|还有呢|(?:我?(?:应?该|要|需要)?)?做什么|什么意思|"
    r"(?:能|可以)?(?:再)?(?:说|讲|解释|介绍)?(?:得)?(?:详细|具体|清楚)(?:一?点|一些|一下)?(?:吗)?|帮帮我|不懂|我?不明白|给(?:我)?(?:点|个|一些)?提示)"
    r"(?:呢|吗|啊|呀|吧|的)?\W*$",
    re.IGNORECASE,
)
_ENGLISH_GOODBYE = re.compile(
    r"\b(?:good\s?-?bye|bye(?:\s?-?bye)?|see (?:you|ya) (?:later|soon|around))\b", re.IGNORECASE
)
# "If not, goodbye" waits for an answer first: the published conversations go on after such a line.
_ENGLISH_CONDITION = re.compile(r"\b(?:if|otherwise|unless|before|until|or else)\b[^.!?\n]*$", re.IGNORECASE)
_CHINESE_CONDITION = re.compile(r"(?:如果|要是|若|否则|不然|没有的话|之前|以前)[^。！？!?\n]*$")
_CHINESE_GOODBYE = re.compile(r"再见|拜拜|再會|告辞|(?<![a-z])(?:good\s?bye|bye)(?![a-z])", re.IGNORECASE)

_ENGLISH_QUESTION_WORDS = {
    "place": re.compile(r"\b(?:where|location|place)\b", re.IGNORECASE),
    "time": re.compile(r"\b(?:when|what time|how long|which day)\b", re.IGNORECASE),
    "way": re.compile(r"\bhow(?! (?:many|much|long))\b", re.IGNORECASE),
    "number": re.compile(r"\bhow (?:many|much)\b", re.IGNORECASE),
    "person": re.compile(r"\b(?:who|whom|whose)\b", re.IGNORECASE),
    "choice": re.compile(r"\b(?:which|or)\b|\bwhat (?:kind|type|sort)s?\b", re.IGNORECASE),
    "kind": re.compile(r"\bwhat\b", re.IGNORECASE),
    "reason": re.compile(r"\bwhy\b", re.IGNORECASE),
}
_CHINESE_QUESTION_WORDS = {
    "place": re.compile(r"哪里|哪儿|何处|地点|位置|在哪|去哪|什么地方"),
    "time": re.compile(r"什么时候|何时|时间|几点|多久|哪天"),
    "way": re.compile(r"如何|怎么|怎样|方法|方式"),
    "number": re.compile(r"多少|几(?:个|只|种|次|块|根)|数量"),
    "person": re.compile(r"谁|哪位"),
    "choice": re.compile(r"哪(?!里|儿)|还是|存在(?:多|两|三|四)"),
    "kind": re.compile(r"什么(?!时候|地方)"),
    "reason": re.compile(r"为什么|为何"),
}

STOPWORDS = frozenset(Path(__file__).with_name("function_words.txt").read_text(encoding="utf-8").split())
"""English words that say nothing about what is asked, the wording of purposes ("response", "specify") included."""
_CHINESE_STOP = re.compile(
    r"这个回复|用于|回答|回复|疑问|前面|介绍|没有|说清楚|对方|注意到|才使用|只有|需要|应该|可以|如果|我们|你们|的|了|吗|呢|请问|"
    r"谢谢|你好|告诉|知道|具体|使用|什么|怎么|如何|怎样|哪个|哪里|哪些|哪|任务|jax|消除|不确定性|相似|存在|多个|解答|解除|担忧|而不是|并不|不确定|注",
    re.IGNORECASE,
)
_CHINESE_FUNCTION = frozenset(
    "的了是在有我你他她它这那个一不就都也和与及或到去来用对为以要会能可应该从把被给让向上下中里前后之其所而但如果因此吗呢吧啊"
    "哦么什怎哪几多少请问告诉谢道知需具体明白确认任务完成"
)
"""Characters that by themselves say nothing about what is asked."""
_WORD = re.compile(r"[a-z0-9]+(?:'[a-z]+)?")
_HAN_RUN = re.compile(r"[\u4e00-\u9fff]+|[a-z0-9]+")
_CHINESE_ITEM = re.compile(r"第[一二三四五六七八九十]+[，,、]?|首先[，,]?|其次[，,]?|最后[，,]?")


def is_goodbye(text: str, language: Language) -> bool:
    """Whether a seeker's line ends the conversation (paper 000: it says "goodbye").

    A goodbye under a condition does not: the seeker still waits for an answer.
    """
    goodbye = _CHINESE_GOODBYE if language == "zh" else _ENGLISH_GOODBYE
    condition = _CHINESE_CONDITION if language == "zh" else _ENGLISH_CONDITION
    return any(not condition.search(text[: found.start()]) for found in goodbye.finditer(text))


def is_confirming(text: str, language: Language) -> bool:
    """Whether the line sums up, or asks whether what it says is right."""
    return bool((_CHINESE_CONFIRMING if language == "zh" else _ENGLISH_CONFIRMING).search(text))


def asks_for_more(text: str, language: Language) -> bool:
    """Whether the line asks for anything else at all, naming nothing."""
    return bool((_CHINESE_MORE if language == "zh" else _ENGLISH_MORE).search(text))


def is_vague(text: str, language: Language) -> bool:
    """Whether the whole line asks how to go on and names nothing (section IV-C, type 6)."""
    return bool((_CHINESE_VAGUE if language == "zh" else _ENGLISH_VAGUE).match(cleaned(text)))


def cleaned(text: str) -> str:
    """Without speaker, forms of address, list marks and mark-up; one space for many on each line."""
    bare = _LIST_ITEM.sub("", _MARKUP.sub("", _SPEAKER.sub("", text)))
    bare = _ADDRESS.sub(" ", bare)
    return "\n".join(line for line in (_SPACES.sub(" ", line).strip() for line in bare.split("\n")) if line)


@lru_cache(maxsize=8192)
def sentences(text: str, language: Language) -> tuple[str, ...]:
    """The sentences and list entries of a line; () for a blank one."""
    ends = _CHINESE_END if language == "zh" else _ENGLISH_END
    bare = _CHINESE_ITEM.sub("", cleaned(text)) if language == "zh" else cleaned(text)
    return tuple(part.strip() for part in ends.split(bare) if part and part.strip())


def is_asking(sentence: str, language: Language) -> bool:
    return bool((_CHINESE_ASKING if language == "zh" else _ENGLISH_ASKING).search(sentence))


@lru_cache(maxsize=8192)
def questions(text: str, language: Language) -> tuple[str, ...]:
    """The sentences that ask for something; every sentence when none does."""
    every = sentences(text, language)
    return tuple(s for s in every if is_asking(s, language)) or every


@lru_cache(maxsize=8192)
def question_parts(text: str, language: Language) -> tuple[str, ...]:
    """The questions, and the parts of those that ask several things at once."""
    joint = _CHINESE_JOINT if language == "zh" else _ENGLISH_JOINT
    shortest = 4 if language == "zh" else 8
    parts: dict[str, None] = {}
    for question in questions(text, language):
        parts[question] = None
        pieces = [piece.strip(" ,，、") for piece in joint.split(question)]
        if len(pieces) > 1:
            parts.update((piece, None) for piece in pieces if len(piece) >= shortest)
    return tuple(parts)


@lru_cache(maxsize=32768)
def terms(text: str, language: Language) -> frozenset[str]:
    """The terms of a text: word stems (English), characters, pairs and triples (Chinese)."""
    return _chinese_terms(text) if language == "zh" else _english_terms(text)


def stem(word: str) -> str:
    """A rough English stem, the same for ``mines``, ``mining`` and ``mine``."""
    word = word.split("'", maxsplit=1)[0]
    for ending, shortest in (("ations", 5), ("ation", 5), ("ings", 4), ("ing", 4), ("ies", 4), ("ied", 4), ("ers", 5)):
        if word.endswith(ending) and len(word) - len(ending) >= shortest - 1:
            word = word[: -len(ending)] + ("y" if ending in ("ies", "ied") else "")
            break
    else:
        for ending in ("es", "ed", "ly", "er", "s", "e"):
            if word.endswith(ending) and not word.endswith("ss") and len(word) - len(ending) >= 3:
                word = word[: -len(ending)]
                break
    return word[:-1] if len(word) > 4 and word[-1] == word[-2] else word


def question_words(text: str, language: Language) -> frozenset[str]:
    """What a question asks for: place, time, way, number, person, choice or kind."""
    patterns = _CHINESE_QUESTION_WORDS if language == "zh" else _ENGLISH_QUESTION_WORDS
    return frozenset(name for name, pattern in patterns.items() if pattern.search(text))


def _english_terms(text: str) -> frozenset[str]:
    words = _WORD.findall(text.lower().replace("’", "'"))
    return frozenset(stem(word) for word in words if word.split("'", maxsplit=1)[0] not in STOPWORDS)


def _chinese_terms(text: str) -> frozenset[str]:
    found: set[str] = set()
    for run in _HAN_RUN.findall(_CHINESE_STOP.sub(" ", text.lower())):
        if run.isascii():
            found.add(run)
            continue
        found.update(character for character in run if character not in _CHINESE_FUNCTION)
        found.update(run[i : i + size] for size in (2, 3) for i in range(len(run) - size + 1))
    return frozenset(found)
