// A bot in JavaScript that plays any of the games at random: cmd:node examples/bots/random_bot.js

const lines = require("node:readline").createInterface({ input: process.stdin });

const send = (message) => process.stdout.write(JSON.stringify(message) + "\n");

lines.on("line", (line) => {
  const told = JSON.parse(line);
  if (told.type === "hello") {
    // What the seat knows and sees is not asked for, since this bot does not look.
    send({ type: "ready", protocol: 1, name: "random in JavaScript", options: { observation: false, events: false } });
  } else if (told.type === "choose") {
    const choice = Math.floor(Math.random() * told.legal.length);
    send({ type: "play", action: told.legal[choice] });
  } else if (told.type === "quit") {
    process.exit();
  }
});
