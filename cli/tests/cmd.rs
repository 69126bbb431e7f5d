//! What the commands print, word for word: the examples under `cmd/` are run as a person would.

#[test]
fn commands_print_what_the_examples_show() {
    trycmd::TestCases::new().case("tests/cmd/*.md");
}
