// Options of a choice or a life cycle: a value, its names, a colour.
export const colours = [
  "default",
  "green",
  "blue",
  "red",
  "purple",
  "cyan",
  "gold",
  "orange",
  "magenta",
  "volcano",
  "geekblue",
  "lime",
] as const;
type Colour = (typeof colours)[number];

export type Option<V extends string | number = string | number> = readonly [value: V, zh: string, en: string, colour?: Colour];

/** The first value that appears twice, else never. */
type Twice<O extends readonly Option[]> = O extends readonly [infer H extends Option, ...infer T extends readonly Option[]]
  ? H[0] extends T[number][0]
    ? H[0]
    : Twice<T>
  : never;

/** unknown when every value appears once, else a sentence as a type. */
export type EachOnce<O extends readonly Option[]> = [Twice<O>] extends [never]
  ? unknown
  : `the value ${Twice<O>} appears twice in these options`;
