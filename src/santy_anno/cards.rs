use crate::random::{self, Lots};

use super::ships::{self, COLOURS, Course, LETTERS, Ring};

/// What a card looks at: all that a bot sees of it, and what thinking it through costs (SA-22).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// An element (SA-5).
    Element,
    /// An element with a colour crossed out (SA-5).
    Crossed,
    /// A colour (SA-6).
    Colour,
    /// The first letter (SA-7).
    Letter,
    /// The first letter, with a letter crossed out (SA-7).
    LetterCrossed,
    /// The number (SA-8).
    Number,
    /// A helm (SA-9).
    Helm,
    /// Two elements (SA-10).
    Double,
    /// Coco (SA-11).
    Coco,
}

/// How many kinds there are.
pub(super) const KINDS: usize = 9;

impl Kind {
    /// All kinds, in the order of the deck.
    pub const ALL: [Kind; KINDS] = [
        Kind::Element,
        Kind::Crossed,
        Kind::Colour,
        Kind::Letter,
        Kind::LetterCrossed,
        Kind::Number,
        Kind::Helm,
        Kind::Double,
        Kind::Coco,
    ];

    /// Its name in a ruleset and on the board.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Element => "element",
            Kind::Crossed => "crossed",
            Kind::Colour => "colour",
            Kind::Letter => "letter",
            Kind::LetterCrossed => "letter_crossed",
            Kind::Number => "number",
            Kind::Helm => "helm",
            Kind::Double => "double",
            Kind::Coco => "coco",
        }
    }

    /// The cards of this kind.
    #[inline]
    const fn cards(self) -> u64 {
        const CARDS_OF: [u64; KINDS] = {
            let mut cards = [0; KINDS];
            let mut kind = 0;
            while kind < KINDS {
                cards[kind] = (1 << STARTS[kind + 1]) - (1 << STARTS[kind]);
                kind += 1;
            }
            cards
        };
        CARDS_OF[self as usize]
    }

    /// The first card of this kind, which stands for all where the face is not known.
    #[inline]
    pub(super) const fn first(self) -> Card {
        Card(STARTS[self as usize])
    }
}

/// How many cards there are, experts' and all.
pub(super) const CARDS: usize = 52;

/// Where the cards of each kind begin in [`FACES`].
const STARTS: [u8; KINDS + 1] = [0, 4, 20, 24, 26, 30, 37, 45, 51, CARDS as u8];

/// The notation of every card (SA-12); the plain letter card is there twice.
#[rustfmt::skip]
const FACES: [&str; CARDS] = [
    "E:nest", "E:sails", "E:hull", "E:name",
    "E:nest-r", "E:nest-y", "E:nest-b", "E:nest-g", "E:sails-r", "E:sails-y", "E:sails-b", "E:sails-g",
    "E:hull-r", "E:hull-y", "E:hull-b", "E:hull-g", "E:name-r", "E:name-y", "E:name-b", "E:name-g",
    "C:r", "C:y", "C:b", "C:g",
    "N", "N",
    "N-P", "N-R", "N-S", "N-V",
    "+1", "+2", "+3", "+4", "+5", "+6", "+7",
    "H+1", "H+2", "H+3", "H+4", "H-1", "H-2", "H-3", "H-4",
    "D:nest/sails", "D:nest/hull", "D:nest/name", "D:sails/hull", "D:sails/name", "D:hull/name",
    "K",
];

/// The two elements of every double card, in their order.
const DOUBLES: [(usize, usize); 6] = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)];

/// The course of every card; a helm's depends on the table and is left out.
const COURSES: [Course; CARDS] = {
    let mut courses = [Course::STAY; CARDS];
    let mut card = 0;
    while card < CARDS {
        courses[card] = course_without_table(card);
        card += 1;
    }
    courses
};

const fn course_without_table(card: usize) -> Course {
    match KIND_OF[card] {
        Kind::Element => ships::pairs(ships::colours_of(card), None),
        Kind::Crossed => ships::pairs(ships::colours_of((card - 4) / 4), Some(COLOURS[(card - 4) % 4])),
        Kind::Colour => ships::pairs(ships::elements_in(COLOURS[card - 20]), None),
        Kind::Letter => ships::pairs(ships::letters(), None),
        Kind::LetterCrossed => ships::pairs(ships::letters(), Some(LETTERS[card - 26])),
        Kind::Number => {
            let mut targets = [0; ships::SHIPS];
            let mut ship = 0;
            while ship < ships::SHIPS {
                targets[ship] = ((ship + card - 29) % ships::SHIPS) as u8;
                ship += 1;
            }
            Course::of(targets)
        }
        Kind::Helm => Course::STAY,
        Kind::Double => ships::exchange(DOUBLES[card - 45].0, DOUBLES[card - 45].1),
        Kind::Coco => ships::pairs(ships::cocos(), None),
    }
}

const KIND_OF: [Kind; CARDS] = {
    let mut kinds = [Kind::Element; CARDS];
    let mut kind = 0;
    while kind < KINDS {
        let mut card = STARTS[kind];
        while card < STARTS[kind + 1] {
            kinds[card as usize] = Kind::ALL[kind];
            card += 1;
        }
        kind += 1;
    }
    kinds
};

/// A card by its face: the two plain letter cards are one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Card(u8);

impl Card {
    /// The plain letter card, of which there are two.
    const LETTER: Card = Kind::Letter.first();

    /// The card at a position of the full deck.
    #[inline]
    fn in_deck(position: u32) -> Card {
        let twin = u32::from(Card::LETTER.0) + 1;
        Card((position - u32::from(position == twin)) as u8)
    }

    /// The card as an index into arrays by face.
    pub(super) fn index(self) -> usize {
        self.0.into()
    }

    /// The card with this notation.
    pub(super) fn read(text: &str) -> Option<Card> {
        FACES.iter().position(|&face| face == text).map(|card| Card(card as u8))
    }

    /// Its notation.
    pub fn face(self) -> &'static str {
        FACES[self.0 as usize]
    }

    /// What it looks at.
    #[inline]
    pub fn kind(self) -> Kind {
        KIND_OF[self.0 as usize]
    }

    /// What it does at a table laid like this.
    #[inline]
    pub(super) fn course(self, ring: Ring) -> Course {
        let turn = i32::from(self.0) - i32::from(Kind::Helm.first().0);
        match turn {
            0..4 => ring.helm(turn + 1),
            4..8 => ring.helm(3 - turn),
            _ => COURSES[self.0 as usize],
        }
    }
}

/// The most cards of a round.
pub(super) const MAX_CARDS: usize = 9;

/// Cards in order.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hand {
    len: u8,
    cards: [Card; MAX_CARDS],
}

impl Hand {
    /// No cards.
    pub(super) const EMPTY: Hand = Hand { len: 0, cards: [Kind::ALL[0].first(); MAX_CARDS] };

    /// Adds a card at the end and says whether there was room.
    #[inline]
    pub(super) fn push(&mut self, card: Card) -> bool {
        let room = self.len() < MAX_CARDS;
        if room {
            self.cards[self.len()] = card;
            self.len += 1;
        }
        room
    }

    /// How many there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len as usize
    }

    /// The cards in order.
    #[inline]
    pub(super) fn as_slice(&self) -> &[Card] {
        &self.cards[..self.len()]
    }

    /// The cards in order, to change.
    #[inline]
    pub(super) fn as_mut_slice(&mut self) -> &mut [Card] {
        let len = self.len();
        &mut self.cards[..len]
    }
}

/// The cards not yet dealt, one bit each. Of the plain letter cards the first bit is the last to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Deck(u64);

impl Deck {
    const EXPERT_START: u8 = Kind::Helm.first().0;
    /// The 37 basic cards (SA-12).
    pub(super) const BASIC: Deck = Deck((1 << Deck::EXPERT_START) - 1);
    /// The 37 basic cards and the 15 of the experts (SA-12).
    pub(super) const EXPERT: Deck = Deck((1 << CARDS) - 1);

    /// These cards; `None` where there are not so many of one.
    pub(super) fn of(cards: impl IntoIterator<Item = Card>) -> Option<Deck> {
        cards.into_iter().try_fold(Deck(0), |deck, card| {
            let bit = 1 << card.0;
            let bit = if card == Card::LETTER && deck.0 & bit != 0 { bit << 1 } else { bit };
            (deck.0 & bit == 0).then_some(Deck(deck.0 | bit))
        })
    }

    /// Only the basic cards of these.
    pub(super) fn basic(self) -> Deck {
        Deck(self.0 & Deck::BASIC.0)
    }

    /// Only the cards of one kind.
    #[inline]
    pub(super) fn of_kind(self, kind: Kind) -> Deck {
        Deck(self.0 & kind.cards())
    }

    /// How many cards there are.
    #[inline]
    pub(super) fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// Takes a card away and says whether it was there.
    #[inline]
    pub(super) fn take(&mut self, card: Card) -> bool {
        let mut bit = 1 << card.0;
        if card == Card::LETTER && self.0 & bit << 1 != 0 {
            bit <<= 1;
        }
        let was_there = self.0 & bit != 0;
        self.0 &= !bit;
        was_there
    }

    /// Takes the card at a position, counted from the first, away.
    pub(super) fn take_nth(&mut self, n: u32) -> Card {
        let card = Card::in_deck(random::nth_bit(self.0, n));
        self.take(card);
        card
    }

    /// Takes any card of a kind away, all equally likely; there must be one.
    #[inline]
    pub(super) fn take_alike(&mut self, kind: Kind, lots: &mut Lots) -> Card {
        let start = kind.first().0;
        // No kind has more than sixteen cards.
        let alike = (self.of_kind(kind).0 >> start) as u16;
        let card = Card::in_deck(u32::from(start) + lots.pick_bit(alike));
        self.take(card);
        card
    }

    /// Every card, the plain letter card as often as it is there, and how many there are.
    #[inline]
    pub(super) fn spread(self) -> ([Card; CARDS], usize) {
        let mut cards = [Card(0); CARDS];
        let mut left = self.0;
        let mut count = 0;
        while left != 0 {
            cards[count] = Card::in_deck(left.trailing_zeros());
            left &= left - 1;
            count += 1;
        }
        (cards, count)
    }
}

/// An event card (SA-13).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EventCard {
    /// The third and fourth card change places.
    Tornado,
    /// Every card after the third is followed by one place clockwise.
    SeasickOn,
    /// Every card after the third is followed by one place against the clock.
    SeasickBack,
    /// The cards after the third come in reverse.
    Bermuda,
    /// Running takes longer.
    Rum,
}

impl EventCard {
    /// How many different ones there are.
    pub(super) const NAMES: usize = 5;
    /// The six cards as they lie in their deck; the tornado is there twice.
    const DECK: [EventCard; 6] = [
        EventCard::Tornado,
        EventCard::Tornado,
        EventCard::SeasickOn,
        EventCard::SeasickBack,
        EventCard::Bermuda,
        EventCard::Rum,
    ];

    /// Its notation.
    pub const fn name(self) -> &'static str {
        match self {
            EventCard::Tornado => "tornado",
            EventCard::SeasickOn => "seasick+",
            EventCard::SeasickBack => "seasick-",
            EventCard::Bermuda => "bermuda",
            EventCard::Rum => "rum",
        }
    }

    /// The card with this notation.
    pub(super) fn read(text: &str) -> Option<EventCard> {
        EventCard::DECK.into_iter().find(|card| card.name() == text)
    }

    /// How a seasick pirate staggers after a card: the helm that follows it.
    #[inline]
    pub(super) const fn stagger(self) -> Option<i32> {
        match self {
            EventCard::SeasickOn => Some(1),
            EventCard::SeasickBack => Some(-1),
            _ => None,
        }
    }
}

/// The event cards not yet drawn, one bit each. Of the tornados the first bit is the last to go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct EventDeck(u8);

impl EventDeck {
    /// All six.
    pub(super) const FULL: EventDeck = EventDeck(0b11_1111);

    /// These cards; `None` where there are not so many of one.
    pub(super) fn of(cards: impl IntoIterator<Item = EventCard>) -> Option<EventDeck> {
        cards.into_iter().try_fold(EventDeck(0), |deck, card| {
            let free = |&i: &usize| deck.0 >> i & 1 == 0 && EventCard::DECK[i] == card;
            Some(EventDeck(deck.0 | 1 << (0..EventCard::DECK.len()).find(free)?))
        })
    }

    /// How many cards there are.
    pub(super) fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The card at a position, counted from the first.
    pub(super) fn nth(self, n: u32) -> EventCard {
        EventCard::DECK[random::nth_bit(self.0.into(), n) as usize]
    }

    /// Takes a card away and says whether it was there.
    pub(super) fn take(&mut self, card: EventCard) -> bool {
        let last = (0..EventCard::DECK.len()).rev().find(|&i| self.0 >> i & 1 == 1 && EventCard::DECK[i] == card);
        if let Some(position) = last {
            self.0 &= !(1 << position);
        }
        last.is_some()
    }
}
