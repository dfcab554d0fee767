// GS1 Digital Link URIs (GS1 Digital Link Standard: URI Syntax, 1.5): a path of a primary key with its qualifiers, /01/<GTIN>/10/<lot>/21/<serial>.

/** A part of a path: what it may hold before it is percent-encoded is up to its key; that it is not empty is not. */
const text = (maxLength: number) => new RegExp(`^.{1,${maxLength}}$`, "u");

interface PrimaryKey {
  readonly value: RegExp;
  /** Identifiers that may follow it, with what they may hold. */
  readonly qualifiers: Readonly<Record<string, RegExp>>;
}

const variant = text(20);
const lot = text(20);
/** GS1 allows twenty characters; printers of labels have sent more. */
const serial = text(255);

/** The primary keys by their application identifiers. */
export const primaryKeys: Readonly<Record<string, PrimaryKey>> = {
  /** SSCC: a logistic unit. */
  "00": { value: /^\d{18}$/, qualifiers: {} },
  /** GTIN: a product. */
  "01": { value: /^\d{8,14}$/, qualifiers: { "22": variant, "10": lot, "21": serial, "235": text(28) } },
  /** GDTI: a document. */
  "253": { value: /^\d{13}.{0,17}$/u, qualifiers: {} },
  /** GCN: a coupon. */
  "255": { value: /^\d{13}\d{0,12}$/, qualifiers: {} },
  /** GINC: a consignment. */
  "401": { value: text(30), qualifiers: {} },
  /** GSIN: a shipment. */
  "402": { value: /^\d{17}$/, qualifiers: {} },
  /** GLN: a place. */
  "414": { value: /^\d{13}$/, qualifiers: { "254": text(20), "7040": /^.{4}$/u } },
  /** GLN of an invoicing party, with the number of the payment slip. */
  "415": { value: /^\d{13}$/, qualifiers: { "8020": text(25) } },
  /** GLN: a party. */
  "417": { value: /^\d{13}$/, qualifiers: { "7040": /^.{4}$/u } },
  /** GRAI: a returnable asset. */
  "8003": { value: /^\d{14}.{0,16}$/u, qualifiers: {} },
  /** GIAI: an asset. */
  "8004": { value: text(30), qualifiers: { "7040": /^.{4}$/u } },
  /** ITIP: a piece of a trade item. */
  "8006": { value: /^\d{18}$/, qualifiers: { "22": variant, "10": lot, "21": serial } },
  /** CPID: a component or part. */
  "8010": { value: text(30), qualifiers: { "8011": /^\d{1,12}$/ } },
  /** GMN: a model. */
  "8013": { value: text(25), qualifiers: {} },
  /** GSRN: a provider of services. */
  "8017": { value: /^\d{18}$/, qualifiers: { "8019": /^\d{1,10}$/ } },
  /** GSRN: a recipient of services. */
  "8018": { value: /^\d{18}$/, qualifiers: { "8019": /^\d{1,10}$/ } },
};

/** The application identifier of products. */
export const gtinKey = "01";

interface Gs1Link {
  readonly key: string;
  readonly value: string;
  readonly qualifiers: ReadonlyMap<string, string>;
}

/** The text behind a part of a path; as it stands where it is not encoded correctly. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}

/** Names that older versions of the standard (1.0, 1.1) allowed in place of numbers. */
const names: Readonly<Record<string, string>> = {
  ...{ gtin: "01", cpv: "22", lot: "10", ser: "21", sscc: "00", gln: "414", party: "417", itip: "8006", grai: "8003", giai: "8004" },
  ...{ gdti: "253", gcn: "255", ginc: "401", gsin: "402", cpid: "8010", gmn: "8013", gsrnp: "8017", gsrn: "8018" },
};
const numberOf = (name: string): string => (Object.hasOwn(names, name) ? (names[name] ?? name) : name);

/**
 * What a path says as a GS1 Digital Link; undefined where it has no primary key with a valid value. Whoever scans such a label is a consumer,
 * so that what follows is read as far as it can be: qualifiers in any order, the first of each, and nothing of one that is wrong or unknown.
 */
export function gs1Link(pathname: string): Gs1Link | undefined {
  if (!pathname.startsWith("/")) return undefined;
  const [first = "", value = "", ...rest] = pathname.replace(/^\/+/, "").split("/").map(decoded);
  const key = numberOf(first);
  const primary = Object.hasOwn(primaryKeys, key) ? primaryKeys[key] : undefined;
  if (primary?.value.test(value) !== true) return undefined;
  const qualifiers = new Map<string, string>();
  for (let at = 0; at + 1 < rest.length; at += 2) {
    const [name, qualifier] = [numberOf(rest[at] ?? ""), rest[at + 1] ?? ""];
    if (!Object.hasOwn(primary.qualifiers, name) || qualifiers.has(name) || primary.qualifiers[name]?.test(qualifier) !== true) continue;
    qualifiers.set(name, qualifier);
  }
  return { key, value, qualifiers };
}
