// What this device keeps of seals, in the browser's own database, and how it hands in openings.
// `secret:PERSON` is a key that no script can read, with the moment since when; `mark:COMMITMENT` is
// what opens a seal. Neither ever leaves, but an opening once the service says that it is asked for.

function database() {
  return new Promise((done, failed) => {
    const asked = indexedDB.open("campaign-tracker", 1);
    asked.onupgradeneeded = () => asked.result.createObjectStore("kept");
    asked.onsuccess = () => done(asked.result);
    asked.onerror = () => failed(asked.error);
  });
}

async function within(mode, act) {
  const there = await database();
  try {
    return await new Promise((done, failed) => {
      const course = there.transaction("kept", mode);
      const asked = act(course.objectStore("kept"));
      course.oncomplete = () => done(asked.result);
      course.onabort = course.onerror = () => failed(course.error);
    });
  } finally {
    there.close();
  }
}

export const read = (key) => within("readonly", (store) => store.get(key));
export const keep = (key, value) => within("readwrite", (store) => store.put(value, key));
export const forget = (key) => within("readwrite", (store) => store.delete(key));
export const marks = () =>
  within("readonly", (store) => store.getAll(IDBKeyRange.bound("mark:", "mark;")));

export async function handIn(board, one) {
  // Sends what opens a seal. Sent twice it counts once: its id follows from what it opens.
  const mark = await read(`mark:${one.commitment}`);
  if (!mark) return false;
  const fields = { occasion: one.occasion, seat: one.seat, choice: mark.choice, nonce: mark.nonce };
  const body = new URLSearchParams({ ...fields, id: `opens-${one.commitment.slice(0, 40)}` });
  const answer = await fetch(`${board}/opening`, { method: "POST", body, redirect: "error" });
  if (answer.ok) await forget(`mark:${one.commitment}`); // the secret finds it again if need be
  return answer.ok;
}

export async function handInAll(board) {
  // Hands in whatever the service asks for on a board and this device can open.
  const answer = await fetch(`${board}/openings`, { cache: "no-store" });
  if (!answer.ok) return;
  for (const one of (await answer.json()).openings) await handIn(board, one);
}
