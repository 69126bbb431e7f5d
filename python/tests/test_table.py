import copy
import json
import pickle

import numpy as np
import pytest

import marque

ALL = marque.games()
EVERY = [(name, seats) for name in ALL for seats in marque.Game(name).seats_allowed]


def test_two_lines_play_a_game():
    table = marque.Table("hexxi", seed=3)
    assert table.play_out() > 0 and table.over and table.ending == "last round scored"


@pytest.mark.parametrize("name,seats", EVERY)
def test_notation_index_and_mask_tell_the_same(name, seats):
    table = marque.Table(name, seats, seed=5)
    rng = np.random.default_rng(1)
    for _ in range(40):
        if table.over:
            break
        indices = table.legal_indices()
        assert sorted(table.action(index) for index in indices) == table.legal()
        assert list(np.flatnonzero(table.mask())) == sorted(indices)
        assert all(table.index(table.action(index)) == index for index in indices[:5])
        other = table.copy()
        index = int(rng.choice(indices))
        other.play(table.action(index))
        table.play(index)
        assert other.history() == table.history()


@pytest.mark.parametrize("name,seats", EVERY)
def test_a_seat_sees_the_same_in_every_table_it_can_imagine(name, seats):
    table = marque.Table(name, seats, seed=2)
    for ply in range(12):
        for seat in range(seats):
            imagined = table.imagine(seat, seed=ply)
            assert imagined.observation(seat) == table.observation(seat)
            assert (imagined.vector(seat) == table.vector(seat)).all()
        if table.over:
            break
        table.play_random()
    assert table.vector(0).dtype == np.float32 and table.vector(0).shape == (table.game.vector_size,)


def test_what_is_hidden_is_not_in_an_observation():
    table = marque.Table("bosman", seed=1)
    hands = table.observation(0)["hands"]
    assert len(hands[0]["tokens"]) == 5 and hands[1]["tokens"] == []
    assert "draw:?" in table.seen(0) and "draw:?" not in table.history()


def test_the_same_seed_gives_the_same_game():
    one, two, other = (marque.Table("somaliland", seed=seed) for seed in (1, 1, 2))
    for table in (one, two, other):
        table.play_out()
    assert one.history() == two.history() != other.history()


def test_a_copy_goes_its_own_way_with_the_same_chance():
    table = marque.Table("somaliland", seed=4)
    twins = [table.copy(), copy.copy(table), copy.deepcopy(table)]
    start = table.history()
    table.play_out()
    for twin in twins:
        assert twin.history() == start
        twin.play_out()
        assert twin.history() == table.history()


def test_rewinding_takes_events_back():
    table = marque.Table("dzicz", seed=1)
    marks = []
    for _ in range(10):
        marks.append((len(table.history()), table.observation(0), table.legal()))
        table.play_random()
    for events, seen, legal in reversed(marks):
        table.rewind(events)
        assert (table.observation(0), table.legal()) == (seen, legal)


def test_chance_can_be_told_what_to_bring():
    table = marque.Table("bosman", seed=1, auto_chance=False)
    assert table.at_chance and table.turn is None and table.legal() == []
    table.happen("draw:R11")
    assert table.roll().startswith("draw:")
    with pytest.raises(marque.ActionError, match="not understood"):
        table.happen("draw:Z99")
    table.settle()
    assert table.turn == 0
    with pytest.raises(marque.ActionError, match="out of turn"):
        table.happen("draw:R11")


def test_wrong_actions_change_nothing_and_say_why():
    table = marque.Table("dzicz", seed=1)
    before = table.history()
    for wrong, words in [
        ("pass", "`pass` is not legal for seat 0 now"),
        ("jump", "is not understood"),
        (0, "is not legal"),
        (10**9, "action 1000000000"),
        (None, "neither an index nor a notation"),
        (-1, "neither an index nor a notation"),
    ]:
        with pytest.raises(marque.ActionError, match=words):
            table.play(wrong)
    assert table.history() == before
    table.play_out()
    with pytest.raises(marque.ActionError, match="the game is over"):
        table.play(0)


def test_rules_are_checked_with_words_that_help():
    assert marque.Game("bosman", rules={"hand": 4}).rules["hand"] == 4
    for rules, words in [
        ({"hand": 99}, "rule `hand` is 99; allowed: 1-7"),
        ({"hnad": 4}, "did you mean `hand`"),
        ({"hand": None}, "plain values"),
        ({"hand": object()}, "plain values"),
    ]:
        with pytest.raises(marque.RulesError, match=words):
            marque.Game("bosman", rules=rules)
    with pytest.raises(marque.RulesError, match="2 or 4 seats, not 3"):
        marque.Table("bosman", 3)
    with pytest.raises(marque.RulesError, match="did you mean `bosman`"):
        marque.Table("bosmann")
    with pytest.raises(ValueError, match="seat is 7; expected 0 to 1"):
        marque.Table("bosman").observation(7)


def test_every_parameter_is_explained():
    for name in ALL:
        game = marque.Game(name)
        assert set(game.parameters()) == set(game.rules)
        for param in game.parameters().values():
            assert param["meaning"] and param["allowed"]


def test_a_game_can_be_sent_elsewhere():
    game = marque.Game("hexxi", 3, {"rounds": 1})
    assert pickle.loads(pickle.dumps(game)) == game != marque.Game("hexxi", 3)


def test_traces_go_out_and_come_back():
    table = marque.Table("santy-anno", 5, {"rounds": 1}, seed=9)
    table.play_out()
    text = table.trace()
    assert json.loads(text.splitlines()[0])["game"] == "santy-anno"
    back = marque.Table.from_trace(text)
    assert (back.history(), back.scores, back.over) == (table.history(), table.scores, True)
    with pytest.raises(marque.TraceError, match="line 3"):
        lines = text.splitlines()
        marque.Table.from_trace("\n".join([lines[0], lines[1], lines[1]]))
    with pytest.raises(marque.TraceError):
        marque.Table.from_trace("nonsense")


@pytest.mark.parametrize("name", ALL)
def test_every_bot_plays(name):
    game = marque.Game(name)
    for bot in game.bots():
        if bot in ("captain", "admiral", "mate"):
            continue
        player = marque.Bot(game, bot if bot not in ("ismcts", "search", "mcts", "flat") else f"{bot}:iterations=20", seed=1)
        table = marque.Table(game, seed=1)
        for _ in range(3):
            if not table.over:
                table.play(player.choose(table))


def test_a_bot_sees_no_more_than_its_seat():
    """Given tables that look the same to its seat, a bot chooses the same."""
    table = marque.Table("bosman", seed=3)
    for _ in range(6):
        table.play_random()
    seat = table.turn
    choices = set()
    for seed in range(8):
        imagined = table.imagine(seat, seed=seed)
        choices.add(marque.Bot("bosman", "greedy", seed=5).choose(imagined))
    assert len(choices) == 1


def test_bots_that_are_not_there_are_named():
    with pytest.raises(marque.BotError, match="did you mean `greedy`"):
        marque.Bot("bosman", "gredy")
    with pytest.raises(marque.BotError, match="cannot play dzicz"):
        marque.Bot("bosman", "random").choose(marque.Table("dzicz"))


@pytest.mark.parametrize("name", ALL)
def test_bulk_games_depend_on_their_number_alone(name):
    one = marque.playouts(name, 50, seed=7)
    two = marque.playouts(name, 50, seed=7, threads=2)
    short = marque.playouts(name, 20, seed=7)
    later = marque.playouts(name, 30, seed=7, first=20)
    for key in ("decisions", "scores", "ranks", "rewards"):
        assert (one[key] == two[key]).all()
        assert (one[key][:20] == short[key]).all() and (one[key][20:] == later[key]).all()
    assert one["rewards"].shape == (50, marque.Game(name).seats) and one["decisions"].min() > 0
    assert ((one["rewards"] >= 0) & (one["rewards"] <= 1)).all()


def test_too_much_at_once_is_refused():
    with pytest.raises(ValueError, match="at most 20000000"):
        marque.playouts("dzicz", 10**15)
    with pytest.raises(ValueError, match="threads is 9999"):
        marque.playouts("dzicz", 1, threads=9999)


def test_vectors_can_be_written_into_an_array():
    table = marque.Table("dzicz", seed=1)
    into = np.empty(table.game.vector_size, np.float32)
    table.vector_into(into)
    assert (into == table.vector()).all()
    with pytest.raises(ValueError, match="size of the array is 3"):
        table.vector_into(np.empty(3, np.float32))
