// A model as it is read: what of its text is no model is told with the line, in both languages. What other products write besides stays in the
// text, and is left alone.
import { BpmnModdle } from "bpmn-moddle";
import type { Text } from "#schema/text";
import { moddleOptions, readForeign } from "#process/flowable";
import { memberOf } from "#process/members";
import { isModelElement, type ParsedModel, type Unresolved } from "#process/model";

/** Why a text is no model. */
interface Problem {
  /** The id that is wrong; "" where it is something else. */
  readonly elementId: string;
  readonly reason: Text;
  readonly line: number;
}

/** The text is no model; each problem names its line. */
export class ModelSyntaxError extends Error {
  readonly problems: readonly [Problem, ...Problem[]];
  constructor(problems: readonly [Problem, ...Problem[]]) {
    super(problems[0].reason[1]);
    this.problems = problems;
  }
}

/** What the parser says of XML that is none. */
const syntax: Readonly<Record<string, Text>> = {
  "unexpected end of file": ["文件不完整", "it ends too early"],
  "missing start tag": ["没有内容", "it is empty"],
  "unclosed cdata": ["CDATA 没有结束", "a CDATA section does not end"],
  "unclosed comment": ["注释没有结束", "a comment does not end"],
  "unclosed question": ["处理指令没有结束", "a processing instruction does not end"],
  "unclosed tag": ["标签没有结束", "a tag does not end"],
  "missing open tag": ["结束标签没有对应的开始标签", "a tag is closed that was not opened"],
  "closing tag mismatch": ["开始与结束标签不一致", "a closing tag does not match the one that was opened"],
  "close tag": ["结束标签有误", "a closing tag is wrong"],
  "illegal first char nodeName": ["标签名有误", "the name of a tag is wrong"],
  "invalid nodeName": ["标签名有误", "the name of a tag is wrong"],
  "non-whitespace outside of root node": ["根元素之外有文字", "there is text outside of the root element"],
  "illegal first char attribute name": ["属性名有误", "the name of an attribute is wrong"],
  "illegal attribute name char": ["属性名有误", "the name of an attribute is wrong"],
  "missing attribute value": ["属性没有值", "an attribute has no value"],
  "attribute value quote missmatch": ["属性值的引号不一致", "the quotes of an attribute do not match"],
  "missing attribute value quotes": ["属性值没有引号", "an attribute has no quotes"],
  "missing closing quotes": ["属性值的引号没有结束", "the quotes of an attribute do not end"],
  "illegal character after attribute end": ["属性之间缺少空格", "there is no space after an attribute"],
  "illegal declaration of xmlns": ["命名空间声明有误", "a name space is declared wrongly"],
};

/** What the parser says of elements, which it names. */
const named: readonly (readonly [pattern: RegExp, reason: (name: string) => Text])[] = [
  [/^duplicate ID <(.*)>$/u, (id) => [`标识“${id}”重复`, `the id “${id}” is used twice`]],
  [
    /^illegal ID <(.*)>$/u,
    (id) => [
      `标识“${id}”有误，只能由字母、数字、_、-、. 组成，且不以数字开头`,
      `the id “${id}” is invalid: use letters, digits, _, - and ., and no digit first`,
    ],
  ],
  [
    /^(?:unexpected element|failed to parse document as) <(.*)>$/u,
    () => ["根元素不是 BPMN 的 definitions", "the root element is not definitions of BPMN"],
  ],
  [/^unrecognized element <(.*)>$/u, (name) => [`此处不能有元素 ${name}`, `there can be no element ${name} here`]],
  [/^unknown type <(.*)>$/u, (name) => [`没有元素 ${name}`, `there is no element ${name}`]],
  [/^attribute <(.*)> already defined$/u, (name) => [`属性 ${name} 重复`, `the attribute ${name} is given twice`]],
  [/^missing namespace (?:on|for prefix) <(.*)>$/u, (name) => [`${name} 的命名空间没有声明`, `the name space of ${name} is not declared`]],
];

/** The XML is wrong, in a way that has no sentence of its own. */
const unreadable: Text = ["无法读取", "it cannot be read"];

function reasonOf(detail: string): Text {
  for (const [pattern, reason] of named) {
    const [, name] = pattern.exec(detail) ?? [];
    if (name !== undefined) return reason(name);
  }
  return syntax[detail] ?? unreadable;
}

/** Elements of other products, and of the drawing: nothing of them runs. A type that an element claims for itself is not among them. */
const besides = /^unrecognized element <(?!bpmn:)[\w.-]+:|^unknown type <(?:flowable|bpmndi|dc|di|bioc|color):/u;
/** Shapes and edges of the drawing, whose ids nothing here reads. */
const ofDrawing = /unparsable content <(?:[\w.-]+:)?(?:BPMN(?:Diagram|Plane|Shape|Edge|Label|LabelStyle)|Bounds|waypoint)\b/u;

/** Whether what could not be read makes no difference: it belongs to other products, or to the drawing. */
function isBesides(message: string, detail: string): boolean {
  if (message.startsWith("unknown attribute") || message.startsWith("unsupported document encoding")) return true;
  if (detail.startsWith("unexpected body text")) return true;
  if (/^(?:duplicate|illegal) ID/u.test(detail)) return ofDrawing.test(message);
  return besides.test(detail);
}

function problemOf(message: string, skippedLines: number): Problem {
  // Lines are counted from 0.
  const line = Number(/line: (\d+)/u.exec(message)?.[1] ?? 0);
  const detail = /nested error: (.*)$/u.exec(message)?.[1] ?? message;
  const [zh, en] = reasonOf(detail);
  const reason: Text = [`流程 XML 有误：${zh}`, `the XML of the process is wrong: ${en}`];
  const elementId = /^(?:duplicate|illegal) ID <(.*)>$/u.exec(detail)?.[1] ?? "";
  return { elementId, reason, line: line + 1 + skippedLines };
}

function nonEmpty<T>(all: readonly T[]): readonly [T, ...T[]] | undefined {
  const [first, ...others] = all;
  return first === undefined ? undefined : [first, ...others];
}

/** Throws ModelSyntaxError for what is no XML, or no BPMN. */
export async function parseModel(xml: string): Promise<ParsedModel> {
  const text = xml.trim();
  const skippedLines = xml.slice(0, xml.indexOf(text)).split("\n").length - 1;
  const parsed = await readForeign(new BpmnModdle(moddleOptions))
    .fromXML(text)
    .catch((error: unknown) => {
      throw new ModelSyntaxError([problemOf(error instanceof Error ? error.message : String(error), skippedLines)]);
    });
  const problems: Problem[] = [];
  // What a DOCTYPE declares is not read, and expected by what refers to it.
  const doctype = /^[^<]*(?:<[?!][^<]*)*?<!DOCTYPE/iu.exec(xml);
  if (doctype !== null)
    problems.push({
      elementId: "",
      reason: ["流程 XML 有误：不能含 DOCTYPE", "the XML of the process is wrong: it must not have a DOCTYPE"],
      line: doctype[0].split("\n").length,
    });
  const unresolved: Unresolved[] = [];
  for (const { message, element, property = "", value = "" } of parsed.warnings) {
    if (message.startsWith("unresolved reference")) {
      if (isModelElement(element)) unresolved.push({ element, property: property.replace(/^.*:/u, ""), id: value });
    } else if (!isBesides(message, /nested error: (.*)$/u.exec(message)?.[1] ?? "")) problems.push(problemOf(message, skippedLines));
  }
  const found = nonEmpty([...new Map(problems.map((problem) => [`${problem.line} ${problem.reason[1]}`, problem])).values()]);
  if (found !== undefined) throw new ModelSyntaxError(found);
  // Other products leave it out, and the engine goes on with an instance by it.
  if (memberOf(parsed.rootElement, "id") === undefined) Reflect.set(parsed.rootElement, "id", "definitions");
  return { root: parsed.rootElement, context: parsed, unresolved };
}

/** Lines of a model's elements, by their ids; that of the root for ids that are not in the text. */
export function linesOf(xml: string): (elementId: string) => number {
  const lines = new Map<string, number>();
  let line = 1;
  let at = 0;
  const lineAt = (place: number): number => {
    for (; at < place; at += 1) if (xml[at] === "\n") line += 1;
    return line;
  };
  let root = 1;
  for (const found of xml.matchAll(/<(?:[\w.-]+:)?definitions\b|\sid\s*=\s*(?:"([^"]*)"|'([^']*)')/gu)) {
    const here = lineAt(found.index + (found[0].length - found[0].trimStart().length));
    const id = found[1] ?? found[2];
    if (id === undefined) root = here;
    else if (!lines.has(id)) lines.set(id, here);
  }
  return (elementId) => lines.get(elementId) ?? root;
}
