// A definition as a tree of plain values and calls of builders: what is printed as a file, and what is evaluated for a preview. One tree makes
// both, so that a file never says anything else than its preview showed.

/** A call of a builder, such as text("名称", "Name", { max: 64 }). */
export interface BuilderCall {
  readonly call: string;
  readonly with: readonly Literal[];
}

export type Literal = string | number | boolean | null | readonly Literal[] | { readonly [member: string]: Literal };

export interface DefinitionTree {
  readonly name: string;
  /** What a row is, as the comment above the definition. */
  readonly about?: string;
  /** Members before the fields, in their order. */
  readonly members: Readonly<Record<string, Literal>>;
  readonly fields: Readonly<Record<string, BuilderCall>>;
  readonly actions: Readonly<Record<string, Readonly<Record<string, Literal>>>>;
}
