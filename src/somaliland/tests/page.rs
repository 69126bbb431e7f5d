//! The documents: what they show is so.

use super::*;
use crate::{Event, Show};

#[test]
fn explore() {
    let script = std::fs::read_to_string("/tmp/script.txt").unwrap();
    let mut t = table(2, "", MAP);
    for word in script.split_whitespace() {
        let before = state_of(&t);
        if word.starts_with("contracts:") || word.starts_with("roll:") {
            let o = crate::Notation::read_outcome(t.game(), word).unwrap();
            println!("{word}\t{}", t.game().narrate(&before, Event::Outcome(o), None));
        } else {
            let a = crate::Notation::read_action(t.game(), word).unwrap();
            println!("{word}\t{}", t.game().narrate(&before, Event::Action(a), None));
        }
        play(&mut t, word);
    }
    let s = state_of(&t);
    for ship in s.at_sea() { println!("{ship} {:?} {:?}", s.lane_of(ship), s.place(ship)); }
    println!("{}", t.game().board(&s, None));
    println!("{}", t.game().prompt(&s));
    std::fs::write("/tmp/so.svg", t.game().picture(&s, None).unwrap().to_string()).unwrap();
}
