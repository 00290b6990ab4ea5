// Before the first paint: the theme chosen here last time, else the one of the system.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem("hrglass.theme");
  } catch {
    // No storage: the system decides.
  }
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const own = document.documentElement.dataset.chosen ?? chosen;
    const theme = own === "light" || own === "dark" ? own : dark.matches ? "dark" : "light";
    document.documentElement.dataset.theme = theme;
  };
  apply();
  dark.addEventListener("change", apply);
})();
