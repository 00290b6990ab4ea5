import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { documentTexts } from "./www/document";
import { german } from "./www/german";
import { offline } from "./www/offline";
import { aliases, documents, outsidePages } from "./www/pages";

/** Nothing but files of this site, and no code or style inside the page; only in the built page, since the
 * development server works with inline scripts. */
const policy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
];

/** Our own pages make no markup or script out of text; the library for slides does. */
const trustedTypes = ["require-trusted-types-for 'script'", "trusted-types hrglass"];

const contentSecurityPolicy: Plugin = {
  name: "content-security-policy",
  apply: "build",
  transformIndexHtml: (_, { path }) => {
    const content = (path.startsWith("/slides/") ? policy : [...policy, ...trustedTypes]).join("; ");
    return [{ tag: "meta", injectTo: "head-prepend", attrs: { "http-equiv": "Content-Security-Policy", content } }];
  },
};

/** What the first verdict needs is fetched while the scripts still are: the first part of the engine, its task, and the grammars. The
 * page fetches them in the way that is named here, so that nothing is fetched twice. */
const preload: Plugin = {
  name: "preload",
  apply: "build",
  transformIndexHtml: (_, { path, bundle }) => {
    if (path !== "/index.html") return [];
    const wanted = [/engine\.first-[^/]*\.wasm$/, /first-[^/]*\.json$/, /grammars-[^/]*\.json$/];
    const files = wanted.map((name) => Object.keys(bundle ?? {}).find((file) => name.test(file)));
    return files.flatMap((file) => (file ? [{ tag: "link", attrs: { rel: "preload", as: "fetch", crossorigin: true, href: `./${file}` } }] : []));
  },
};

export default defineConfig({
  root: fileURLToPath(new URL("www", import.meta.url)),
  base: "./",
  plugins: [documentTexts, contentSecurityPolicy, preload, outsidePages, german, offline],
  resolve: { alias: aliases },
  build: {
    outDir: fileURLToPath(new URL("dist", import.meta.url)),
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    rollupOptions: { input: documents },
    modulePreload: { polyfill: false },
    // 3 % smaller after compression than what the bundler's own minifier makes of it.
    minify: "terser",
    terserOptions: { ecma: 2020, module: true, compress: { passes: 3 } },
  },
  worker: { format: "es" },
  test: { include: ["src/**/*.test.ts"], environment: "node" },
} as Parameters<typeof defineConfig>[0]);
