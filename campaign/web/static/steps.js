// The minus and the plus beside a number. Without this the number is typed.

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
