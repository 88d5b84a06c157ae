"""Names for the integers of the kernel; tools/kernel_constants.py writes them as C constants to `codes.pxd`."""

# Who acts. A player's party is a faith; nature is a third player; persons 1 and 2 have no faith yet (R7).
CATHOLIC, PROTESTANT, NATURE, PERSON_1, PERSON_2, NOBODY = range(6)

# Estates, and how an effect names one of them.
NOBILITY, COMMONERS, DOMINANT, SUBORDINATE, EITHER = range(5)

# What a territory is printed as: a faith, or this. A holder is a faith.
NEUTRAL = 2

# "Nothing": no card, no circle, a number not yet known.
NONE = 127

# Effects (§6), each a row: verb, a, b, c. `same` in c: the circle chosen before by this card (R16).
CONVERT, SHIFT, NEUTRALISE, DISPUTATION, DRAW, DRAW_KEEP, DRAW_PLAY = range(1, 8)
REDRAW, OPPONENT_DISCARDS, CONVERT_NEUTRALS, CHOOSE, RECOVER = range(8, 13)

# Persistent cards (§6.5): when they work.
DRAW_ACTION, OWN_TURN, OWN_CLAIM, OPPONENT_CLAIM, FOREIGN_INFLUENCE, MILITARY_ROLL, HAND_LIMIT = range(1, 8)

# Ids of lists of effects: cards of both faiths (0-89), Foreign Influence, the Military Chart, the plain draw, options
# of `choose`.
CARDS_PER_FAITH = 45
FIRST_FOREIGN_LIST = 90
FIRST_CHART_LIST = 106
PLAIN_DRAW_LIST = 112
FIRST_OPTION_LIST = 113
MAX_LISTS = 256
ANY_COST = 14  # as many cards as the player likes (R18)

# Tasks: the rows of the agenda, ROW_WIDTH numbers each: task, actor, list, position, circle chosen last.
CARD, RUN, OPTION, TURN, ROLL, FOREIGN, SETUP = range(7)
ROW_WIDTH = 5
MAX_AGENDA_ROWS = 68  # fifteen cards of each faith that play one another by an option, a military result between them
AGENDA_SIZE = 340  # MAX_AGENDA_ROWS * ROW_WIDTH
COST_POSITION = 255  # the position of a list whose cost is being paid

# Stages of a turn (§4) and of the preparations (§3).
ACT, AFTER, LIMIT = range(3)
ROLL_FAITHS, DRAFT, DEAL, ROLL_FIRST = range(4)

# What a state fills in without asking: nothing (0), all but real choices of a player, or only single options.
FILL_ALL, FILL_FORCED = 1, 2

# After so many turns without a choice of any player the game ends: some custom card sets could go on for ever.
MAX_TURNS_WITHOUT_CHOICE = 100

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

# A choice is the number of a bit: a card 0-44, a circle 0-9, a side 0-1, circle * 2 + side, a die 1-6, or one of these.
CHOICE_DRAW, CHOICE_USE, CHOICE_STOP, CHOICE_PASS = range(45, 49)

# Kinds of territory that a conversion can change (R14), from the converting player's view.
OWN_PRINT, THEIR_PRINT, NEUTRAL_PRINT, UNHELD = range(4)

# Bonuses queued until the end of the card (R27, R30): a list of effects, or Foreign Influence for a faith.
FOREIGN_BONUS = 200
MAX_BONUSES = 32

# Events, each a row of EVENT_WIDTH numbers.
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
MAX_EVENTS = 96

# Reasons for a discard.
BY_COST, BY_FORCE, BY_LIMIT, BY_KEEP, BY_REDRAW = range(5)

# Inputs of the network, in blocks; an input is active or not. OWN is the faith that asks, THEIR the opponent.
F_OWN_SIDES = 0  # circle, estate, conversions lacking, power
F_THEIR_SIDES = 480
F_DISPUTATION = 960  # circle
F_FACE_DOWN = 970
F_OWN_CIRCLE = 980
F_THEIR_CIRCLE = 990
F_OWN_HAND = 1000  # card
F_OWN_DECK = 1045
F_OWN_DISCARD = 1090
F_OWN_FRONT = 1135
F_THEIR_FRONT = 1180
F_THEIR_DISCARD = 1225
F_THEIR_SEEN = 1270
F_OWN_HAND_SIZE = 1315  # how many cards in hand
F_THEIR_HAND_SIZE = 1325
F_OWN_DECK_SIZE = 1335  # how many cards in the deck
F_THEIR_DECK_SIZE = 1351
F_OWN_TOKENS = 1367
F_THEIR_TOKENS = 1384
F_LEAD = 1401  # difference in points
F_STAGE = 1432  # whose turn, and its stage
F_QUESTION = 1438  # who chooses, question
F_CURRENT_EFFECT = 1516  # whose effect, verb
F_LATER_EFFECTS = 1542  # whose effect, verb
F_REMAINING = 1568  # how often the current effect is still to be done
F_CIRCLE = 1588  # circle of the current effect
F_ESTATE = 1608
F_BONUSES = 1612  # queued bonuses
F_MILITARY = 1616
F_NEAR_CLAIMS = 1617  # how many circles lack one conversion, or two
F_DRAFT_MODE = 1633
FEATURE_COUNT = 1664
F_QUESTIONS = 26  # questions and verbs that the trained network has inputs for; later ones have none
F_VERBS = 13
HIDDEN_UNITS = 64
MAX_ACTIVE_FEATURES = 192  # at once
MAX_TRAINING_POSITIONS = 2048  # of one game

# Scales of the network: a hidden unit is fully on at UNIT_SCALE, a chance of 1.0 is CHANCE_SCALE.
UNIT_SCALE = 256
CHANCE_SCALE = 65536
WIN_VALUE = 61604  # the value of a win, before points
POINT_VALUE = 58  # for each point of the lead: a player who has won or lost still plays for points and ends the game
SIGMOID_STEPS = 2048  # entries of the table that turns a sum into a chance

# Inputs that a weaker player overlooks.
OVERLOOK_POWER, OVERLOOK_DISPUTATION, OVERLOOK_REPLIES = 1, 2, 4
OVERLOOK_TOKENS, OVERLOOK_PILES, OVERLOOK_DRAFT = 8, 16, 32

# Bit masks and the constants of the random number generator.
ALL_CARDS = (1 << 45) - 1
ALL_CIRCLES = (1 << 10) - 1
ALL_DICE = 0b1111110
UINT64_MASK = (1 << 64) - 1
SEED_MULTIPLIER = 0x9E3779B97F4A7C15
LCG_MULTIPLIER = 6364136223846793005
