// Keeps a page as it is in the record, without a reload. Everything works without it.
//
// The service says only that a campaign has grown. The page is fetched again, and what differs is put
// in its place. What somebody has typed or chosen stays; then only the parts marked `data-live` follow.

const RETRY = 3000; // milliseconds until the stream is opened again after the service has stopped
const SELDOM = 30000; // the same where the service has turned the stream away
const PATIENCE = 5000; // milliseconds without a stream until it is said, and for which something is
const LONGEST = 15000; // milliseconds that a form waits for its answer
const AWAY = [502, 504]; // what a proxy answers in the place of a service that is not there
const UNDER_THE_FINGER = 400; // milliseconds for which a button that is new there takes no press
const LONG_PRESS = 2000; // milliseconds for which a page stays as it is under a finger
const CONTROLS = "input:not([type=hidden]), select, textarea";

const main = document.querySelector("main");
const address = document.body.dataset.stream;
let known = Number(document.body.dataset.version || 0);
let stream = null;
let waiting = 0;
let doubting = 0;
let isFetching = false;
let isAsked = false;
let sent = 0; // forms on their way: where they lead shows what has changed
let isChanged = false; // whether the page has been changed since it was last looked at
let changes = []; // the last changes: when, and what could be pressed before, and where
let finger = Promise.resolve(); // done once no finger is on the page

// --- what the reader is about -------------------------------------------------------------------

function isTouched(part) {
  if (part.querySelector(".not-sent")) return true; // a form that is still to be sent
  for (const control of part.querySelectorAll(CONTROLS)) {
    if (control === document.activeElement) return true;
    if (control.type === "checkbox" || control.type === "radio") {
      if (control.checked !== control.defaultChecked) return true;
    } else if (control.tagName === "SELECT") {
      const usual = [...control.options].findIndex((one) => one.defaultSelected);
      if (control.selectedIndex !== Math.max(usual, 0)) return true;
    } else if (control.value !== control.defaultValue) return true;
  }
  return false;
}

function likeness(part) {
  // Two parts are alike if they differ only in ids of forms, in what is unfolded, in times as told.
  const copy = part.cloneNode(true);
  for (const id of copy.querySelectorAll("input[type=hidden][name=id]")) id.remove();
  for (const fold of copy.querySelectorAll("details[open]")) fold.removeAttribute("open");
  const own = "time[datetime], [data-device]"; // filled in here
  for (const one of copy.querySelectorAll(own)) one.replaceChildren();
  for (const one of copy.querySelectorAll("[data-head]")) one.remove(); // the device's own
  for (const one of copy.querySelectorAll("[data-plays]")) one.removeAttribute("data-plays");
  return copy.innerHTML;
}

function nameOf(element) {
  return [element.id, element.tagName, element.getAttribute("href"), element.name, element.value]
    .concat(element.textContent.trim())
    .join("|");
}

// --- putting it in its place --------------------------------------------------------------------

function replaced(old, fresh) {
  const focus = old.contains(document.activeElement) ? nameOf(document.activeElement) : "";
  const unfolded = [...old.querySelectorAll("details[open] > summary")].map(nameOf);
  old.replaceChildren(...[...fresh.childNodes].map((node) => document.importNode(node, true)));
  for (const summary of old.querySelectorAll("details > summary")) {
    if (unfolded.includes(nameOf(summary))) summary.parentElement.open = true;
  }
  tellTimes(old);
  isChanged = true;
  dispatchEvent(new Event("replaced"));
  if (!focus) return;
  const again = [...old.querySelectorAll("a, button, summary, [tabindex]")];
  (again.find((one) => nameOf(one) === focus) || main).focus({ preventScroll: true });
}

function tellTimes(part) {
  const words = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "short" });
  for (const time of part.querySelectorAll("time[datetime]")) {
    const moment = new Date(time.dateTime);
    if (Number.isNaN(moment.getTime())) continue;
    time.title = time.textContent;
    time.textContent = words.format(moment);
  }
}

function bringUp(page) {
  const fresh = page.querySelector("main");
  if (!fresh) return;
  const bars = [document, page].map((one) => one.querySelector(".places"));
  if (bars[0] && bars[1] && likeness(bars[0]) !== likeness(bars[1])) replaced(...bars);
  known = Number(page.body.dataset.version || known);
  document.title = page.title;
  bringScripts(page);
  if (likeness(main) === likeness(fresh)) return;
  // Where all else is alike, only the marked parts are put in their place.
  const isRestAlike = likeness(rest(main)) === likeness(rest(fresh));
  const isSamePlan = partNames(main) === partNames(fresh);
  if (!isTouched(main) && !(isRestAlike && isSamePlan)) {
    replaced(main, fresh);
    return;
  }
  for (const part of main.querySelectorAll("[data-live]")) {
    const next = [...fresh.querySelectorAll("[data-live]")].find(
      (one) => one.dataset.live === part.dataset.live,
    );
    if (next && !isTouched(part) && likeness(part) !== likeness(next)) replaced(part, next);
  }
  if (!isRestAlike) sayItChanged();
}

function bringScripts(page) {
  // A page may have become one that needs a script which this one came without.
  for (const script of page.querySelectorAll("head script[type=module][src]")) {
    const source = script.getAttribute("src");
    if (document.querySelector(`script[src="${source}"]`)) continue;
    const own = document.createElement("script");
    Object.assign(own, { type: "module", src: source });
    document.head.append(own);
  }
}

function rest(part) {
  const copy = part.cloneNode(true);
  for (const live of copy.querySelectorAll("[data-live], .has-changed")) live.remove();
  return copy;
}

function partNames(part) {
  return [...part.querySelectorAll("[data-live]")].map((one) => one.dataset.live).join("|");
}

function sayItChanged() {
  if (main.querySelector(".has-changed")) return;
  const line = document.createElement("p");
  line.className = "rest has-changed";
  line.setAttribute("role", "status");
  const link = document.createElement("a");
  link.href = location.pathname + location.search;
  link.textContent = "Something here has changed meanwhile. Look again";
  line.append(link);
  main.prepend(line);
  isChanged = true; // what is below has moved
}

// --- under the finger ---------------------------------------------------------------------------
//
// What was not there before the last change takes no press.

function meaningOf(control) {
  const fields = new URLSearchParams(control.form ? new FormData(control.form) : "");
  fields.delete("id");
  return `${control.href || nameOf(control)} ${fields}`;
}

function changing(change) {
  const controls = [...main.querySelectorAll("a, button")];
  const was = controls.map((one) => [meaningOf(one), one.getBoundingClientRect()]);
  isChanged = false;
  change();
  changes = changes.filter(isRecent);
  if (isChanged) changes.push([Date.now(), was]);
}

function isRecent([at]) {
  return Date.now() - at < UNDER_THE_FINGER;
}

function isNewThere(control, { detail, clientX: x, clientY: y }) {
  const meaning = meaningOf(control);
  const isHere = ([other, { left, right, top, bottom }]) =>
    other === meaning && (!detail || (x >= left && x <= right && y >= top && y <= bottom));
  return changes.filter(isRecent).some(([, was]) => !was.some(isHere));
}

function notUnderTheFinger(event) {
  document.querySelector(".just-changed")?.remove();
  const control = event.target.closest("button, a:not(.has-changed a)");
  if (!control || !isNewThere(control, event)) return;
  event.preventDefault();
  event.stopPropagation();
  const line = document.createElement("p");
  Object.assign(line, { className: "why just-changed", role: "alert" });
  line.textContent = "The page changed just now. Look, and press again.";
  document.body.append(line);
  setTimeout(() => line.remove(), PATIENCE);
}

function fingerDown() {
  const signal = AbortSignal.timeout(LONG_PRESS);
  finger = new Promise((done) => {
    const up = () => setTimeout(done, 50); // the press itself comes after the finger
    for (const type of ["pointerup", "pointercancel"]) addEventListener(type, up, { signal });
    signal.onabort = done;
  });
}

// --- hearing of it ------------------------------------------------------------------------------

async function fetchAgain() {
  if (isFetching || sent) {
    isAsked = true;
    return;
  }
  isFetching = true;
  try {
    const here = location.pathname + location.search;
    const answer = await fetch(here, { cache: "no-store", redirect: "manual" });
    const isElsewhere = answer.type === "opaqueredirect";
    if (isElsewhere && main.querySelector("[data-goes-on]")) location.reload();
    else if (isElsewhere || answer.status === 401 || answer.status === 404) {
      close();
      changing(sayItChanged);
    } else if (answer.ok) {
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      await finger;
      changing(() => bringUp(page));
    }
  } catch {
    showLive(false);
  }
  isFetching = false;
  askAgain();
}

function askAgain() {
  if (!isAsked) return;
  isAsked = false;
  fetchAgain();
}

function showLive(isLive) {
  clearTimeout(doubting);
  const tell = () => (document.documentElement.dataset.live = isLive ? "yes" : "no");
  if (isLive) tell();
  else doubting = setTimeout(tell, PATIENCE);
}

function close() {
  clearTimeout(waiting);
  if (stream) stream.close();
  stream = null;
}

function openLater(after) {
  close();
  showLive(false);
  waiting = setTimeout(open, after);
}

function open() {
  close();
  if (!address || document.hidden) return;
  stream = new EventSource(address);
  if (!document.documentElement.dataset.live) showLive(false);
  stream.addEventListener("open", () => showLive(true));
  stream.addEventListener("version", (event) => {
    if (Number(event.data) !== known) {
      known = Number(event.data);
      fetchAgain();
    }
  });
  for (const beside of ["talk", "here", "held"]) {
    // What is said, who is here and what is held is no part of the record; few pages show it.
    stream.addEventListener(beside, () => {
      if (main.querySelector(`[data-live=${beside}]`)) fetchAgain();
    });
  }
  stream.addEventListener("bye", () => openLater(RETRY + Math.random() * RETRY));
  stream.addEventListener("error", () => {
    showLive(false);
    if (stream && stream.readyState === EventSource.CLOSED) openLater(SELDOM);
  });
}

// --- sending ------------------------------------------------------------------------------------

const sending = new WeakSet(); // forms whose answer is awaited
const answered = new WeakSet(); // forms that were sent and are now left to the browser

function say(form, button) {
  // The form stays as it is, with its id: sent twice, it counts once.
  const line = document.createElement("p");
  line.className = "why not-sent";
  line.setAttribute("role", "alert");
  const again = document.createElement("button");
  Object.assign(again, { type: "button", className: "small", textContent: "Try again" });
  again.onclick = () => form.requestSubmit(button);
  line.append("No connection. Your choice is still on this page, not sent. ", again);
  form.append(line);
}

async function placeAfter(form, button) {
  // Sends a form; where its outcome is, if that is no page itself.
  const fields = new URLSearchParams(new FormData(form));
  if (button?.name) fields.append(button.name, button.value);
  const answer = await fetch(form.getAttribute("action") || location.href, {
    method: "POST",
    body: fields,
    cache: "no-store",
    headers: { "X-Follows": "yes" },
    signal: AbortSignal.timeout(LONGEST),
  });
  if (AWAY.includes(answer.status)) throw new Error("the service is not there");
  return answer.headers.get("X-Place");
}

async function send(form, button) {
  const place = await placeAfter(form, button);
  if (place) {
    location.assign(place);
    return;
  }
  // The same once more, known again: what it answers is a page of its own, to come back to.
  answered.add(form);
  form.requestSubmit(button);
}

async function submitted(event) {
  // Whoever seals on the device comes first, and says by an event of its own what is to be signed.
  const { target: form, submitter: button, type } = event;
  const [isSealed, signer] = [type === "sealed", form.closest("[data-signer]")];
  const isOurs = form.elements.id && form.method === "post" && main.contains(form);
  const hasFile = form.enctype.startsWith("multipart"); // the browser sends it by itself
  if (event.defaultPrevented || !isOurs || hasFile) return;
  if (answered.delete(form) || (isSealed && !signer)) return;
  event.preventDefault();
  if (sending.has(form)) return; // a second tap
  sending.add(form);
  sent += 1;
  let stays = PATIENCE; // the page goes, or it follows again
  form.setAttribute("aria-busy", "true");
  for (const line of form.querySelectorAll(".not-sent")) line.remove();
  try {
    const signing = signer && (await import("./signing.js"));
    if (signing?.isWanted(form)) await signing.sign(form, button);
    else if (isSealed) form.submit();
    else await send(form, button);
  } catch {
    say(form, button);
    stays = 0;
  }
  form.removeAttribute("aria-busy");
  sending.delete(form);
  setTimeout(() => {
    sent -= 1;
    askAgain();
  }, stays);
}

if (main && HTMLFormElement.prototype.requestSubmit) {
  addEventListener("submit", submitted);
  addEventListener("sealed", submitted);
}

if (main && "content" in document.createElement("template")) {
  main.tabIndex = -1;
  if (location.search === "?again=1") history.replaceState(null, "", location.pathname);
  tellTimes(document);
  main.addEventListener("click", notUnderTheFinger, true);
  main.addEventListener("pointerdown", fingerDown, true);
  if (address !== undefined) {
    // A page of several campaigns has no stream, and looks again when it is shown.
    const look = () => {
      fetchAgain();
      open();
    };
    document.addEventListener("visibilitychange", () => (document.hidden ? close() : look()));
    addEventListener("pagehide", close);
    addEventListener("pageshow", (event) => event.persisted && look());
    open();
    const held = main.querySelector("[data-goes-on]"); // where it is over, its outcome is elsewhere
    if (held) setTimeout(fetchAgain, 1000 * held.dataset.goesOn);
  }
}

if (document.querySelector("link[rel=manifest]") && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("/worker.js").catch(() => {}); // the pages work without it
}
