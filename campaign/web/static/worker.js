// The service worker, in one file with seal.js and kept.js: it shows what is pushed, and hands in
// what opens seals of this device. It keeps no pages: an old board would mislead.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

function told(event) {
  // Both the plain form and the declarative one, which browsers may show without a worker.
  let sent = {};
  try {
    sent = event.data ? event.data.json() : {};
  } catch {
    sent = {};
  }
  const { title, body, url, navigate, tag } = sent.notification || sent;
  return { title: title || "Something waits for you", body, url: url || navigate || "/next", tag };
}

async function handInEverywhere() {
  // Only boards on which this device has sealed something that it has not handed in yet.
  for (const board of new Set((await marks()).map((mark) => mark.board))) {
    await handInAll(board).catch(() => {}); // without the network the page does it later
  }
}

self.addEventListener("push", (event) => {
  const { title, body, url, tag } = told(event);
  const shown = self.registration.showNotification(title, {
    body,
    tag,
    icon: "/app/icon-192.png",
    data: { url: new URL(url, self.location.origin).href },
  });
  event.waitUntil(Promise.all([shown, handInEverywhere().catch(() => {})]));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const wanted = new URL(event.notification.data.url);
  const url = wanted.origin === self.location.origin ? wanted.href : "/next"; // never elsewhere
  event.waitUntil(
    self.clients.matchAll({ type: "window" }).then((pages) => {
      const open = pages.find((page) => page.url === url);
      return open ? open.focus() : self.clients.openWindow(url);
    }),
  );
});

self.addEventListener("message", (event) => {
  if (event.data === "hand in") event.waitUntil(handInEverywhere());
});
