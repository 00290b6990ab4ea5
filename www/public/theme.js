// Before the first paint: the theme chosen last time, otherwise that of the system.
(() => {
  const root = document.documentElement;
  try {
    root.dataset.chosen = JSON.parse(localStorage.getItem("hrglass.settings") ?? "{}").theme;
  } catch {
    // No storage, or invalid content: use the theme of the system.
  }
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const { chosen } = root.dataset;
    root.dataset.theme = chosen === "light" || chosen === "dark" ? chosen : dark.matches ? "dark" : "light";
  };
  apply();
  dark.addEventListener("change", apply);
  addEventListener("hrglass-theme", apply);
})();
