// Signs what a form sends by a touch of the passkey. The service tells the exact text first; what is
// signed is reckoned here from that text, so that nothing else can be slipped under the touch.
//
// It asks the passkey itself: with the forms of the door beside it, the board's page would be too big.

const encoded = (text) => new TextEncoder().encode(text);
const base64 = (value) =>
  btoa(String.fromCharCode(...new Uint8Array(value)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const bytes = (value) =>
  Uint8Array.from(atob(value.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
const about = (part) => JSON.parse(part.closest("[data-signer]").dataset.signer);

export async function touched(signer, text) {
  // A passkey's word for a text, with the key that gave it.
  const challenge = await crypto.subtle.digest("SHA-256", encoded(text));
  const allowCredentials = Object.keys(signer.keys).map((id) => ({ type: "public-key", id: bytes(id) }));
  const { rawId, response } = await navigator.credentials.get({
    publicKey: { challenge, rpId: signer.party, allowCredentials, userVerification: "preferred" },
  });
  const parts = {};
  for (const name of ["authenticatorData", "clientDataJSON", "signature"]) parts[name] = base64(response[name]);
  return { key: signer.keys[base64(rawId)], value: base64(encoded(JSON.stringify(parts))) };
}

export function isWanted(form) {
  const signer = about(form);
  try {
    return signer.only || localStorage.getItem(`sign:${signer.campaign}`) === "yes";
  } catch {
    return signer.only; // a browser that keeps nothing
  }
}

function say(form, words) {
  const line = form.querySelector(".unsigned") || document.createElement("p");
  line.className = "why unsigned";
  line.setAttribute("role", "alert");
  line.textContent = words;
  form.append(line);
}

function put(form, name, value) {
  const field = form.querySelector(`input[type=hidden][name="${name}"]`) || document.createElement("input");
  Object.assign(field, { type: "hidden", name, value });
  form.append(field);
}

async function signed(form, button) {
  const signer = about(form);
  const fields = new URLSearchParams(new FormData(form, button));
  fields.set("sign", "ask");
  const told = await fetch(form.getAttribute("action") || location.href, {
    method: "POST", body: fields, redirect: "error", cache: "no-store",
  });
  const answer = told.headers.get("content-type") === "application/json" ? await told.json() : {};
  if (answer.text) {
    const made = await touched(
      signer, `campaign-tracker act 1\n${signer.campaign}\n${signer.member}\n${answer.text}\n`,
    );
    put(form, "act-key", made.key);
    put(form, "act-signature", made.value);
  }
  if (button?.name) put(form, button.name, button.value);
  form.submit(); // unsigned where there is nothing to sign, or something to mend first
}

export async function sign(form, button) {
  // Sends a form with the word of a passkey; says so where that was not given.
  try {
    await signed(form, button);
  } catch {
    say(form, "It was not signed, and nothing was sent. Try again, and touch the passkey when asked.");
  }
}

for (const wish of document.querySelectorAll("[data-wish]")) {
  const { campaign } = about(wish);
  const box = wish.querySelector("input");
  try {
    box.checked = localStorage.getItem(`sign:${campaign}`) === "yes";
    box.onchange = () => localStorage.setItem(`sign:${campaign}`, box.checked ? "yes" : "no");
    wish.hidden = false;
  } catch {
    // a browser that keeps nothing
  }
}
