// The checks over all definitions: each finding names a file, a stable code, the problem and its remedy.
import type { LoadedDefinition, ResourceData } from "../resource-data.ts";
import { buildModel, type Model, type ResourceModel } from "../model.ts";
import { actions, effects, reads, unknownHandlers } from "./calls.ts";
import { appearance } from "./appearance.ts";
import { approvals } from "./approval.ts";
import { channelCycle } from "./channels.ts";
import { charts } from "./charts.ts";
import { computed } from "./computed.ts";
import { dialects } from "./dialects.ts";
import { conditions } from "./conditions.ts";
import { inFile, type Finding, type UnplacedFinding } from "./finding.ts";
import { grants } from "./grants.ts";
import { groups, type LoadedGroup } from "./groups.ts";
import { lifeCycle } from "./life-cycle.ts";
import { areas, screens, type LoadedArea } from "./menu.ts";
import { fieldNames, fileNameOf, namesAcross, resourceNames } from "./names.ts";
import { oddities } from "./oddities.ts";
import { overlaps } from "./overlaps.ts";
import { references } from "./references.ts";
import { renames } from "./renames.ts";
import { seedConflicts, seedRows } from "./seed.ts";
import { checkAreaShape, checkShape, harmless } from "./shape.ts";
import { structure } from "./structure.ts";
import type { Check, CheckContext } from "./subject.ts";
import { quickFind } from "./quick-find.ts";
import { timelines } from "./timelines.ts";
import { totals } from "./totals.ts";
import { areaTexts, texts } from "./texts.ts";
import { formulas } from "./formulas.ts";
import { forms } from "./forms.ts";
import { values } from "./values.ts";

export type { Finding, FindingCode, Place } from "./finding.ts";
export type { LoadedGroup } from "./groups.ts";
export type { LoadedArea } from "./menu.ts";
export type { CheckContext } from "./subject.ts";

const resourceChecks: readonly Check[] = [
  resourceNames,
  fieldNames,
  renames,
  computed,
  texts,
  references,
  conditions,
  formulas,
  grants,
  overlaps,
  values,
  lifeCycle,
  approvals,
  structure,
  channelCycle,
  timelines,
  quickFind,
  totals,
  charts,
  appearance,
  reads,
  actions,
  effects,
  screens,
  forms,
  oddities,
];

/** Which files are looked at; those that were without findings before, and that nothing changes, need not be. */
export type Selection = (file: string) => boolean;

const everyFile: Selection = () => true;

/** Where the seed rows of a resource are: in a file of their own, or in its definition. */
function seedPlace({ file }: ResourceModel, context: CheckContext) {
  const seedFile = file.replace(/\.ts$/, ".seed.ts");
  return context.seedFiles?.has(seedFile) === true ? { file: seedFile, place: [] } : { file, place: ["seed"] };
}

/** Findings within the selected definitions of a model, which may come of others that these refer to. */
export function checkWithin(model: Model, context: CheckContext, isSelected: Selection = everyFile): readonly Finding[] {
  const findings: Finding[] = [];
  for (const resource of model.resources.filter((one) => isSelected(one.file))) {
    for (const check of resourceChecks) for (const one of check(resource, model, context)) findings.push(inFile(resource.file, one));
    const { file, place } = seedPlace(resource, context);
    findings.push(...seedRows(resource, model, file, place));
  }
  return findings;
}

/** Findings of a model: problems within its selected definitions, and between all of them. */
function checkModel(model: Model, context: CheckContext, isSelected: Selection = everyFile): readonly Finding[] {
  const findings = [...checkWithin(model, context, isSelected)];
  // Rows with a value that cannot be are compared with nothing.
  if (findings.every(({ level }) => level !== "error")) findings.push(...seedConflicts(model, (resource) => seedPlace(resource, context)));
  for (const [resource, one] of namesAcross(model, context)) findings.push(inFile(resource.file, one));
  findings.push(...unknownHandlers(model, context));
  // A resource whose file cannot be used would be missing.
  if ((context.unusable?.size ?? 0) === 0) for (const [file, one] of dialects(context, model)) findings.push(inFile(file, one));
  return findings;
}

/** Codes of findings that change nothing of what follows from the definitions: a word that says nothing, a right that two things share. */
export const leavesUsable: ReadonlySet<string> = new Set([...harmless, "duplicate-permission"]);

/** Findings of one definition of a model: its own, and where its names clash with those of others. */
export function checkResource(name: string, model: Model, context: CheckContext): readonly Finding[] {
  const resource = model.resource.get(name);
  if (resource === undefined) return [];
  const own = resourceChecks.flatMap((check) => [...check(resource, model, context)].map((one) => inFile(resource.file, one)));
  const clashes = [...namesAcross(model, context)].filter(([of]) => of === resource).map(([of, one]) => inFile(of.file, one));
  return [...own, ...clashes];
}

/** What is wrong with the shape of a definition, and whether it can be part of a model all the same. */
export function checkShapeOf(data: ResourceData, file: string): { readonly findings: readonly Finding[]; readonly isUsable: boolean } {
  const findings = [...checkShape(data)];
  return { findings: findings.map((one) => inFile(file, one)), isUsable: findings.every((one) => harmless.has(one.code)) };
}

/** A file that does not load, as who loaded it explains it. */
export interface LoadFailure {
  readonly file: string;
  readonly message: string;
  readonly remedy?: string;
  readonly line?: number;
}

interface Checked {
  /** The model of all definitions whose shape is right. */
  readonly model: Model;
  readonly findings: readonly Finding[];
}

/** The exports of a checkout's files. */
interface LoadedFiles {
  readonly definitions: readonly LoadedDefinition[];
  readonly loadedAreas: readonly LoadedArea[];
  /** Files that did not load. */
  readonly failures?: readonly LoadFailure[];
  /** The fields that definitions share. */
  readonly groups?: readonly LoadedGroup[];
}

/**
 * Checks everything that was loaded: first each file's shape, then all valid definitions together. With a selection, what is not selected
 * was found to be right before, and is only looked at together with the others.
 */
export function checkDefinitions(
  { definitions, loadedAreas, failures = [], groups: loadedGroups = [] }: LoadedFiles,
  context: CheckContext,
  isSelected: Selection = everyFile,
): Checked {
  const findings: Finding[] = failures.map(({ file, message, remedy, line }) => ({
    file,
    ...(line === undefined ? {} : { line }),
    code: "not-loadable",
    level: "error",
    place: [],
    message: { problem: message, remedy: remedy ?? "Correct it; the editor and `npm run types` show the place." },
  }));
  const unusable = new Set([...(context.unusable ?? []), ...failures.map(({ file }) => fileNameOf(file))]);
  const usable: LoadedDefinition[] = [];
  for (const definition of definitions) {
    const shape: readonly UnplacedFinding[] = isSelected(definition.file) ? [...checkShape(definition.data)] : [];
    findings.push(...shape.map((one) => inFile(definition.file, one)));
    if (shape.every((one) => harmless.has(one.code))) usable.push(definition);
    else unusable.add(nameIn(definition.data) ?? fileNameOf(definition.file)).add(fileNameOf(definition.file));
  }
  const usableAreas: LoadedArea[] = [];
  for (const loaded of loadedAreas) {
    const shape: readonly UnplacedFinding[] = [...checkAreaShape(loaded.area)];
    findings.push(...shape.map((one) => inFile(loaded.file, one)));
    if (shape.every((one) => harmless.has(one.code))) usableAreas.push(loaded);
    for (const one of shape.length === 0 ? areaTexts(loaded.area) : []) findings.push(inFile(loaded.file, one));
  }
  const model = buildModel(
    usable,
    usableAreas.map((loaded) => loaded.area),
  );
  const all: CheckContext = { ...context, unusable };
  findings.push(...checkModel(model, all, isSelected), ...areas(usableAreas, model, all));
  // A definition that does not load may be the one that has the fields.
  if (failures.length === 0) findings.push(...groups(loadedGroups, definitions));
  return { model, findings: findings.sort(byPlace) };
}

function nameIn(data: ResourceData): string | undefined {
  // The shape is wrong, so even the name may be missing.
  return typeof data === "object" && data !== null && typeof data.name === "string" ? data.name : undefined;
}

function byPlace(left: Finding, right: Finding): number {
  if (left.level !== right.level) return left.level === "error" ? -1 : 1;
  return left.file < right.file ? -1 : left.file > right.file ? 1 : 0;
}
