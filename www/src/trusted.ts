/** Addresses of scripts that the page starts: only scripts from the origin of this module are allowed. */

interface ScriptPolicy {
  createScriptURL(url: string): unknown;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): ScriptPolicy;
}

/** The full address; throws unless it belongs to this site. */
export function ownAddress(url: string, base: string): string {
  const address = new URL(url, base);
  const own = new URL(base);
  const same = address.protocol === own.protocol && address.host === own.host;
  if (!same) throw new Error(`${address.href} is not on ${own.protocol}//${own.host}: a worker must come from the same site as the page`);
  return address.href;
}

const own = (url: string): string => ownAddress(url, location.href);
let policy: ScriptPolicy | undefined;

/** The address of a script of this site, in the form that Trusted Types require. */
export function scriptUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return own(url);
  policy ??= trustedTypes.createPolicy("hrglass", { createScriptURL: own });
  // The platform's types say string although either is accepted.
  return policy.createScriptURL(url) as string;
}
