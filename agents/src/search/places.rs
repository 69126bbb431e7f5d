use std::hash::{BuildHasher, Hash};

use rustc_hash::FxBuildHasher;

/// Where each of a list of actions stands in it: a hash table with open addressing, kept so that nothing is allocated.
#[derive(Default)]
pub(super) struct Places {
    /// Positions plus one; 0 where there is none.
    slots: Vec<u16>,
}

impl Places {
    /// Notes a list, and forgets the one before.
    pub fn note<A: Copy + Eq + Hash>(&mut self, actions: &[A]) {
        self.slots.clear();
        self.slots.resize((2 * actions.len()).next_power_of_two(), 0);
        for (position, &action) in (1..).zip(actions) {
            let mut slot = self.slot(action);
            while self.slots[slot] != 0 {
                slot = self.after(slot);
            }
            self.slots[slot] = position;
        }
    }

    /// Where an action stands in the list that was noted.
    #[inline]
    pub fn find<A: Copy + Eq + Hash>(&self, actions: &[A], action: A) -> Option<usize> {
        let mut slot = self.slot(action);
        loop {
            let position = usize::from(self.slots[slot].checked_sub(1)?);
            if actions[position] == action {
                return Some(position);
            }
            slot = self.after(slot);
        }
    }

    #[inline]
    fn slot<A: Hash>(&self, action: A) -> usize {
        // The upper bits of the product are the well-mixed ones.
        (FxBuildHasher.hash_one(action) >> 32) as usize & (self.slots.len() - 1)
    }

    #[inline]
    fn after(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_is_in_a_list_is_found_and_nothing_else() {
        let mut places = Places::default();
        for count in [1, 2, 3, 60, 7, 500] {
            let actions: Vec<u32> = (0..count).map(|number| number * number * 64).collect();
            places.note(&actions);
            for (position, &action) in actions.iter().enumerate() {
                assert_eq!(places.find(&actions, action), Some(position));
                assert_eq!(places.find(&actions, action + 1), None);
            }
        }
    }
}
