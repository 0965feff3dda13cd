// Lets the service wake this browser. The browser asks its owner; what it then gives goes into the
// form as text, and the form is sent like any other.

const form = document.querySelector("form[data-push]");
const why = document.querySelector("[data-why]");

function bytesOf(words) {
  const plain = atob(words.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

function wordsOf(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function say(text) {
  why.textContent = text;
  why.hidden = false;
}

async function subscribed() {
  await navigator.serviceWorker.register("/worker.js", { scope: "/" });
  const worker = await navigator.serviceWorker.ready;
  const before = await worker.pushManager.getSubscription();
  if (before) await before.unsubscribe(); // it may be another key's, which no browser changes
  const applicationServerKey = bytesOf(form.dataset.push);
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

async function switchOn(event) {
  event.preventDefault();
  why.hidden = true;
  if ((await Notification.requestPermission()) !== "granted") {
    say("Your browser does not allow notices from this site. Allow them in its settings.");
    return;
  }
  try {
    const given = await subscribed();
    form.elements.endpoint.value = given.endpoint;
    form.elements.public.value = wordsOf(given.getKey("p256dh"));
    form.elements.auth.value = wordsOf(given.getKey("auth"));
    form.submit();
  } catch {
    say("Your browser could not reach its push service. Try again later.");
  }
}

if (form && "serviceWorker" in navigator && "PushManager" in window && "Notification" in window) {
  form.hidden = false;
  document.querySelector("[data-without]").hidden = true;
  form.addEventListener("submit", switchOn);
}
