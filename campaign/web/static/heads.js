// Keeps the head of the record that this device saw last, and holds it against the record at the
// next visit. A record that does not hold it any more was rewritten or cut off: that is said loudly,
// and what was seen stays kept until the reader says so.

import { touched } from "./signing.js";

let seen = null;

const kept = (place) => JSON.parse(localStorage.getItem(place) || "null");

async function held(path, before) {
  // Whether the record still has what was seen; null where nobody can say it now.
  const answer = await fetch(`${path}/heads/${before.version}`, { cache: "no-store" });
  if (answer.status !== 404 && !answer.ok) return null;
  return answer.ok && (await answer.json()).head === before.head;
}

function warn(before, place, now) {
  const box = seen.querySelector(".rewritten");
  box.querySelector(".version").textContent = before.version;
  box.querySelector("code").textContent = before.head;
  box.querySelector("button").onclick = () => {
    localStorage.setItem(place, JSON.stringify(now));
    seen.hidden = box.hidden = true;
  };
  seen.hidden = box.hidden = false;
}

async function offer() {
  const box = seen.querySelector(".vouch");
  if (!box || !globalThis.PublicKeyCredential) return;
  const form = box.querySelector("form");
  const signer = JSON.parse(seen.dataset.vouch);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const { version, head } = form.elements;
    try {
      const lines = [signer.campaign, version.value, head.value, `rules ${signer.rules}`];
      const text = `campaign-tracker head 1\n${lines.join("\n")}\n`;
      form.elements.signature.value = (await touched(signer, text)).value;
      form.submit();
    } catch {
      form.querySelector("output").textContent = "Nothing was signed.";
    }
  });
  seen.hidden = box.hidden = false;
}

async function look() {
  const { head, campaign, path } = seen.dataset;
  const now = { version: Number(seen.dataset.version), head };
  const place = `head:${campaign}`;
  const before = kept(place);
  if (before) {
    const isHeld = await held(path, before);
    if (isHeld === null) return;
    if (!isHeld) {
      warn(before, place, now);
      return;
    }
  }
  if (!before || before.version < now.version) localStorage.setItem(place, JSON.stringify(now));
  await offer();
}

function lookAgain() {
  // A page that is kept as it is in the record may have been put in its place anew.
  const here = document.querySelector("[data-head]");
  if (!here || here === seen) return;
  seen = here;
  look().catch(() => {}); // a browser that keeps nothing, or no network: nothing to hold
}

addEventListener("replaced", lookAgain);
lookAgain();
