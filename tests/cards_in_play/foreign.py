"""The 16 Foreign Influence cards in play: each comes with a claim of the Franconian Circle by a shift."""

from cards_in_play.row import Row, claim, opens

# P11 shifts the Franconian Circle to its Commoners, all Protestant: two tokens return.
PROTESTANT = {1: "", 2: "", 3: "PPCC/PPPP@1"}
BY_PROTESTANT = claim(3, "P") | opens(5, 6) | {"P tokens": 16}
# C04 shifts it to its Nobility, all Catholic: two tokens return.
CATHOLIC = {1: "", 2: "", 3: "CCCC/PPNN@2"}
BY_CATHOLIC = claim(3, "C") | opens(5, 6) | {"C tokens": 16}

ROWS = [
    Row(
        "F01",
        "play:P11 circle:3 deck:convert circle:2",
        nature="card:F01",
        board=PROTESTANT,
        after=BY_PROTESTANT | {"2 commoners": "PPNNP", "P tokens": 15},
    ),
    Row(
        "F02",
        "play:P11 circle:3 deck:convert circle:6",
        nature="card:F02",
        note="in a circle that has just come into play",
        board=PROTESTANT,
        after=BY_PROTESTANT | {"6 nobility": "PCCNP", "P tokens": 15},
    ),
    Row(
        "F03",
        "play:C04 circle:3 deck:convert circle:5",
        nature="card:F03",
        board=CATHOLIC,
        after=BY_CATHOLIC | {"5 nobility": "CNCC", "C tokens": 15},
    ),
    Row(
        "F04",
        "play:C04 circle:3 deck:convert circle:6",
        nature="card:F04",
        board=CATHOLIC,
        after=BY_CATHOLIC | {"6 commoners": "CCNCP", "C tokens": 15},
    ),
    Row(
        "F05",
        "play:P11 circle:3 deck:shift circle:2 toward:commoners",
        nature="card:F05",
        board=PROTESTANT,
        after=BY_PROTESTANT | {"2 power": 3},
    ),
    Row(
        "F06",
        "play:C04 circle:3 deck:shift circle:6",
        nature="card:F06",
        board=CATHOLIC,
        after=BY_CATHOLIC | {"6 power": 2},
    ),
    Row(
        "F07",
        "play:C04 circle:3 deck:shift circle:6",
        nature="card:F07",
        board=CATHOLIC,
        after=BY_CATHOLIC | {"6 power": 0},
    ),
    Row(
        "F07",
        "play:P11 circle:3 deck:shift",
        nature="card:F07",
        note="no other circle can go further toward its dominant side",
        board={1: "PPNCC/PPPNN@3", 3: "PPCC/PPPP@1", 5: "PNCC/PPNN@3", 6: "CCCNP/CCNPP@0"},
        after=claim(3, "P") | {"P tokens": 16},
    ),
    Row(
        "F08",
        "play:P11 circle:3 deck:shift circle:1",
        nature="card:F08",
        board=PROTESTANT,
        after=BY_PROTESTANT | {"1 power": 1},
    ),
    Row(
        "F09",
        "play:P11 circle:3 deck:cards discard:P13",
        nature="card:F09 card:P13 card:P29",
        board=PROTESTANT,
        after=BY_PROTESTANT | {"P hand": "P29", "P deck": "", "P discard": "P11 P13"},
    ),
    Row(
        "F10",
        "play:C04 circle:3 deck:cards",
        nature="card:F10 card:C31",
        board=CATHOLIC,
        after=BY_CATHOLIC | {"C hand": "C31", "C deck": "C13"},
    ),
    Row(
        "F11",
        "play:P11 circle:3 deck:cards C>discard:C01",
        nature="card:F11",
        board=PROTESTANT,
        after=BY_PROTESTANT | {"C hand": "C02", "C discard": "C01"},
    ),
    Row(
        "F12",
        "play:C04 circle:3 deck:cards discard:C03 discard:C01 stop",
        nature="card:F12 card:C13 card:C31",
        board=CATHOLIC,
        hand="C01 C02 C03",
        after=BY_CATHOLIC | {"C hand": "C02 C13 C31", "C deck": "", "C discard": "C01 C03 C04"},
    ),
    Row(
        "F12",
        "play:P11 circle:3 deck:cards",
        nature="card:F12",
        note="with no card in the hand",
        board=PROTESTANT,
        after=BY_PROTESTANT,
    ),
    Row(
        "F13",
        "play:P11 circle:3 deck:neutralise circle:1",
        nature="card:F13",
        board={1: "PPNCC/CPPPN@2", 2: "PPNCC/CPNNC@2", 3: "PPCC/PPPP@1"},
        after=BY_PROTESTANT | {"1 commoners": "PPPNN", "C tokens": 15, "P tokens": 16},
    ),
    Row(
        "F14",
        "play:C04 circle:3 deck:neutralise circle:1",
        nature="card:F14",
        board={1: "CPPPC/CPPNN@2", 2: "CPNCC/PPNNC@2", 3: "CCCC/PPNN@2"},
        after=BY_CATHOLIC | {"1 nobility": "PPNCC", "C tokens": 14, "P tokens": 16},
    ),
    Row(
        "F15",
        "play:P11 circle:3 deck:neutralise",
        nature="card:F15",
        note="one circle has tokens on that side",
        board={1: "PPCPC/PPPPN@2", 2: "", 3: "PPCC/PPPP@1"},
        after=BY_PROTESTANT | {"1 nobility": "PPNCC", "C tokens": 16, "P tokens": 15},
    ),
    Row(
        "F16",
        "play:C04 circle:3 deck:neutralise circle:2",
        nature="card:F16",
        board={1: "PPNCC/CPPNN@2", 2: "CPNCC/CPPCC@2", 3: "CCCC/PPNN@2"},
        after=BY_CATHOLIC | {"2 commoners": "PPNNC", "C tokens": 14, "P tokens": 16},
    ),
    Row(
        "F16",
        "play:C04 circle:3 deck:neutralise",
        nature="card:F16",
        note="no tokens on a dominant side",
        board={1: "CPNCC/PPPNN@2", 3: "CCCC/PPNN@2"},
        after=BY_CATHOLIC | {"C tokens": 15},
    ),
]
