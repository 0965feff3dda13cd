// The minus and the plus beside a number, and what the answers so far come to while they are given.
// Without this the number is typed, and the button "Count" counts.

const PAUSE = 250; // milliseconds after the last answer until it is counted

let counting = 0;
let asked = new AbortController();

document.documentElement.classList.add("has-steps");
addEventListener("click", (event) => {
  const button = event.target.closest("[data-step]");
  if (!button) return;
  const input = button.parentElement.querySelector("input");
  const to = Number(input.value || input.placeholder) + Number(button.dataset.step);
  const most = input.max === "" ? to : Number(input.max);
  input.value = Math.max(Math.min(to, most), Number(input.min));
  input.dispatchEvent(new Event("input", { bubbles: true }));
});

addEventListener("input", ({ target: { form } }) => {
  const foot = form?.querySelector("[data-counts]");
  if (!foot) return;
  asked.abort();
  asked = new AbortController();
  clearTimeout(counting);
  counting = setTimeout(count, PAUSE, form, foot, asked.signal);
});

async function count(form, foot, signal) {
  const fields = new URLSearchParams(new FormData(form));
  fields.append("more", foot.dataset.counts);
  const isPost = form.getAttribute("method") === "post";
  const place = isPost ? location.pathname : `${location.pathname}?${fields}`;
  try {
    const answer = await fetch(place, isPost ? { method: "POST", body: fields, signal } : { signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const text = page.querySelector("[data-counts]")?.textContent ?? "";
    if (foot.textContent !== text) foot.textContent = text;
    foot.hidden = !text;
  } catch {
    // it is counted with the next answer, or by the button
  }
}
