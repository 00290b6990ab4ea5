/** The only scripts that the page starts by address are its own: browsers with Trusted Types enforce it. */

interface Policy {
  createScriptURL(url: string): unknown;
}
interface PolicyFactory {
  createPolicy(name: string, rules: { createScriptURL: (url: string) => string }): Policy;
}

function checked(url: string): string {
  if (new URL(url, location.href).origin !== location.origin) throw new TypeError(`${url} is not a script of this site`);
  return url;
}

const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes;
const policy = factory?.createPolicy("hrglass", { createScriptURL: checked });

/** The address of a script of this site, as the browser wants it. */
export const scriptUrl = (url: string | URL): string => (policy?.createScriptURL(String(url)) as string | undefined) ?? checked(String(url));
