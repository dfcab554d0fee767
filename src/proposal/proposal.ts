// A proposed definition: what people see, correct and take along. Everything in it can be changed before it is printed.
import { z } from "zod";

/** Most fields that a proposal has; there is no form with more. */
const maxFields = 300;
const name = z.string().max(64);
const label = z.string().max(200);

const proposedOption = z.object({
  value: z.union([z.string().max(64), z.number()]),
  zh: label,
  en: label,
  /** Of a state: its name in conditions and actions. */
  name: name.optional(),
});

const proposedField = z.object({
  /** The column that it was made from; "" for one that people have added. */
  column: z.string().max(128),
  /** Whether the definition gets it. */
  isIncluded: z.boolean(),
  name,
  /** A builder of the definition language, or one of its ready-made fields. */
  builder: z.string().max(40),
  zh: label,
  en: label,
  target: name.optional(),
  options: z.array(proposedOption).max(100).optional(),
  required: z.boolean().optional(),
  readonly: z.boolean().optional(),
  unique: z.boolean().optional(),
  list: z.boolean().optional(),
  search: z.enum(["like", "equal", "in", "range"]).optional(),
  sortable: z.boolean().optional(),
  max: z.number().optional(),
  min: z.number().optional(),
  scale: z.number().int().min(0).max(10).optional(),
  pattern: z.string().max(200).optional(),
  default: z.union([z.string().max(500), z.number()]).optional(),
});

const proposedMove = z.object({ name, zh: label, en: label, from: z.array(name).max(100), to: name });

const rule = z.object({ left: name, operator: z.enum(["gt", "ge", "lt", "le"]), right: name });

export const proposalSchema = z.object({
  area: name,
  name,
  zh: label,
  en: label,
  path: z.string().max(200),
  title: name,
  about: z.string().max(500).optional(),
  isTree: z.boolean().optional(),
  isPlatform: z.boolean().optional(),
  fields: z.array(proposedField).max(maxFields),
  unique: z.array(z.array(name).max(10)).max(20),
  rules: z.array(rule).max(20),
  moves: z.array(proposedMove).max(50),
});

export type ProposedOption = z.infer<typeof proposedOption>;
export type ProposedField = z.infer<typeof proposedField>;
export type ProposedMove = z.infer<typeof proposedMove>;
export type Proposal = z.infer<typeof proposalSchema>;

/** What was guessed, what was left out and why, and what people have to decide. */
export interface Remark {
  /** The column that it is about; absent: the table. */
  readonly column?: string;
  readonly text: readonly [zh: string, en: string];
  /** Somebody should look at it before the definition is used. */
  readonly isDecision?: true;
}

/** What a proposal must know of the definitions that there are. */
export interface ExistingResource {
  readonly name: string;
  readonly table: string;
  readonly area: string;
  readonly path: string;
  readonly isTree: boolean;
  /** What its permission keys begin with. */
  readonly permission: string;
}
