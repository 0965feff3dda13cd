// Seals answers on this device, and hands in what opens them once they are asked for. What was
// chosen goes into the browser's own database before anything is sent; what is sent is a commitment.

import { found, keyOf, sealed, secretOf } from "./seal.js";
import { handIn, keep, marks, read } from "./kept.js";

const main = document.querySelector("main");
const board = location.pathname;
const canSeal = isSecureContext && Boolean(globalThis.crypto?.subtle && globalThis.indexedDB);

const about = (part) => JSON.parse(part.dataset.seal);
const ofThese = async (lines) => (await marks()).filter((one) => one.lines === lines);

function say(part, text) {
  const line = part.querySelector(".told");
  line.textContent = text;
  line.hidden = !text;
}

// --- where to seal ------------------------------------------------------------------------------

function choose(where, value) {
  // As if the page had come so: the choice of a place is nothing typed that could be lost.
  for (const one of where.querySelectorAll("input")) {
    one.checked = one.defaultChecked = one.value === value;
  }
}

function unable(where) {
  where.querySelector(".means").textContent = "this browser cannot do it here";
}

async function offer(where) {
  const device = where.querySelector("[value=device]");
  const means = where.querySelector(".means");
  if (!device) return; // only the vault is offered, with the reason
  const { lines, attempt, commitment } = about(where);
  if (!canSeal) {
    unable(where);
    return;
  }
  if (!(await read(`secret:${where.dataset.who}`))) {
    const link = document.createElement("a");
    link.href = "/me/seal";
    link.textContent = "make a seal secret first";
    means.replaceChildren(link);
    return;
  }
  device.disabled = false;
  means.textContent = "";
  choose(where, (await read(`where:${where.dataset.who}`)) || "vault");
  const waiting = (await ofThese(lines)).find(
    (one) => one.attempt >= attempt && one.commitment !== commitment,
  );
  if (waiting) notSent(where, waiting);
}

function notSent(where, mark) {
  const line = where.querySelector(".unsent");
  const button = document.createElement("button");
  button.type = "button";
  button.className = "small";
  button.textContent = "Send it";
  button.onclick = () => send(where.closest("form"), where, mark);
  line.replaceChildren("Sealed on this device, not sent yet. ", button);
  line.hidden = false;
}

async function laid(form, where) {
  // How many seals the club has of this seat by now: this page may be old, and another device with
  // the same secret may have sealed since. Throws where the club cannot be reached.
  const answer = await fetch(`${board}/openings`, { cache: "no-store" });
  const { occasion, seat } = form.elements;
  const isThis = (one) => one.occasion === occasion.value && one.seat === seat.value;
  const found = answer.ok && (await answer.json()).seals.find(isThis);
  return found ? found.attempt : about(where).attempt; // the service then says what is wrong
}

async function made(where, choice, attempt) {
  // One number seals once: else whoever knows the last choice could test what it replaced.
  const { lines } = about(where);
  const { key } = await read(`secret:${where.dataset.who}`);
  const last = (await ofThese(lines)).map((one) => one.attempt + 1);
  const mark = await sealed(key, lines, choice, Math.max(attempt, ...last));
  await keep(`mark:${mark.commitment}`, { ...mark, board });
  return mark;
}

async function send(form, where, kept) {
  let attempt;
  try {
    attempt = await laid(form, where);
  } catch {
    notSent(where, kept);
    say(where, "The club cannot be reached. Your choice is kept on this device.");
    return;
  }
  const mark = kept.attempt < attempt ? await made(where, kept.choice, attempt) : kept;
  form.elements.commitment.value = mark.commitment;
  form.elements.attempt.value = attempt;
  for (const one of form.querySelectorAll("input[type=radio]")) one.disabled = true;
  if (form.dispatchEvent(new Event("sealed", { bubbles: true, cancelable: true }))) form.submit();
}

async function seal(event) {
  const form = event.target;
  const where = form.querySelector(".where");
  if (!where) return;
  form.elements.commitment.value = "";
  if (where.querySelector(":checked")?.value !== "device") return;
  event.preventDefault();
  const choice = form.elements.choice.value;
  const button = form.querySelector("button.press");
  if (!choice || button.disabled) return;
  button.disabled = true; // a second tap seals nothing else
  try {
    await send(form, where, await made(where, choice, about(where).attempt));
  } catch {
    say(where, "It could not be sealed on this device. Nothing was sent.");
  }
  button.disabled = false;
}

// --- handing in ---------------------------------------------------------------------------------

async function known(form) {
  // What this device kept, or finds with its secret because another one sealed it.
  const { lines, choices, commitment } = about(form);
  const mark = await read(`mark:${commitment}`);
  const secret = mark ? null : await read(`secret:${form.dataset.who}`);
  if (!secret) return mark;
  const made = await found(secret.key, lines, choices, commitment);
  if (made) await keep(`mark:${commitment}`, { ...made, board });
  return made;
}

async function handOver(form) {
  const { commitment } = about(form);
  const mark = await known(form);
  form.querySelector(".recover").hidden = Boolean(mark);
  if (!mark) return;
  say(form, "This device hands in what opens it…");
  const choice = form.querySelector(`input[value="${mark.choice}"]`);
  choice.checked = choice.defaultChecked = true; // not as if somebody had typed it
  form.elements.nonce.value = form.elements.nonce.defaultValue = mark.nonce;
  const { occasion, seat } = form.elements;
  const one = { occasion: occasion.value, seat: seat.value, commitment };
  const isTaken = await handIn(board, one).catch(() => false);
  say(form, isTaken ? "Handed in." : "It did not arrive. Press the button to send it again.");
}

async function recover(form) {
  const field = form.querySelector(".recover input");
  const { lines, choices, commitment } = about(form);
  try {
    const key = await keyOf(await secretOf(field.value));
    const mark = await found(key, lines, choices, commitment);
    if (!mark) throw new Error("This code did not seal it.");
    await keep(`mark:${commitment}`, { ...mark, board });
    field.value = "";
    field.removeAttribute("aria-invalid");
    await handOver(form);
  } catch (error) {
    field.setAttribute("aria-invalid", "true");
    say(form, error.message);
    field.focus();
  }
}

// --- the page, now and after it was put in its place anew ---------------------------------------

function look() {
  for (const where of main.querySelectorAll(".where:not([data-ready])")) {
    where.dataset.ready = "yes";
    offer(where).catch(() => unable(where)); // a private window may keep nothing
  }
  for (const form of main.querySelectorAll("form.opening:not([data-ready])")) {
    form.dataset.ready = "yes";
    form.querySelector(".recover button").onclick = () => recover(form);
    if (canSeal) handOver(form).catch(() => {}); // by hand it can still be done
  }
}

main.addEventListener("submit", seal);
main.addEventListener("change", (event) => {
  const where = event.target.closest(".where");
  if (!where) return;
  choose(where, event.target.value);
  keep(`where:${where.dataset.who}`, event.target.value);
});
addEventListener("pageshow", (event) => {
  if (event.persisted) location.reload(); // what was sent is known to the service alone
});
new MutationObserver(look).observe(main, { childList: true, subtree: true });
look();
