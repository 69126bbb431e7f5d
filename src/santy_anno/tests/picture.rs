use super::*;

/// The second round of a game with events: everyone is seasick, and two have sat down already.
fn scene() -> Scene {
    let first = "cards:E:hull,+3,N-P,C:y,E:nest event:rum run:4 run:1 run:3 run:6 run:8";
    let second = "cards:+1,E:sails-g,C:b,N,E:name,+6 event:seasick+ think mind:12:5 run:2 run:8 think mind:10:8 run:1";
    Scene::new(5, "events = true").then(first).then(second).then("think mind:15:7 think mind:16:3 think mind:18:1")
}

fn picture(scene: &Scene, viewer: Option<u8>) -> String {
    scene.game.picture(&scene.state, viewer.map(Seat)).unwrap().to_string()
}

#[test]
fn the_picture_on_the_rules_page_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/rules/santy-anno.svg");
    let drawn = picture(&scene(), None);
    if std::env::var_os("MARQUE_BLESS").is_some() {
        std::fs::write(path, &drawn).unwrap();
    }
    assert!(std::fs::read_to_string(path).unwrap() == drawn, "{path} is old: run this test with MARQUE_BLESS=1");
}
