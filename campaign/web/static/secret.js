// A member's seal secret: made here, written down by its owner, and kept as a key that no script can
// read again. Nothing of it is ever sent.

import { groupsOf, keyOf, newSecret, plain, secretOf } from "./seal.js";
import { forget, keep, read } from "./kept.js";

const page = document.querySelector("[data-who]");
const name = `secret:${page.dataset.who}`;
let secret = null;
let groups = [];

const part = (wanted) => page.querySelector(wanted);

function show(step, isMoved = true) {
  for (const one of page.querySelectorAll("[data-step]")) one.hidden = one.dataset.step !== step;
  const heading = part(`[data-step=${step}] h2`);
  if (isMoved && heading) heading.focus();
}

function why(form, text) {
  const field = form.querySelector("input");
  const line = form.querySelector(".why");
  line.textContent = text;
  line.hidden = !text;
  field.toggleAttribute("aria-invalid", Boolean(text));
  if (text) field.focus();
}

async function make() {
  secret = newSecret();
  groups = await groupsOf(secret);
  part(".groups").replaceChildren(
    ...groups.map((group) => {
      const line = document.createElement("li");
      line.textContent = group;
      return line;
    }),
  );
  const about = "Seal secret. Whoever has this code can open what you seal on your devices.";
  const text = encodeURIComponent(`${about}\n\n${groups.join(" ")}\n`);
  part("a[download]").href = `data:text/plain;charset=utf-8,${text}`;
  part(".keep input").value = "";
  why(part(".keep"), "");
  show("make");
}

async function kept(bytes, isMoved = true) {
  await keep(name, { key: await keyOf(bytes), since: new Date().toISOString() });
  if (navigator.storage?.persist) await navigator.storage.persist(); // a wish; it may be refused
  secret = null;
  groups = [];
  part(".groups").replaceChildren();
  part("a[download]").removeAttribute("href");
  await open(isMoved);
}

async function open(isMoved) {
  const found = await read(name);
  if (found) {
    const words = new Intl.DateTimeFormat(undefined, { dateStyle: "long", timeStyle: "short" });
    part(".since").textContent = words.format(new Date(found.since));
  }
  show(found ? "done" : "none", isMoved);
}

function onSubmit(form, act) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    act(form.querySelector("input")).catch((error) => why(form, error.message));
  });
}

if (isSecureContext && globalThis.crypto?.subtle && globalThis.indexedDB) {
  for (const button of page.querySelectorAll("[data-make]")) button.onclick = make;
  part("[data-print]").onclick = () => print();
  part("[data-back]").onclick = () => open(true);
  part("[data-forget]").onclick = async () => {
    await forget(name);
    await open(true);
  };
  onSubmit(part(".keep"), async (field) => {
    if (plain(field.value) !== groups[8]) {
      throw new Error("That is not the last group. Look at what you wrote down.");
    }
    await kept(secret);
  });
  for (const form of page.querySelectorAll(".restore")) {
    onSubmit(form, async (field) => {
      const bytes = await secretOf(field.value);
      field.value = "";
      why(form, "");
      await kept(bytes);
    });
  }
  open(false).catch(() => show("off", false));
}
