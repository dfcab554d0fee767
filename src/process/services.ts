// What a service task calls, as its model says it: an address by HTTP, or people by a notice. The attributes and fields are those of Flowable.
import type { Text } from "../schema/text.ts";
import { isRecord } from "../schema/json.ts";
import type { ExpressionValue } from "./expressions.ts";
import { memberOf, memberText } from "./members.ts";
import { elementAt, elementsIn } from "./model.ts";
import { listed } from "./people.ts";

export const serviceKinds = ["http", "notice"] as const;
export type ServiceKind = (typeof serviceKinds)[number];

/** A service with its fields as they are written. */
export interface Service {
  readonly kind: ServiceKind;
  readonly fields: ReadonlyMap<string, string>;
}

/** A service with its values, ready to be called. */
export type ServiceCall =
  | {
      readonly kind: "http";
      readonly url: string;
      /** JSON. */
      readonly body: string;
      /** The variable that holds the answer; "" for none. */
      readonly variable: string;
      /** Statuses that a boundary event of the code "HTTP404" may catch: "404", "4XX". */
      readonly handled: readonly string[];
    }
  | {
      readonly kind: "notice";
      /** Ids of users, and groups as `flowable:candidateGroups` names them. */
      readonly to: readonly string[];
      readonly text: string;
    };

/** Fields that each service understands, and those that it cannot do without. */
const fieldsOf: Readonly<Record<ServiceKind, { readonly all: readonly string[]; readonly required: readonly string[] }>> = {
  http: { all: ["requestMethod", "requestUrl", "requestBody", "responseVariableName", "handleStatusCodes"], required: ["requestUrl"] },
  notice: { all: ["to", "text"], required: ["to", "text"] },
};

const maxBodyLength = 4000;
const maxTextLength = 500;

export const isServiceTask = (type: string): boolean => type === "bpmn:ServiceTask" || type === "bpmn:SendTask";

/** Of `flowable:delegateExpression="${notice}"` the name. */
const bare = (text: string): string => text.replace(/^[$#]\{\s*|\s*\}$/gu, "").trim();

const namedIn = (element: unknown): string =>
  memberText(element, "type") === "http" ? "http" : bare(memberText(element, "delegateExpression") || memberText(element, "expression"));

/** The fields in the extension elements of a task. */
export function serviceFields(element: unknown): ReadonlyMap<string, string> {
  const fields = elementsIn(memberOf(elementAt(element, "extensionElements"), "values")).filter(({ $type }) => $type === "flowable:Field");
  return new Map(
    fields.map((field) => [
      memberText(field, "name"),
      (memberText(field, "string") || memberText(field, "expression") || memberText(field, "stringValue")).trim(),
    ]),
  );
}

/** The service of a task; undefined where it names none that there is. */
export function serviceOf(element: unknown): Service | undefined {
  const name = namedIn(element);
  const kind = serviceKinds.find((one) => one === name);
  return kind === undefined ? undefined : { kind, fields: serviceFields(element) };
}

/** JSON in which texts may be templates. */
function bodyIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Every text of a value, wherever it stands. */
function textsOf(value: unknown): readonly string[] {
  if (typeof value === "string") return [value];
  if (Array.isArray(value)) return value.flatMap(textsOf);
  return isRecord(value) ? Object.values(value).flatMap(textsOf) : [];
}

/** Texts of a service that hold expressions. */
export function serviceTexts(element: unknown): readonly string[] {
  const service = serviceOf(element);
  if (service === undefined) return [];
  const { kind, fields } = service;
  return kind === "http" ? textsOf(bodyIn(fields.get("requestBody") ?? "")) : ["to", "text"].map((name) => fields.get(name) ?? "");
}

/** The variable that a task gives a value, or "". */
export function responseVariable(element: unknown): string {
  const service = serviceOf(element);
  return service?.kind === "http" ? (service.fields.get("responseVariableName") ?? "") : "";
}

const statuses = (text: string): readonly string[] =>
  text
    .split(",")
    .map((part) => part.trim().toUpperCase())
    .filter((part) => part !== "");

function urlReasons(url: string): readonly Text[] {
  if (/[$#]\{/u.test(url))
    return [["requestUrl 不能含表达式：数据放在 requestBody 中", "requestUrl cannot hold expressions: data goes into requestBody"]];
  if (!URL.canParse(url)) return [[`requestUrl“${url}”不是有效的地址`, `requestUrl “${url}” is not an address`]];
  const { protocol, username, password } = new URL(url);
  if (protocol !== "https:" && protocol !== "http:") return [["requestUrl 须使用 https", "requestUrl must be called by https"]];
  return username === "" && password === ""
    ? []
    : [["requestUrl 不能包含账号或密码", "requestUrl must not contain an account or a password"]];
}

function httpReasons(fields: ReadonlyMap<string, string>, variableNames: ReadonlySet<string>): readonly Text[] {
  const value = (name: string): string => fields.get(name) ?? "";
  const [method, body, variable] = [value("requestMethod"), value("requestBody"), value("responseVariableName")];
  const reasons: Text[] = [];
  if (method !== "" && method !== "POST") reasons.push([`只支持 POST，不支持 ${method}`, `only POST is supported, not ${method}`]);
  if (value("requestUrl") !== "") reasons.push(...urlReasons(value("requestUrl")));
  if (body.length > maxBodyLength)
    reasons.push([`requestBody 超过 ${maxBodyLength} 个字符`, `requestBody is longer than ${maxBodyLength} characters`]);
  else if (body !== "" && bodyIn(body) === undefined)
    reasons.push([
      'requestBody 须为 JSON 对象，例如 {"days": "${days}"}',
      'requestBody must be a JSON object, such as {"days": "${days}"}',
    ]);
  if (variable !== "" && !/^[A-Za-z_]\w{0,63}$/u.test(variable))
    reasons.push([`responseVariableName“${variable}”不是变量名`, `responseVariableName “${variable}” is not a valid variable name`]);
  if (variableNames.has(variable))
    reasons.push([
      `responseVariableName“${variable}”是已有变量，不能被应答覆盖`,
      `responseVariableName “${variable}” would overwrite a field of the record`,
    ]);
  const wrong = statuses(value("handleStatusCodes")).find((status) => !/^(?:[1-5]XX|[1-5]\d\d)$/u.test(status));
  if (wrong !== undefined)
    reasons.push([`handleStatusCodes 中的“${wrong}”不是状态码`, `handleStatusCodes names “${wrong}”, which is not a status`]);
  return reasons;
}

/** Why the service of a task cannot be called; empty where it can. */
export function serviceReasons(element: unknown, variableNames: ReadonlySet<string>): readonly Text[] {
  const type = memberText(element, "type");
  if (type !== "" && type !== "http")
    return [[`不支持 flowable:type="${type}"，可用：http、notice`, `flowable:type="${type}" is not supported; there are http and notice`]];
  const service = serviceOf(element);
  const name = namedIn(element) || memberText(element, "class");
  if (service === undefined)
    return [
      [
        `服务${name === "" ? "未指定" : ` ${name} 不存在`}，可用：${serviceKinds.join("、")}`,
        `${name === "" ? "names no service" : `names the service ${name}, which there is not`}; there are ${serviceKinds.join(", ")}`,
      ],
    ];
  const { kind, fields } = service;
  const { all, required } = fieldsOf[kind];
  const reasons: Text[] = [...fields.keys()]
    .filter((field) => !all.includes(field))
    .map((field) =>
      field === "requestHeaders"
        ? ["不支持 requestHeaders：模型中不能保存密钥", "requestHeaders is not supported: a model keeps no secrets"]
        : [`不支持字段 ${field}，可用：${all.join("、")}`, `the field ${field} is not supported; there are ${all.join(", ")}`],
    );
  for (const field of required) if ((fields.get(field) ?? "") === "") reasons.push([`缺少 ${field}`, `${field} is missing`]);
  if (kind === "http") reasons.push(...httpReasons(fields, variableNames));
  else if ((fields.get("text") ?? "").length > maxTextLength)
    reasons.push([`text 超过 ${maxTextLength} 个字符`, `text is longer than ${maxTextLength} characters`]);
  if (elementAt(element, "loopCharacteristics") !== undefined)
    reasons.push(["服务任务不能多实例", "a service task cannot run several times"]);
  return reasons;
}

function evaluated(value: unknown, evaluate: (text: string) => ExpressionValue): unknown {
  if (typeof value === "string") return evaluate(value) ?? null;
  if (Array.isArray(value)) return value.map((one) => evaluated(one, evaluate));
  return isRecord(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, evaluated(one, evaluate)])) : value;
}

/** A service with the values of its expressions. Structure is never made of values: a text stays the text of one member. */
export function serviceCall({ kind, fields }: Service, evaluate: (text: string) => ExpressionValue): ServiceCall {
  const value = (name: string): string => fields.get(name) ?? "";
  if (kind === "http")
    return {
      kind,
      url: value("requestUrl"),
      body: JSON.stringify(evaluated(bodyIn(value("requestBody")) ?? {}, evaluate)),
      variable: value("responseVariableName"),
      handled: statuses(value("handleStatusCodes")),
    };
  const to = evaluate(value("to"));
  const parts: readonly unknown[] = Array.isArray(to) ? to : listed(String(to ?? ""));
  return {
    kind,
    to: parts.map((part) => String(part ?? "").trim()).filter((part) => part !== ""),
    text: String(evaluate(value("text")) ?? "").slice(0, maxTextLength),
  };
}

/** What a call does, for people who only look at it: the dry run. */
export const serviceWords = (call: ServiceCall): string => (call.kind === "http" ? `POST ${call.url} ${call.body}` : call.text);
