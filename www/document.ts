/** Inserts the English texts into the documents at build time, so that every text is in one table only. */
import type { Plugin } from "vite";
import { type PageText, pageTexts } from "./src/text/page";

const escaped = (text: string): string => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");

function text(key: string): string {
  const found = pageTexts.en[key as PageText];
  if (found === undefined) throw new Error(`there is no text ${key}`);
  return escaped(found);
}

const filled = (html: string): string =>
  html
    .replace(/( data-t="(\w+)"[^>]*>)(?=<\/)/g, (_, tag: string, key: string) => tag + text(key))
    .replace(/ data-t-label="(\w+)"/g, (attribute, key: string) => `${attribute} aria-label="${text(key)}"`);

export const documentTexts: Plugin = { name: "document-texts", transformIndexHtml: { order: "pre", handler: filled } };
