cimport cython
from solafide.kernel.bits cimport ONE, popcount, width
from solafide.kernel.codes cimport *
from solafide.kernel.tables cimport Tables


@cython.final
cdef class Trace:
    cdef short rows[480]


@cython.final
@cython.freelist(64)
cdef class State:
    cdef readonly Tables tables
    cdef short *begin
    cdef unsigned char *length
    cdef unsigned char *cost
    cdef unsigned char *each
    cdef unsigned char *military
    cdef unsigned char *persistent
    cdef unsigned char *limit
    cdef unsigned char *effects
    cdef unsigned long long *payable
    cdef unsigned char *prints
    cdef unsigned char *full
    cdef unsigned long long rng, drawn
    cdef readonly unsigned long long opts
    cdef public int autofill
    cdef readonly int over, limited, who, question, turn, turns, person
    cdef int at_once, top, circle, side, remaining, discards, used, check_claims, persistent_ready
    cdef int in_play, commoners_dominant, power_at_end, claimed, disputation, queue_from, queue_to, asked_at
    cdef unsigned long long hand[2]
    cdef unsigned long long deck[2]
    cdef unsigned long long discard[2]
    cdef unsigned long long aside[2]
    cdef unsigned long long pool[2]
    cdef unsigned long long triple[2]
    cdef unsigned long long seen[2]
    cdef unsigned long long maybe_in_deck[2]
    cdef short incomplete[4]
    cdef unsigned char n_hand[2]
    cdef unsigned char front[2]
    cdef unsigned char front_kind[2]
    cdef unsigned char limits[2]
    cdef unsigned char supply[2]
    cdef unsigned char rewards[2]
    cdef unsigned char hold[40]
    cdef unsigned char power[10]
    cdef unsigned char owner[10]
    cdef unsigned char rows[340]
    cdef unsigned char queue[32]
    cdef Trace trace
    cdef short *events
    cdef int traced, n_events

    cdef void bind_tables(self, Tables tables)
    @cython.locals(k=cython.int)
    cpdef void copy_from(self, State other) noexcept nogil
    cdef int rand_below(self, int n) noexcept nogil
    @cython.locals(k=cython.int)
    cdef int pick(self, unsigned long long bits) noexcept nogil
    cdef void seed(self, unsigned long long number) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void emit(self, int kind, int a, int b, int c, int d) noexcept nogil
    @cython.locals(i=cython.int)
    cdef void push(self, int task, int actor, int number, int position) noexcept nogil
    cdef void clear_blanks(self) noexcept nogil
    cdef int ask(self, int who, int question, unsigned long long opts) noexcept nogil
    @cython.locals(i=cython.int, task=cython.int)
    cdef void advance(self) noexcept nogil
    @cython.locals(f=cython.int, i=cython.int, question=cython.int)
    cdef void fill(self, int choice) noexcept nogil
    @cython.locals(c=cython.int, f=cython.int, i=cython.int)
    cpdef void new_game(self, unsigned long long seed) noexcept nogil
    @cython.locals(stage=cython.int)
    cdef int prepare(self, int i) noexcept nogil
    @cython.locals(f=cython.int)
    cdef void fill_preparation(self, int i, int choice) noexcept nogil
    cdef void next_stage(self, int i, int stage) noexcept nogil
    cdef int roll_twice(self, int i) noexcept nogil
    @cython.locals(winner=cython.int)
    cdef int roll_faiths(self, int i) noexcept nogil
    @cython.locals(f=cython.int)
    cdef int draft(self, int i) noexcept nogil
    cpdef void switch_draft(self, int f) noexcept nogil
    @cython.locals(f=cython.int)
    cdef int deal(self, int i) noexcept nogil
    @cython.locals(first=cython.int)
    cdef int roll_first(self, int i) noexcept nogil
    @cython.locals(f=cython.int, opts=cython.ulonglong)
    cdef int take_turn(self, int i) noexcept nogil
    @cython.locals(f=cython.int)
    cdef void fill_action(self, int i, int choice) noexcept nogil
    cdef void fill_after(self, int i, int choice) noexcept nogil
    cdef void play(self, int f, int card) noexcept nogil
    @cython.locals(g=cython.int)
    cdef void end_turn(self, int i, int f) noexcept nogil
    @cython.locals(bonus=cython.int, f=cython.int)
    cdef void next_bonus(self) noexcept nogil
    cdef void reshuffle(self, int f) noexcept nogil
    @cython.locals(bit=cython.ulonglong)
    cdef void draw_one(self, int f, int card) noexcept nogil
    @cython.locals(bit=cython.ulonglong)
    cdef void set_aside(self, int f, int card) noexcept nogil
    cdef void discard_one(self, int f, int card, int why) noexcept nogil
    cdef void set_limit(self, int f) noexcept nogil
    @cython.locals(f=cython.int, number=cython.int, position=cython.int, waits=cython.int)
    cdef int run(self, int i) noexcept nogil
    @cython.locals(verb=cython.int)
    cdef int effect(self, int i, int f, int e) noexcept nogil
    @cython.locals(discards=cython.int)
    cdef void next_effect(self, int i) noexcept nogil
    cdef void skip(self, int i) noexcept nogil
    @cython.locals(same=cython.int, last=cython.int)
    cdef int circle_was_claimed(self, int i) noexcept nogil
    @cython.locals(task=cython.int)
    cdef int end_list(self, int i, int number) noexcept nogil
    @cython.locals(last=cython.int)
    cdef int reachable(self, int i, int same) noexcept nogil
    @cython.locals(last=cython.int)
    cdef int ask_circle(self, int i, int f, int same, int circles) noexcept nogil
    @cython.locals(dominant=cython.int)
    cdef int estate(self, int c, int selector) noexcept nogil
    @cython.locals(kinds=cython.int, same=cython.int, selector=cython.int)
    cdef int convert(self, int i, int f, int e) noexcept nogil
    @cython.locals(circles=cython.int, commoners=cython.int, commoners_dominant=cython.int, nobility=cython.int)
    cdef int convertible(self, int f, int selector) noexcept nogil
    @cython.locals(c=cython.int, removable=cython.int)
    cdef int removable(self, int f, int selector, int circles) noexcept nogil
    @cython.locals(sides=cython.int)
    cdef int convertible_sides(self, int f, int c) noexcept nogil
    @cython.locals(kinds=cython.int, theirs=cython.int)
    cdef int convertible_kinds(self, int f, int side) noexcept nogil
    @cython.locals(side=cython.int, theirs=cython.int)
    cdef void convert_one(self, int f, int kind) noexcept nogil
    @cython.locals(bit=cython.int, circle=cython.int)
    cdef void set_holder(self, int f, int side, int territory, int kind) noexcept nogil
    @cython.locals(c=cython.int, power=cython.int, same=cython.int, target=cython.int, toward=cython.int)
    cdef int shift(self, int i, int f, int e) noexcept nogil
    cdef int shiftable(self, int toward) noexcept nogil
    @cython.locals(bit=cython.int)
    cdef void set_power(self, int c, int power) noexcept nogil
    @cython.locals(same=cython.int)
    cdef int move_disputation(self, int i, int f, int e) noexcept nogil
    @cython.locals(cost=cython.int)
    cdef int pay(self, int i, int f, int number) noexcept nogil
    cdef void pay_one(self, int i, int choice) noexcept nogil
    @cython.locals(old=cython.int)
    cdef void put_in_front(self, int f, int card) noexcept nogil
    cdef int can_use(self, int f) noexcept nogil
    @cython.locals(number=cython.int)
    cdef void use_persistent(self, int f) noexcept nogil
    @cython.locals(first=cython.int, roll=cython.int, second=cython.int)
    cdef int military_roll(self, int i) noexcept nogil
    @cython.locals(second=cython.int, who=cython.int)
    cdef void fill_roll(self, int i, int choice) noexcept nogil
    @cython.locals(c=cython.int, k=cython.int, n=cython.int, side=cython.int, sides=cython.int, total=cython.int)
    cdef int convert_neutrals(self, int i, int f, int e) noexcept nogil
    cdef int unheld(self, int side) noexcept nogil
    @cython.locals(unheld=cython.int)
    cdef void place_token(self, int f, int side) noexcept nogil
    cdef int draw_cards(self, int f) noexcept nogil
    cdef int draw(self, int i, int f, int e) noexcept nogil
    cdef int draw_keep(self, int i, int f, int e) noexcept nogil
    @cython.locals(playable=cython.ulonglong)
    cdef int draw_play(self, int i, int f, int e) noexcept nogil
    cdef int redraw(self, int i, int f) noexcept nogil
    cdef void redraw_one(self, int f, int choice) noexcept nogil
    @cython.locals(opponent=cython.int)
    cdef int opponent_discards(self, int i, int f, int e) noexcept nogil
    cdef int recover(self, int i, int f, int e) noexcept nogil
    cdef void recover_one(self, int f, int card) noexcept nogil
    @cython.locals(k=cython.int, opts=cython.int)
    cdef int choose(self, int i, int f, int e) noexcept nogil
    @cython.locals(f=cython.int, last=cython.int, number=cython.int, option=cython.int)
    cdef void choose_option(self, int i, int choice) noexcept nogil
    @cython.locals(k=cython.int)
    cdef int list_would_change(self, int i, int f, int number) noexcept nogil
    @cython.locals(a=cython.int, circles=cython.int, verb=cython.int)
    cdef int would_change(self, int i, int f, int e) noexcept nogil
    cdef int has_unheld(self, int c) noexcept nogil
    @cython.locals(circles=cython.int, commoners_dominant=cython.int, catholic=cython.int, protestant=cython.int)
    cdef int claims(self) noexcept nogil
    @cython.locals(below=cython.int, dominant=cython.int, f=cython.int, k=cython.int)
    cdef void claim(self, int c) noexcept nogil
    @cython.locals(f=cython.int)
    cdef void return_tokens(self, int side) noexcept nogil
    cdef void queue_bonuses(self, int f) noexcept nogil
    cdef void queue_bonus(self, int bonus) noexcept nogil
    cdef void reveal(self, int c) noexcept nogil
    @cython.locals(deck=cython.int, f=cython.int, first=cython.int, second=cython.int)
    cdef int foreign_influence(self, int i) noexcept nogil
    @cython.locals(f=cython.int)
    cdef void fill_foreign(self, int i, int choice) noexcept nogil
    @cython.locals(c=cython.int, g=cython.int, k=cython.int, same=cython.int, selector=cython.int, side=cython.int, sides=cython.int)
    cdef int neutralise(self, int i, int f, int e) noexcept nogil
    @cython.locals(catholic=cython.int)
    cdef int tokens_on(self, int side) noexcept nogil
    @cython.locals(c=cython.int, circles=cython.int)
    cdef int circles_with_tokens(self, int selector) noexcept nogil
    cdef void end_game(self) noexcept nogil
    @cython.locals(c=cython.int, points=cython.int)
    cpdef int score(self, int f) noexcept nogil
    @cython.locals(c=cython.int, points=cython.int)
    cpdef int unclaimed_points(self) noexcept nogil
    @cython.locals(c=cython.int, estate=cython.int, f=cython.int)
    cpdef void recompute_derived(self) noexcept nogil
    cpdef void recompute_options(self) noexcept nogil
    @cython.locals(opts=cython.ulonglong, options=list)
    cpdef list options(self)
    cpdef trace_events(self)
    cpdef int actor(self)
    cpdef int front_card(self, int f)
    @cython.locals(i=cython.int)
    cpdef tuple context(self)
    cpdef step(self, int choice)
    cpdef int random_below(self, int n)
    @cython.locals(twin=State)
    cpdef State clone(self)
