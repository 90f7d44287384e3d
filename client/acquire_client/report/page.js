"use strict";
// Shows the game at any of its moves. All texts come from the page: nothing is worked out here.
(() => {
  const game = JSON.parse(document.getElementById("game").textContent);
  if (!game.moves.length) return;
  const slider = document.getElementById("slider");
  const said = document.getElementById("said");
  const log = document.getElementById("log");
  const links = [...log.querySelectorAll("a")];
  const squares = [...document.querySelectorAll(".board td[class]")];
  const cells = game.keys.map((key) => document.querySelector(`[data-k="${key}"]`));
  const rows = [...document.querySelectorAll("[data-seat]")];
  const charts = [...document.querySelectorAll("svg[data-step]")];
  const count = game.moves.length;
  let at = 0;
  let playing = 0;

  function square(cell, tile, mark, last) {
    let [shown, kind, words] = [game.squares[tile], "empty", ""];
    if (mark === "+") [shown, kind, words] = ["•", "loose", game.loose];
    else if (mark !== ".") [shown, kind, words] = [game.letters[mark], `c${mark}`, game.chains[mark]];
    if (last) [kind, words] = [`${kind} last`, `${words}, ${game.last}`];
    cell.className = kind;
    cell.firstChild.textContent = shown;
    if (words) cell.firstChild.setAttribute("aria-hidden", "true");
    else cell.firstChild.removeAttribute("aria-hidden");
    cell.lastChild.textContent = words && `${words}, ${game.squares[tile]}`;
  }

  function mark(move) {
    for (const old of log.querySelectorAll("[aria-current]")) {
      old.removeAttribute("aria-current");
      old.tabIndex = -1;
    }
    const link = links[move - 1];
    link.setAttribute("aria-current", "step");
    link.tabIndex = 0;
    const [inner, outer] = [link.getBoundingClientRect(), log.getBoundingClientRect()];
    if (inner.top < outer.top || inner.bottom > outer.bottom) {
      log.scrollTop += inner.top - outer.top - (outer.height - inner.height) / 2;
    }
    return link.textContent;
  }

  function show(wanted, keep) {
    const move = Math.min(count, Math.max(1, wanted));
    if (move === at) return;
    at = move;
    const now = game.moves[move - 1];
    squares.forEach((cell, tile) => square(cell, tile, now.board[tile], tile === now.last));
    cells.forEach((cell, place) => { if (cell) cell.textContent = now.cells[place]; });
    rows.forEach((row) => row.classList.toggle("mover", Number(row.dataset.seat) === now.mover));
    for (const chart of charts) {
      const x = Number(chart.dataset.first) + Number(chart.dataset.step) * now.turn;
      const line = chart.querySelector(".now");
      line.setAttribute("x1", x);
      line.setAttribute("x2", x);
    }
    const what = mark(move);
    const where = game.said.replace("{at}", move).replace("{all}", count);
    const head = where.replace("{where}", () => now.where);
    said.textContent = `${head} ${what}`;
    slider.value = move;
    slider.setAttribute("aria-valuetext", head);
    if (keep) history.replaceState(null, "", `#move-${move}`);
  }

  function pause() {
    clearInterval(playing);
    playing = 0;
    document.getElementById("play").setAttribute("aria-pressed", "false");
  }

  function play() {
    if (playing) return pause();
    if (at === count) show(1, true);
    document.getElementById("play").setAttribute("aria-pressed", "true");
    playing = setInterval(() => (at < count ? show(at + 1, true) : pause()), 900);
  }

  function go(move) {
    pause();
    show(move, true);
  }

  function named() {
    const found = /^#move-(\d+)$/.exec(location.hash);
    return found ? Number(found[1]) : 0;
  }

  const deeds = {
    first: () => go(1), back: () => go(at - 1), play, on: () => go(at + 1), last: () => go(count),
  };
  for (const [id, deed] of Object.entries(deeds)) {
    document.getElementById(id).addEventListener("click", deed);
  }
  slider.addEventListener("input", () => go(Number(slider.value)));
  log.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault();
    go(Number(link.hash.slice("#move-".length)));
  });
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, select, textarea")) return;
    if (event.key === "ArrowLeft") go(at - 1);
    else if (event.key === "ArrowRight") go(at + 1);
    else return;
    event.preventDefault();
  });
  addEventListener("hashchange", () => { if (named()) go(named()); });
  for (const link of links) link.tabIndex = -1; // one stop for the Tab key: the current move
  document.documentElement.classList.add("alive");
  show(named() || count, false);
})();
