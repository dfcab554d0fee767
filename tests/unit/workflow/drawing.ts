// Processes made at random: what may be drawn from parts with one way in and one way out.
import fc from "fast-check";
import { flow, task, timer } from "./models.ts";

/** A part of a process with one way in and one way out. */
export type Block =
  | { readonly kind: "task" | "script" | "manual" | "timer" | "several" | "late" }
  | { readonly kind: "sequence" | "parallel" | "inclusive" | "exclusive" | "sub"; readonly parts: readonly Block[] }
  | { readonly kind: "again"; readonly parts: readonly Block[] };

/** Each kind of part. */
export const kindsOfParts: readonly Block["kind"][] = [
  "task",
  "script",
  "manual",
  "timer",
  "several",
  "late",
  "sequence",
  "parallel",
  "inclusive",
  "exclusive",
  "sub",
  "again",
];

/** Processes that have each kind of part between them: random ones begin with these, so that few of them meet every kind. */
export const ofEveryKind: readonly Block[] = [
  { kind: "sequence", parts: [{ kind: "script" }, { kind: "manual" }, { kind: "timer" }, { kind: "task" }] },
  { kind: "parallel", parts: [{ kind: "several" }, { kind: "late" }] },
  { kind: "sub", parts: [{ kind: "inclusive", parts: [{ kind: "task" }, { kind: "timer" }, { kind: "task" }] }] },
  { kind: "again", parts: [{ kind: "exclusive", parts: [{ kind: "task" }, { kind: "script" }] }] },
];

/** The kinds of a part and of all parts in it. */
export function kindsIn(one: Block): readonly Block["kind"][] {
  return "parts" in one ? [one.kind, ...one.parts.flatMap(kindsIn)] : [one.kind];
}

/** A process: `letrec` makes parts of parts. */
export const { block } = fc.letrec<{ block: Block; parts: readonly Block[] }>((tie) => ({
  parts: fc.array(tie("block"), { minLength: 1, maxLength: 3, depthIdentifier: "block" }),
  block: fc.oneof(
    { depthSize: "small", depthIdentifier: "block" },
    fc.constantFrom("task", "script", "manual", "timer", "several", "late").map((kind): Block => ({ kind })),
    fc.record({ kind: fc.constantFrom("sequence", "parallel", "inclusive", "exclusive", "sub", "again"), parts: tie("parts") }),
  ),
}));

interface Drawn {
  readonly xml: string;
  readonly first: string;
  readonly last: string;
}

/** Draws blocks; ids count up. */
export function drawing() {
  let count = 0;
  const next = (prefix: string): string => `${prefix}${(count += 1)}`;
  const single = (prefix: string, xml: (id: string) => string): Drawn => {
    const id = next(prefix);
    return { xml: xml(id), first: id, last: id };
  };
  const inSequence = (parts: readonly Block[]): Drawn => {
    const drawn = parts.map(draw);
    const links = drawn.slice(1).map(({ first }, index) => flow(next("f"), drawn[index]?.last ?? "", first));
    return { xml: drawn.map(({ xml }) => xml).join("") + links.join(""), first: drawn[0]?.first ?? "", last: drawn.at(-1)?.last ?? "" };
  };
  const split = (kind: "parallel" | "inclusive" | "exclusive", parts: readonly Block[]): Drawn => {
    const [fork, join] = [next("fork"), next("join")];
    const drawn = parts.map(draw);
    const decides = kind !== "parallel" && drawn.length > 1;
    const flows = drawn.map(({ first, last }, index) => {
      const isDefault = decides && index === drawn.length - 1;
      const id = isDefault ? `${fork}_default` : next("f");
      return flow(id, fork, first, decides && !isDefault ? `\${choice % ${index + 2} == 0}` : undefined) + flow(next("f"), last, join);
    });
    const gateway = (id: string, extra = "") => `<${kind}Gateway id="${id}"${extra}/>`;
    return {
      xml:
        gateway(fork, decides ? ` default="${fork}_default"` : "") + gateway(join) + drawn.map(({ xml }) => xml).join("") + flows.join(""),
      first: fork,
      last: join,
    };
  };
  const draw = (one: Block): Drawn => {
    switch (one.kind) {
      case "task":
        return single("task", (id) => task(id));
      case "script":
        return single("script", (id) => `<scriptTask id="${id}" flowable:resultVariable="choice"><script>choice + 1</script></scriptTask>`);
      case "manual":
        return single("manual", (id) => `<manualTask id="${id}"/>`);
      case "timer":
        return single("timer", (id) => `<intermediateCatchEvent id="${id}">${timer("timeDuration", "PT1H")}</intermediateCatchEvent>`);
      case "several":
        return single("several", (id) =>
          task(
            id,
            'flowable:assignee="${person}"',
            '<multiInstanceLoopCharacteristics flowable:collection="8,9,10" flowable:elementVariable="person"><completionCondition xsi:type="tFormalExpression">${nrOfCompletedInstances >= 2}</completionCondition></multiInstanceLoopCharacteristics>',
          ),
        );
      case "late": {
        const [id, event, join] = [next("task"), next("late"), next("join")];
        const xml = `${task(id)}<boundaryEvent id="${event}" attachedToRef="${id}">${timer("timeDuration", "PT2H")}</boundaryEvent><exclusiveGateway id="${join}"/>`;
        return { xml: xml + flow(next("f"), id, join) + flow(next("f"), event, join), first: id, last: join };
      }
      case "sequence":
        return inSequence(one.parts);
      case "parallel":
      case "inclusive":
      case "exclusive":
        return split(one.kind, one.parts);
      case "sub": {
        const inside = inSequence(one.parts);
        const [from, to] = [next("start"), next("end")];
        const body = `<startEvent id="${from}"/><endEvent id="${to}"/>${inside.xml}${flow(next("f"), from, inside.first)}${flow(next("f"), inside.last, to)}`;
        return single("sub", (id) => `<subProcess id="${id}">${body}</subProcess>`);
      }
      case "again": {
        // Back to the beginning as long as a counter says so.
        const inside = inSequence(one.parts);
        const [enter, count, decide] = [next("enter"), next("script"), next("decide")];
        const xml = `<exclusiveGateway id="${enter}"/><scriptTask id="${count}" flowable:resultVariable="rounds"><script>rounds + 1</script></scriptTask><exclusiveGateway id="${decide}" default="${decide}_on"/>`;
        const out = single("passed", (id) => `<manualTask id="${id}"/>`);
        const flows =
          flow(next("f"), enter, inside.first) +
          flow(next("f"), inside.last, count) +
          flow(next("f"), count, decide) +
          flow(next("f"), decide, enter, "${rounds < 3}") +
          flow(`${decide}_on`, decide, out.first);
        return { xml: xml + inside.xml + out.xml + flows, first: enter, last: out.last };
      }
    }
  };
  return draw;
}
