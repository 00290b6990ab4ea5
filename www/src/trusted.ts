/** The one way by which scripts are named that the page starts: they come from where this module comes from, or not at all. */

interface ScriptPolicy {
  createScriptURL(url: string): unknown;
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): ScriptPolicy;
}

/** The address in full; throws unless it is of this site. */
export function ownAddress(url: string, base: string): string {
  const address = new URL(url, base);
  const own = new URL(base);
  const same = address.protocol === own.protocol && address.host === own.host;
  if (!same) throw new Error(`${address.href} is not of ${own.protocol}//${own.host}: a worker has to come from the same site as the page`);
  return address.href;
}

const own = (url: string): string => ownAddress(url, location.href);
let policy: ScriptPolicy | undefined;

/** The address of a script of this site, in the form that browsers with Trusted Types ask for. */
export function scriptUrl(url: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (!trustedTypes) return own(url);
  policy ??= trustedTypes.createPolicy("hrglass", { createScriptURL: own });
  // The types of the platform say string where they mean either.
  return policy.createScriptURL(url) as string;
}
