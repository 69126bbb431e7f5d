//! The table in the terminal: it shows, asks and passes on.

use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Result, bail};
use marque::page::{Ink, Page};
use marque::{Seat, Turn};
use marque_agents::sitting::{AnySitting, Ask, Due};

use super::file::{self, SavedGame};
use super::input::{self, Request};
use super::screen::{self, Moves};
use crate::markdown::{self, Setting};
use crate::rules;

/// People at one keyboard.
pub struct Terminal<'a> {
    game: &'a SavedGame,
    people: Vec<Seat>,
    /// Who is looking at the screen.
    viewer: Option<Seat>,
    /// By seat, and at the end for whoever looks on: how many events have been told.
    told: Vec<usize>,
    setting: Setting,
    input: &'a mut dyn BufRead,
    out: &'a mut dyn Write,
}

/// How a sitting goes on after a person was asked.
#[derive(PartialEq)]
enum Next {
    Goes,
    Ends,
}

impl<'a> Terminal<'a> {
    /// A terminal for the people of a game.
    pub fn new(game: &'a SavedGame, input: &'a mut dyn BufRead, out: &'a mut dyn Write) -> Terminal<'a> {
        let sitting = game.sitting();
        let seats = sitting.seating().chairs.len();
        let people: Vec<Seat> = Seat::all(seats).filter(|&seat| sitting.is_person(seat)).collect();
        let viewer = if let [only] = people[..] { Some(only) } else { None };
        // What happened before it was saved is known.
        let told = vec![sitting.news(0).len(); seats + 1];
        Terminal { game, people, viewer, told, setting: Setting::of_terminal(), input, out }
    }

    /// Plays until the game is over or the people leave.
    pub fn play(mut self) -> Result<()> {
        self.greet()?;
        loop {
            let due = self.game.sitting().due();
            match due {
                Due::Nobody => {
                    self.game.sitting().advance()?;
                    self.tell()?;
                }
                Due::Person(seat, ask) => {
                    if self.hand_over(seat)? == Next::Ends || self.ask(seat, ask)? == Next::Ends {
                        return self.leave();
                    }
                }
                Due::Over => return self.finish(),
            }
        }
    }

    fn greet(&mut self) -> Result<()> {
        let sitting = self.game.sitting();
        let info = sitting.info();
        let mut page = Page::new();
        page.text(format!("{} ({}), seed {}.", info.title, info.english, sitting.seed()));
        for (seat, before) in Seat::all(self.told.len() - 1).zip([" "].into_iter().chain(std::iter::repeat(", "))) {
            page.text(before).ink(Ink::Seat(seat), format!("{seat}: {}", self.name(&**sitting, seat)));
        }
        page.line(".");
        self.print(&page)?;
        if !self.people.is_empty() {
            writeln!(self.out, "Type `help` for what you can type.")?;
        }
        writeln!(self.out)?;
        Ok(())
    }

    fn name(&self, sitting: &dyn AnySitting, seat: Seat) -> String {
        if self.people == [seat] { "you".to_owned() } else { sitting.seating().chairs.swap_remove(seat.index()) }
    }

    fn print(&mut self, page: &Page) -> Result<()> {
        let page = page.wrapped(self.setting.width);
        if self.setting.colour {
            write!(self.out, "{}", page.ansi())?
        } else {
            write!(self.out, "{page}")?
        }
        Ok(())
    }

    fn say(&mut self, text: &str) -> Result<()> {
        writeln!(self.out, "{}", screen::wrap(text.trim_end(), self.setting.width))?;
        Ok(())
    }

    /// Tells whoever is looking what has happened since it was last told, in the colour of who did it.
    fn tell(&mut self) -> Result<()> {
        if self.viewer.is_none() && !self.people.is_empty() {
            return Ok(());
        }
        let viewer = self.viewer;
        let sitting = self.game.sitting();
        let told = &mut self.told[viewer.map_or(sitting.seating().chairs.len(), Seat::index)];
        let news = sitting.news(std::mem::replace(told, sitting.news(0).len()));
        for news in news.iter().filter(|news| !news.story(viewer).is_empty()) {
            let ink = match news.turn {
                Turn::Seat(seat) => Ink::Seat(seat),
                _ => Ink::Plain,
            };
            let mut page = Page::new();
            page.ink(ink, screen::wrap(news.story(viewer), self.setting.width)).line("");
            self.print(&page)?;
        }
        Ok(())
    }

    /// Lets another person take the keyboard, with nothing on the screen that is not for its eyes.
    fn hand_over(&mut self, seat: Seat) -> Result<Next> {
        if self.viewer == Some(seat) {
            return Ok(Next::Goes);
        }
        writeln!(self.out, "\nThe keyboard goes to {seat}: press Enter when nobody else is looking.")?;
        if self.read_line()?.is_none() {
            return Ok(Next::Ends);
        }
        if io::stdout().is_terminal() {
            write!(self.out, "\x1b[2J\x1b[H")?;
        }
        self.viewer = Some(seat);
        self.tell()?;
        Ok(Next::Goes)
    }

    /// A line that was typed; nothing at the end of the input.
    fn read_line(&mut self) -> Result<Option<String>> {
        write!(self.out, "> ")?;
        self.out.flush()?;
        let mut line = String::new();
        if self.input.read_line(&mut line)? == 0 {
            writeln!(self.out)?;
            return Ok(None);
        }
        Ok(Some(line))
    }

    fn show(&mut self, sitting: &dyn AnySitting, seat: Seat, ask: Ask, moves: &Moves) -> Result<()> {
        if ask == Ask::Choose {
            writeln!(self.out)?;
            self.print(&sitting.board(Some(seat)))?;
        }
        writeln!(self.out)?;
        self.say(&sitting.prompt(Some(seat)))?;
        match ask {
            Ask::Choose => write!(self.out, "{}", moves.few(self.setting.width))?,
            Ask::Ready => writeln!(self.out, "Press Enter when you are ready.")?,
        }
        Ok(())
    }

    /// Asks a person until it has done what is due, has taken something back, or wants to leave.
    fn ask(&mut self, seat: Seat, ask: Ask) -> Result<Next> {
        let sitting = self.game.sitting();
        let moves = Moves::new(sitting.legal(seat));
        self.show(&**sitting, seat, ask, &moves)?;
        drop(sitting);
        loop {
            let Some(line) = self.read_line()? else { return Ok(Next::Ends) };
            let mut sitting = self.game.sitting();
            let request = match input::read(&line, ask, &moves) {
                Ok(request) => request,
                Err(problem) => {
                    self.say(&problem)?;
                    continue;
                }
            };
            match request {
                Request::Ready => {
                    sitting.ready(seat, Instant::now())?;
                    return Ok(Next::Goes);
                }
                Request::Move(action) => {
                    if let Some(took) = sitting.act(seat, &action, Instant::now())? {
                        writeln!(self.out, "You took {:.1} s.", took.as_secs_f32())?;
                    }
                    drop(sitting);
                    self.tell()?;
                    return Ok(Next::Goes);
                }
                Request::Undo => match sitting.undo(seat) {
                    Ok(()) => {
                        let left = sitting.news(0).len();
                        self.told.iter_mut().for_each(|told| *told = left.min(*told));
                        return Ok(Next::Goes);
                    }
                    Err(problem) => self.refuse(&problem.to_string())?,
                },
                Request::Quit => return Ok(Next::Ends),
                Request::Board => self.show(&**sitting, seat, ask, &moves)?,
                Request::Moves(kind) => write!(self.out, "{}", moves.all(kind.as_deref(), self.setting.width))?,
                Request::Seats => self.seats(&**sitting)?,
                Request::Help => self.say(input::HELP)?,
                Request::Hint => match sitting.hint(seat) {
                    Ok(hint) => self.say(&screen::hint(&hint))?,
                    Err(problem) => self.refuse(&problem.to_string())?,
                },
                Request::Rules(None) => self.rules(&**sitting, seat)?,
                Request::Rules(Some(word)) => match rules::look_up(&sitting.info(), &word) {
                    Ok(found) => found.iter().try_for_each(|rule| self.set(&rule.text))?,
                    Err(problem) => self.refuse(&problem.to_string())?,
                },
                Request::Save(None) => {
                    let saved = self.game.save(&**sitting);
                    writeln!(self.out, "{}", saved.unwrap_or_else(|error| format!("{error:#}")))?;
                }
                Request::Save(Some(path)) => {
                    let saved = file::write(&**sitting, Path::new(&path));
                    writeln!(self.out, "{}", saved.unwrap_or_else(|error| format!("{error:#}")))?;
                }
            }
        }
    }

    /// Sets Markdown.
    fn set(&mut self, text: &str) -> Result<()> {
        write!(self.out, "{}", markdown::set(text, "", self.setting))?;
        Ok(())
    }

    fn refuse(&mut self, problem: &str) -> Result<()> {
        self.say(&screen::sentence(problem))
    }

    /// What it is all about, what a person may do now, and which rules say so.
    fn rules(&mut self, sitting: &dyn AnySitting, seat: Seat) -> Result<()> {
        let info = sitting.info();
        // How the page opens, below its title.
        let aim = info.rules.split("\n\n").nth(1).unwrap_or_default();
        self.set(aim)?;
        writeln!(self.out)?;
        self.say(&sitting.prompt(Some(seat)))?;
        for kind in sitting.kinds(seat) {
            let why = if kind.rules.is_empty() { String::new() } else { format!(": {}", kind.rules.join(", ")) };
            writeln!(self.out, "  {}{why}", kind.name)?;
        }
        let name = info.name;
        self.say(&format!(
            "`rules ID` shows a rule, `rules WORD` all that mention a word, `marque rules {name}` the page."
        ))
    }

    /// Who sits where, and how they stand.
    fn seats(&mut self, sitting: &dyn AnySitting) -> Result<()> {
        let standing = sitting.standing();
        let over = sitting.ending().is_some();
        for seat in Seat::all(standing.seats()) {
            let mut page = Page::new();
            page.text("  ").ink(Ink::Seat(seat), format!("{seat} ({})", self.name(sitting, seat)));
            let place = standing.ranks()[seat.index()] + 1;
            let won = if over && standing.wins(seat) { ", wins" } else { "" };
            page.line(format!(": {} points, place {place}{won}", standing.scores()[seat.index()]));
            self.print(&page)?;
        }
        Ok(())
    }

    /// Ends the sitting before the game is over.
    fn leave(&mut self) -> Result<()> {
        // In one line, as it holds a command to copy.
        writeln!(self.out, "{} Fair winds!", self.game.save(&**self.game.sitting())?)?;
        Ok(())
    }

    fn finish(&mut self) -> Result<()> {
        let sitting = self.game.sitting();
        let Some(ending) = sitting.ending() else { bail!("the game ended too soon") };
        writeln!(self.out)?;
        self.print(&sitting.board(None))?;
        writeln!(self.out, "\nThe game is over: {}.", ending.reason)?;
        self.seats(&**sitting)?;
        for seat in self.people.clone() {
            // On the clock there is nothing to look back on.
            if let Ok(look_back) = sitting.review(Some(seat)) {
                if io::stdout().is_terminal() {
                    // It takes a moment.
                    writeln!(self.out, "Looking back ...")?;
                    self.out.flush()?;
                }
                let whose = if self.people.len() > 1 { format!("{seat}: ") } else { String::new() };
                self.say(&screen::review(&whose, &look_back()))?;
            }
        }
        writeln!(self.out, "{}", self.game.save(&**sitting)?)?;
        Ok(())
    }
}
