// Passkeys: made, and touched to sign in, to prove who one is, or to sign. Everything that needs one
// says so in a form, which stays hidden where the browser has none.
//
// `create` and `assert_` are there for other modules too.

const text = (bytes) =>
  btoa(String.fromCharCode(...new Uint8Array(bytes)))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
const bytes = (value) =>
  Uint8Array.from(atob(value.replaceAll("-", "+").replaceAll("_", "/")), (one) => one.charCodeAt(0));
const keys = (ids) => ids.map((id) => ({ type: "public-key", id: bytes(id) }));

export async function create({ challenge, party, club, handle, name, ids = [] }) {
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: bytes(challenge),
      rp: { id: party, name: club },
      user: { id: new TextEncoder().encode(handle), name, displayName: name },
      pubKeyCredParams: [-8, -7, -257].map((alg) => ({ type: "public-key", alg })),
      authenticatorSelection: { residentKey: "required", userVerification: "preferred" },
      excludeCredentials: keys(ids),
    },
  });
  const { response } = made;
  return {
    id: text(made.rawId),
    public: text(response.getPublicKey()),
    algorithm: response.getPublicKeyAlgorithm(),
    client: text(response.clientDataJSON),
  };
}

export async function assert_(challenge, ids, rpId, more = {}) {
  const found = await navigator.credentials.get({
    publicKey: { challenge, rpId, allowCredentials: keys(ids), userVerification: "preferred" },
    ...more,
  });
  const { authenticatorData, clientDataJSON, signature, userHandle } = found.response;
  const parts = { authenticatorData, clientDataJSON, signature };
  for (const part of Object.keys(parts)) parts[part] = text(parts[part]);
  // Who it says its owner is stands beside the three signed parts, and is no part of them.
  const handle = userHandle ? new TextDecoder().decode(userHandle) : "";
  return Object.defineProperties(parts, { id: { value: text(found.rawId) }, handle: { value: handle } });
}

// --- the forms of the door ----------------------------------------------------------------------

const list = (value) => (value ? value.split(" ") : []);
let waiting = null; // the question that the browser holds open in the field of the address

function fill(form, values) {
  for (const [name, value] of Object.entries(values)) form.elements[name].value = value;
  form.submit();
}

// What the service asks for is hashed behind words of the door's own: whoever signs in can't be made
// to sign an act, which has other words.
async function asked(challenge) {
  const door = new TextEncoder().encode("campaign-tracker door 1\n");
  const sent = bytes(challenge);
  const whole = new Uint8Array(door.length + sent.length);
  whole.set(door);
  whole.set(sent, door.length);
  return crypto.subtle.digest("SHA-256", whole);
}

async function touch(form, more) {
  const { challenge, party, ids } = form.dataset;
  const found = await assert_(await asked(challenge), list(ids), party, more);
  const assertion = text(new TextEncoder().encode(JSON.stringify(found)));
  fill(form, { credential: found.id, handle: found.handle, assertion, challenge });
}

async function make(form) {
  const { ids, ...data } = form.dataset;
  const made = await create({ ...data, ids: list(ids) });
  fill(form, { credential: made.id, public: made.public, client: made.client });
}

const SAID = {
  InvalidStateError: "This device has a passkey for you already.",
  NotAllowedError: "Nothing was done: the passkey was not used, or it took too long.",
};

function wire(form) {
  form.hidden = false;
  const act = form.dataset.passkey === "make" ? make : touch;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    waiting?.abort();
    try {
      await act(form);
    } catch (error) {
      form.querySelector("output").textContent = SAID[error.name] || "This browser could not use a passkey.";
    }
  });
}

async function offerInTheField(form) {
  if (!(await PublicKeyCredential.isConditionalMediationAvailable?.())) return;
  waiting = new AbortController();
  try {
    await touch(form, { mediation: "conditional", signal: waiting.signal });
  } catch {
    // the person types an address, or presses the button
  }
}

if (globalThis.PublicKeyCredential && navigator.credentials) {
  const forms = [...document.querySelectorAll("form[data-passkey]")];
  forms.forEach(wire);
  const first = forms.find((form) => "inField" in form.dataset);
  if (first) offerInTheField(first);
}
