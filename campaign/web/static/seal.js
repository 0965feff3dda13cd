// Seals on a device: the same bytes as events/sealed.py and events/seal_secrets.py, which say what
// they are. Nothing here sends or keeps anything.

// Digits and letters without I, L, O and U.
const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ATTEMPTS = 100;

const encoded = (text) => new TextEncoder().encode(text);
const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const digest = async (bytes) => new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));

export const newSecret = () => crypto.getRandomValues(new Uint8Array(20));

export function keyOf(secret) {
  // A key that no script can read again, in the form that the browser keeps.
  return crypto.subtle.importKey("raw", secret, { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
}

export async function nonceOf(key, lines, attempt) {
  const text = encoded(`campaign-tracker nonce 1\n${lines}${attempt}\n`);
  return hex(new Uint8Array(await crypto.subtle.sign("HMAC", key, text)));
}

export async function commitmentOf(lines, choice, nonce) {
  return hex(await digest(encoded(`campaign-tracker seal 1\n${lines}${choice}\n${nonce}\n`)));
}

export async function sealed(key, lines, choice, attempt) {
  const nonce = await nonceOf(key, lines, attempt);
  return { lines, choice, attempt, nonce, commitment: await commitmentOf(lines, choice, nonce) };
}

export async function found(key, lines, choices, commitment) {
  // What opens a commitment, from the secret alone; null where the secret did not make it.
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const nonce = await nonceOf(key, lines, attempt);
    for (const choice of choices) {
      const made = await commitmentOf(lines, choice, nonce);
      if (made === commitment) return { lines, choice, attempt, nonce, commitment };
    }
  }
  return null;
}

function signsOf(bytes) {
  let bits = "";
  for (const byte of bytes) bits += byte.toString(2).padStart(8, "0");
  return bits.match(/.{5}/g).map((five) => SIGNS[parseInt(five, 2)]).join("");
}

export async function groupsOf(secret) {
  const check = await digest(new Uint8Array([...encoded("campaign-tracker seal secret 1\n"), ...secret]));
  return (signsOf(secret) + signsOf(check).slice(0, 4)).match(/.{4}/g);
}

export const plain = (typed) =>
  typed.replace(/[\s-]/g, "").toUpperCase().replace(/[IL]/g, "1").replace(/O/g, "0");

export async function secretOf(typed) {
  // The secret of a recovery code. Throws an error that says why it is none.
  const signs = plain(typed);
  if ([...signs].some((sign) => !SIGNS.includes(sign))) {
    throw new Error("A recovery code has digits and letters only, and no U.");
  }
  if (signs.length !== 36) {
    throw new Error(`A recovery code has 9 groups of 4 signs; this has ${signs.length} signs.`);
  }
  const bits = [...signs.slice(0, 32)].map((sign) => SIGNS.indexOf(sign).toString(2).padStart(5, "0"));
  const secret = Uint8Array.from(bits.join("").match(/.{8}/g), (byte) => parseInt(byte, 2));
  if ((await groupsOf(secret)).join("") !== signs) {
    throw new Error("Its last group does not fit the others: a sign is wrong.");
  }
  return secret;
}
