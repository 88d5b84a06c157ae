"""The six results of the Military Chart: each comes with the Fall of Münster (C40) in the Upper Saxon Circle."""

from cards_in_play.row import Row

MUENSTER = {"1 commoners": "CCPNN", "C tokens": 14}

ROWS = [
    Row(
        "M1",
        "play:C40 circle:1 P>circle:1 P>side:commoners",
        nature="die:1",
        note="takes a token away from a Protestant print",
        after={"1 commoners": "PCPNN", "C tokens": 15},
    ),
    Row(
        "M1",
        "play:C40 circle:1 P>circle:3 P>side:commoners",
        nature="die:1",
        note="places a token on a neutral territory",
        after=MUENSTER | {"3 commoners": "PPPN", "P tokens": 15},
    ),
    Row(
        "M2",
        "play:C40 circle:1 P>circle:2 P>toward:nobility",
        nature="die:2",
        after=MUENSTER | {"2 power": 1},
    ),
    Row(
        "M3",
        "play:C40 circle:1 discard:C02",
        nature="die:3",
        hand="C01 C02",
        after=MUENSTER | {"C hand": "C01", "C discard": "C02 C40"},
    ),
    Row(
        "M3",
        "play:C40 circle:1",
        nature="die:3",
        note="with no card in the hand",
        after=MUENSTER,
    ),
    Row(
        "M4",
        "play:C40 circle:1",
        nature="die:4 card:P29",
        after=MUENSTER | {"P hand": "P01 P02 P29", "P deck": "P13"},
    ),
    Row(
        "M5",
        "play:C40 circle:1",
        nature="die:5 card:P29 card:P13",
        after=MUENSTER | {"P hand": "P01 P02 P13 P29", "P deck": ""},
    ),
    Row("M6", "play:C40 circle:1", nature="die:6", after=MUENSTER),
]
