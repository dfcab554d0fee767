// The addresses that the QR code of a label may hold, as paths of this site (src/verify/address.ts reads them), or in full where the make
// rule has an address of its own.

interface Labelled {
  readonly code: string;
  readonly tenantId: string;
  /** GTIN of the layer, the spec or the product; "" where none has one. */
  readonly gtin: string;
  /** The address of the make rule, or of the platform where the rule has none; "" for codes of others. */
  readonly urlPrefix: string;
}

interface LabelAddresses {
  /** The public page. */
  readonly verify: string;
  /** A GS1 Digital Link; absent where the goods have no GTIN, or the code is no serial number of GS1. */
  readonly gs1?: string;
  /** The address of the make rule with the code behind it. */
  readonly rule?: string;
}

/** GS1 General Specifications: a serial number (21) has up to 20 of these characters. */
const serial = /^[!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]{1,20}$/;

/** The addresses of a code. */
export function addressesOf({ code, tenantId, gtin, urlPrefix }: Labelled): LabelAddresses {
  const [tenant, encodedCode] = [encodeURIComponent(tenantId), encodeURIComponent(code)];
  const isGs1 = /^(?:\d{8}|\d{12,14})$/.test(gtin) && serial.test(code);
  return {
    verify: `/verify?t=${tenant}&c=${encodedCode}`,
    ...(isGs1 ? { gs1: `/01/${gtin.padStart(14, "0")}/21/${encodedCode}?t=${tenant}` } : {}),
    ...(/^https?:\/\//i.test(urlPrefix) ? { rule: urlPrefix + code } : {}),
  };
}
