// The card: seals, and finds what opens a seal, on a page that stands alone on a disk. It is put
// into one file with seal.js; the file's policy lets nothing out of it.

import { found, groupsOf, keyOf, newSecret, sealed, secretOf } from "./seal.js";

const by = (id) => document.getElementById(id);

function told(id, text, isWrong = false) {
  by(id).textContent = text;
  by(id).className = isWrong ? "wrong" : "told";
}

function offer() {
  // Only what can be said of the kind that is chosen.
  const kind = by("kind").value;
  for (const one of by("choice").options) one.hidden = one.disabled = one.dataset.kind !== kind;
  by("choice").value = [...by("choice").options].find((one) => !one.disabled).value;
}

function lines() {
  const campaign = by("campaign").value.trim().toLowerCase();
  if (!/^[0-9a-f]{32}$/.test(campaign)) throw new Error("A campaign’s id has 32 hex digits.");
  const number = by("number").value.trim();
  if (!/^[1-9][0-9]{0,5}$/.test(number)) throw new Error("The number of the draw is 1 or more.");
  return `${campaign}\n${by("kind").value}\n${number}\n${by("seat").value}\n`;
}

function onPress(id, output, act) {
  by(id).onclick = async () => {
    try {
      told(output, await act());
    } catch (error) {
      told(output, error.message, true);
    }
  };
}

if (globalThis.crypto?.subtle) {
  by("works").hidden = false;
  by("fails").hidden = true;
  by("kind").onchange = offer;
  offer();
  onPress("make", "code-told", async () => {
    by("code").value = (await groupsOf(newSecret())).join(" ");
    return "Write this code down before you seal with it. It is kept nowhere.";
  });
  onPress("seal", "sealed", async () => {
    const key = await keyOf(await secretOf(by("code").value));
    const attempt = Number(by("attempt").value);
    if (!/^[0-9]{1,2}$/.test(by("attempt").value)) throw new Error("Sealed before: 0 to 99.");
    const made = await sealed(key, lines(), by("choice").value, attempt);
    return `commitment ${made.commitment}\nchoice ${made.choice}\nnonce ${made.nonce}`;
  });
  onPress("open", "opened", async () => {
    const key = await keyOf(await secretOf(by("code").value));
    const commitment = by("commitment").value.trim().toLowerCase();
    if (!/^[0-9a-f]{64}$/.test(commitment)) throw new Error("A commitment has 64 hex digits.");
    const choices = [...by("choice").options]
      .filter((one) => !one.disabled)
      .map((one) => one.value);
    const made = await found(key, lines(), choices, commitment);
    if (!made) throw new Error("This code did not seal it, or what it is about is another thing.");
    return `choice ${made.choice}\nnonce ${made.nonce}`;
  });
}
