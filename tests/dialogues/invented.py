"""Small tasks of our own, and short questions as people type them, with the node that answers each.

No published data: these check that the provider, trained on the long lines of a language model, understands people.
"""

from __future__ import annotations

from dataclasses import dataclass

from annotation.clarq.content import Language, TaskContent, nodes_from_labels


@dataclass(frozen=True)
class Asked:
    """One question in a task after the nodes `given`; `answer` is None when no node answers it."""

    task: str
    given: tuple[str, ...]
    statement: str
    answer: str | None


def _task(
    language: Language,
    role: str,
    goal: str,
    background: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]],
    tree: list[tuple[str, str, str]],
) -> TaskContent:
    labels, texts, purposes = zip(*tree, strict=True)
    with_purposes = any(purposes)
    items, skills, scenes = background
    nodes = nodes_from_labels(labels, texts, purposes[1:] if with_purposes else ())
    return TaskContent(language, role, goal, items, skills, scenes, nodes)


TASKS: dict[str, TaskContent] = {
    "bicycle": _task(
        "en",
        "mechanic",
        "repairing the mayor's bicycle",
        (
            ("Chain oil", "Olive oil", "Silicone oil", "Inner tube"),
            ("Weld the frame", "Glue the frame"),
            ("North Workshop", "South Workshop", "Town hall"),
        ),
        [
            ("0", "Mend the bicycle in a workshop: oil it, repair the frame, and take it back to the mayor.", ""),
            ("1", "The South Workshop is open today; the other one is closed.", "Which of the two workshops to go to."),
            ("2", "Take the chain oil, as the others gum up in the cold.", "Which oil to use, as there are three."),
            ("2.1", "Three drops on every link will do.", "How much oil to put on the chain."),
            ("3", "Weld it; glue would never hold the mayor.", "Whether to weld or glue the frame."),
            ("4", "Bring it to her by six in the evening.", "When the bicycle has to be back."),
        ],
    ),
    "lighthouse": _task(
        "en",
        "keeper",
        "lighting the old lighthouse",
        (
            ("Brass key", "Iron key", "Rope"),
            ("Row a boat", "Swim"),
            ("East Pier", "West Pier", "Gull Island", "Seal Island"),
        ),
        [
            ("0", "Cross to the island, open the lighthouse with the key and change the lamp.", ""),
            (
                "1",
                "The lighthouse stands on Gull Island.",
                "The previous replies did not say which island the lighthouse is on. This response addresses the "
                "question of which island to go to, specifying Gull Island. Note: Use this response only if the "
                "other party has noticed that there are two islands.",
            ),
            (
                "1.1",
                "Boats for Gull Island leave from the West Pier.",
                "This response addresses the question of where to set off, specifying the West Pier.",
            ),
            (
                "2",
                "Only the brass key turns in that lock.",
                "This response addresses the question of which key opens the door, specifying the brass key.",
            ),
            (
                "3",
                "You can get a lamp from Martha, she has a spare one.",
                "The previous replies did not explain where a new lamp comes from. This response addresses how to get "
                "a lamp. Note: Use this response only if the other party has noticed that there is no lamp.",
            ),
        ],
    ),
    "soup": _task(
        "en",
        "cook",
        "making pumpkin soup",
        (
            ("Money", "A pot"),
            ("Boil", "Roast"),
            ("Green Market", "Corner Shop", "Harbour Market"),
        ),
        [
            ("0", "Buy a pumpkin and cream, prepare the pumpkin, then simmer everything with spices.", ""),
            ("1", "Pumpkins are cheapest at the Harbour Market.", ""),
            ("2", "The Corner Shop is the only one that still has cream.", ""),
            ("3", "Roast the pumpkin first, it tastes better that way.", ""),
            ("4", "Forty minutes on a small flame.", ""),
            ("5", "Nutmeg and a little ginger.", ""),
        ],
    ),
    "mine": _task(
        "zh",
        "矿工",
        "开采绿宝石",
        (("铁镐", "铜镐"), ("点火把", "放烟雾"), ("东矿山", "西矿山", "南矿山", "老王铁匠铺", "老李铁匠铺")),
        [
            ("0", "你去矿山开采绿宝石，先赶走里面的蝙蝠，再用镐子挖。", ""),
            ("1", "绿宝石只有西矿山才有。", "说明应该去哪个矿山，因为有三个矿山。"),
            ("2", "蝙蝠怕光，点火把就能赶走它们。", "说明怎样赶走蝙蝠。"),
            ("3", "要用铁镐，铜镐太软了。", "说明应该用铁镐还是铜镐。"),
            ("3.1", "你的铁镐坏了，先拿去修一修。", "说明铁镐能不能直接用。"),
            ("3.1.1", "去老李铁匠铺修，老王今天不开门。", "说明去哪个铁匠铺修。"),
        ],
    ),
    "wedding": _task(
        "zh",
        "花店老板",
        "布置婚礼现场",
        (("红玫瑰", "白玫瑰", "百合"), ("扎花束", "编花环"), ("湖边餐厅", "山顶餐厅", "花卉市场")),
        [
            ("0", "客人要在餐厅办婚礼，请你带着花去布置现场。", ""),
            ("1", "婚礼在湖边餐厅举行。", ""),
            ("2", "新娘最喜欢白玫瑰。", ""),
            ("2.1", "一共准备九十九朵。", ""),
            ("3", "星期六上午十点之前要布置好。", ""),
        ],
    ),
}

QUESTIONS: tuple[Asked, ...] = (
    Asked("bicycle", (), "which workshop?", "1"),
    Asked("bicycle", (), "Which oil?", "2"),
    Asked("bicycle", (), "north or south workshop", "1"),
    Asked("bicycle", (), "should I weld or glue it?", "3"),
    Asked("bicycle", (), "how do I repair the frame", "3"),
    Asked("bicycle", (), "When does she need it back?", "4"),
    Asked("bicycle", ("2",), "how much oil?", "2.1"),
    Asked("bicycle", ("1",), "what oil do i use", "2"),
    Asked("bicycle", ("1", "2"), "and the frame, weld or glue?", "3"),
    Asked("bicycle", (), "what is the weather like?", None),
    Asked("bicycle", (), "do you like pizza", None),
    Asked("bicycle", (), "How do I do it?", None),
    Asked("bicycle", ("1", "2"), "which workshop was it again?", None),
    Asked("lighthouse", (), "which island?", "1"),
    Asked("lighthouse", (), "Gull Island or Seal Island?", "1"),
    Asked("lighthouse", (), "which key do I need", "2"),
    Asked("lighthouse", (), "I don't have a lamp", "3"),
    Asked("lighthouse", (), "where do I get a lamp?", "3"),
    Asked("lighthouse", ("1",), "which pier do the boats leave from?", "1.1"),
    Asked("lighthouse", ("1",), "brass or iron?", "2"),
    Asked("lighthouse", ("1", "1.1"), "Ok. And the key?", "2"),
    Asked("lighthouse", ("1",), "Who was the first king of France?", None),
    Asked("lighthouse", ("1",), "what next?", None),
    Asked("soup", (), "where can i buy a pumpkin?", "1"),
    Asked("soup", (), "which shop has cream", "2"),
    Asked("soup", (), "boil or roast?", "3"),
    Asked("soup", (), "what spices do I need?", "5"),
    Asked("soup", ("1", "2"), "How long should it cook?", "4"),
    Asked("soup", ("1",), "and the cream?", "2"),
    Asked("soup", ("1", "2", "3"), "which spices?", "5"),
    Asked("soup", ("1",), "can you sing?", None),
    Asked("mine", (), "哪个矿山？", "1"),
    Asked("mine", (), "去东矿山还是西矿山", "1"),
    Asked("mine", (), "蝙蝠怎么赶走？", "2"),
    Asked("mine", (), "用哪把镐子？", "3"),
    Asked("mine", ("1",), "铁镐还是铜镐？", "3"),
    Asked("mine", ("3", "3.1"), "去哪个铁匠铺？", "3.1.1"),
    Asked("mine", ("1",), "今天天气怎么样？", None),
    Asked("mine", (), "怎么做？", None),
    Asked("wedding", (), "在哪个餐厅？", "1"),
    Asked("wedding", (), "用什么花？红玫瑰还是白玫瑰", "2"),
    Asked("wedding", ("2",), "要多少朵？", "2.1"),
    Asked("wedding", ("1",), "几点之前布置好？", "3"),
    Asked("wedding", ("1",), "新娘喜欢什么玫瑰？", "2"),
    Asked("wedding", ("1",), "你叫什么名字？", None),
)
