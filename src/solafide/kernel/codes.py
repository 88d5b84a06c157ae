"""The integers of the kernel, each with its name; `codes.pxd` repeats them as C constants."""

# Who acts. A player's party is a faith; nature is a third player; persons 1 and 2 have no faith yet (R7).
CATHOLIC, PROTESTANT, NATURE, PERSON_1, PERSON_2, NOBODY = range(6)

# Estates, and how an effect names one of them.
NOBILITY, COMMONERS, DOMINANT, SUBORDINATE, EITHER = range(5)

# What a territory is printed as; the first two are also its holders.
NEUTRAL = 2

# "Nothing here", for a card, a circle, a number not yet known.
NONE = 127

# Effects (§6), each a row: verb, a, b, c. `same` in c: the circle chosen before by this card (R16).
CONVERT, SHIFT, NEUTRALISE, DISPUTATION, DRAW, DRAW_KEEP, DRAW_PLAY = range(1, 8)
REDRAW, OPPONENT_DISCARDS, CONVERT_NEUTRALS, CHOOSE, RECOVER = range(8, 13)

# Persistent cards (§6.5): when they work.
DRAW_ACTION, OWN_TURN, OWN_CLAIM, OPPONENT_CLAIM, FOREIGN_INFLUENCE, MILITARY_ROLL, HAND_LIMIT = range(1, 8)

# Lists of effects: cards of both faiths, Foreign Influence, the Military Chart, the plain draw, options of `choose`.
CARDS = 45
FOREIGN_CARDS = 90
CHART = 106
PLAIN_DRAW = 112
OPTIONS = 113
LISTS = 256
ANY_NUMBER = 14

# Tasks: the rows of the agenda, WIDTH numbers each: task, actor, list, position, circle chosen last.
CARD, RUN, OPTION, TURN, ROLL, FOREIGN, SETUP = range(7)
WIDTH = 5
DEPTH = 68  # fifteen cards of each faith that play one another by an option, and a military result between them
ROWS = 340
PAY = 255

# Stages of a turn (§4) and of the preparations (§3).
ACT, AFTER, LIMIT = range(3)
ROLL_FAITHS, DRAFT, DEAL, ROLL_FIRST = range(4)

# What a state fills in by itself: nothing (0), all but a real choice of a player, or only what has one answer.
FILL_ALL, FILL_FORCED = 1, 2

# So many turns in which no player had a choice are the end: some cards of an owner's set could go on so for ever.
STANDSTILL = 100

# Questions: which blank is to be filled.
(
    Q_FAITH,
    Q_DRAFT,
    Q_ACTION,
    Q_AFTER,
    Q_COST,
    Q_COST_ANY,
    Q_CIRCLE,
    Q_SIDE,
    Q_TOWARD,
    Q_KIND,
    Q_PLACE,
    Q_DISCARD,
    Q_REDRAW,
    Q_KEEP,
    Q_PLAY_DRAWN,
    Q_OPTION,
    Q_RECOVER,
    Q_CLAIM,
    Q_DECK,
    Q_FOREIGN,
    Q_DIE,
    Q_LIMIT,
    N_ROLL,
    N_DRAW,
    N_TRIPLE,
    N_FOREIGN,
) = range(26)

# Choices are bits: a card of the faith 0-44, a circle 0-9, a side 0-1, circle * 2 + side, a die 1-6, or one of these.
TO_DRAW, TO_USE, TO_STOP, TO_PASS = range(45, 49)

# Kinds of territory that a conversion can change (R14), seen from the one who converts.
OWN_PRINT, THEIR_PRINT, NEUTRAL_PRINT, UNHELD = range(4)

# Bonuses that wait for the end of the card (R27, R30): a list of effects, or Foreign Influence for a faith.
FOREIGN_BONUS = 200
QUEUE = 32

# What happened, each a row of EVENT_WIDTH numbers.
(
    E_ROLLED,
    E_FAITHS,
    E_DEALT,
    E_KEPT,
    E_DREW,
    E_RESHUFFLED,
    E_STARTS,
    E_TURN,
    E_PLAYED,
    E_USED,
    E_DISCARDED,
    E_FRONT,
    E_REPLACED,
    E_CONVERTED,
    E_SHIFTED,
    E_NEUTRALISED,
    E_DISPUTATION,
    E_CLAIMED,
    E_REWARD,
    E_REVEALED,
    E_CHART,
    E_CHOSEN_DECK,
    E_FOREIGN_SEEN,
    E_FOREIGN,
    E_RECOVERED,
    E_CHOSE,
    E_SKIPPED,
    E_PASSED,
    E_OVER,
) = range(29)
EVENT_WIDTH = 5
EVENTS = 96

# Reasons for a discard.
BY_COST, BY_FORCE, BY_LIMIT, BY_KEEP, BY_REDRAW = range(5)

# What a network looks at, as blocks of inputs that are there or not: own is the faith that asks, theirs the other's.
OWN_SIDES = 0  # circle, estate, conversions lacking, power
THEIR_SIDES = 480
DISPUTED = 960  # circle
FACE_DOWN = 970
OWN_CIRCLE = 980
THEIR_CIRCLE = 990
OWN_HAND = 1000  # card
OWN_DECK = 1045
OWN_DISCARD = 1090
OWN_FRONT = 1135
THEIR_FRONT = 1180
THEIR_DISCARD = 1225
THEIR_KNOWN = 1270
OWN_COUNT = 1315  # how many cards in hand
THEIR_COUNT = 1325
OWN_PILE = 1335  # how many cards in the deck
THEIR_PILE = 1351
OWN_TOKENS = 1367
THEIR_TOKENS = 1384
LEAD = 1401  # points more than the other
STAGE = 1432  # whose turn, and how far it is
ASKED = 1438  # who is asked what
DOING = 1516  # whose effect, verb
TO_COME = 1542
REMAINING = 1568  # of an effect that is done several times
CHOSEN = 1588  # circle of the present effect
CHOSEN_ESTATE = 1608
WAITING = 1612  # bonuses in the queue
MILITARY = 1616
NEAR = 1617  # how many circles lack one conversion, or two
DRAFTED = 1633
FEATURES = 1664
HIDDEN = 64
MOST_FEATURES = 192  # that can be there at once
NOTES = 2048  # positions of a game that a lesson keeps

# A network counts in these: a hidden unit is fully on at FULL, a winning chance is CERTAIN.
FULL = 256
CERTAIN = 65536
WON = 61604  # a game that is won by no points at all
POINT = 58  # each point more: somebody who has won or lost plays on for points, and the game comes to its end
STEPS = 2048  # of the table that turns a sum into a chance

# What a weaker player overlooks.
OVERLOOK_POWER, OVERLOOK_DISPUTATION, OVERLOOK_REPLIES = 1, 2, 4
OVERLOOK_TOKENS, OVERLOOK_PILES, OVERLOOK_DRAFT = 8, 16, 32

# Bits and words.
ALL_CARDS = (1 << 45) - 1
ALL_CIRCLES = (1 << 10) - 1
DICE = 0b1111110
WORD = (1 << 64) - 1
SEED_STEP = 0x9E3779B97F4A7C15
LCG = 6364136223846793005
