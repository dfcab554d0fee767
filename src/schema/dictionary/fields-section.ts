// The fields of a resource, or of rows within it: their values, their rules, where they are shown.
import { formJsonSchema, type JsonSchema } from "../json-schema.ts";
import { listedChoicesOf, kindOf } from "../kinds.ts";
import { baseColumns, kindData, type FieldModel, type ResourceModel } from "../model.ts";
import { html, joined, type Content, type Html } from "./html.ts";
import { conditionWords, lines, resourceLink, table, valueWords, type Page } from "./page.ts";
import { searchWords, wireWords, words } from "./words.ts";

/** A value with the name people know it by. */
export function optionTag(value: string | number, label: string, colour: string | undefined): Html {
  return html`<span class="tag ${colour ?? "default"}"><code>${value}</code> ${label}</span>`;
}

function optionsOf(field: FieldModel, page: Page): Content {
  const choices = listedChoicesOf(field) ?? [];
  return (
    choices.length > 0 &&
    html`<span class="tags">${choices.map(([value, zh, en, colour]) => optionTag(value, page.say([zh, en]), colour))}</span>`
  );
}

function typeOf(field: FieldModel, page: Page): Html {
  const { say, language } = page;
  const { dictionary, business } = kindData(field.data);
  const kind = say(kindOf(field.data).name);
  const { reference } = field;
  const several = field.data.multiple ? (language === "zh" ? "（可多选）" : ", several") : "";
  const target = reference !== undefined && html` → ${resourceLink(page, reference.resource)}`;
  const dictionaryWords =
    dictionary !== undefined &&
    html` <code>${dictionary}</code>${business ? (language === "zh" ? "（业务字典）" : " (the tenant’s own)") : ""}`;
  return lines([
    html`${kind}${several}${target}${dictionaryWords}`,
    html`<small>${say(wireWords[field.wire] ?? ["", ""])}</small>`,
    optionsOf(field, page),
  ]);
}

/** The limits of validation, read from its schema. */
function schemaOf(field: FieldModel): JsonSchema {
  const properties = formJsonSchema([field])["properties"] as Readonly<Record<string, JsonSchema>>; // zod writes properties of an object
  return properties[field.name] ?? {};
}

function limitsOf(field: FieldModel, { language }: Page): readonly Content[] {
  const isZh = language === "zh";
  const { min, max, scale, pattern, accept, maxKb } = kindData(field.data);
  const limits: Content[] = [];
  if (kindOf(field.data).tellsLength) {
    const { minLength, maxLength } = schemaOf(field);
    if (typeof minLength === "number" && minLength > 1)
      limits.push(isZh ? `${minLength} 至 ${String(maxLength)} 个字符` : `${minLength} to ${String(maxLength)} characters`);
    else if (typeof maxLength === "number") limits.push(isZh ? `最多 ${maxLength} 个字符` : `Up to ${maxLength} characters`);
  } else if (field.wire === "rows" || field.wire === "list") {
    const { maxItems } = schemaOf(field);
    if (typeof maxItems === "number") limits.push(isZh ? `最多 ${maxItems} 项` : `Up to ${maxItems}`);
  } else if (min !== undefined || max !== undefined) {
    limits.push(max === undefined ? `≥ ${min}` : min === undefined ? `≤ ${max}` : `${min} – ${max}`);
  }
  const decimals = field.traits.scale === undefined ? undefined : (scale ?? field.traits.scale);
  if (decimals !== undefined) limits.push(isZh ? `${decimals} 位小数` : `${decimals} decimals`);
  if (pattern !== undefined) limits.push(html`${isZh ? "格式 " : "Pattern "}<code>${pattern}</code>`);
  if (accept !== undefined) limits.push(isZh ? `文件类型 ${accept}` : `Files ${accept}`);
  if (maxKb !== undefined) limits.push(isZh ? `不超过 ${maxKb} KB` : `Up to ${maxKb} KB`);
  return limits;
}

function filterWords(field: FieldModel, siblings: ReadonlyMap<string, FieldModel>, page: Page): readonly string[] {
  const isZh = page.language === "zh";
  const { reference } = field;
  if (reference === undefined) return [];
  const target = page.model.resource.get(reference.resource);
  return Object.entries(reference.filter).map(([name, expected]) => {
    const filtered = target?.field.get(name);
    const label = filtered === undefined ? name : page.say(filtered.label);
    const isSibling = typeof expected === "object" && expected !== null && "field" in expected;
    const value = isSibling
      ? page.say(siblings.get(String(expected.field))?.label ?? [String(expected.field), String(expected.field)])
      : [expected]
          .flat()
          .map((one) => valueWords(filtered, one, page))
          .join(isZh ? "、" : ", ");
    return isZh ? `只能选择${label}为“${value}”的数据` : `Only rows whose ${label} is “${value}”`;
  });
}

function rulesOf(field: FieldModel, siblings: ReadonlyMap<string, FieldModel>, page: Page): Html {
  const { say, language } = page;
  const isZh = language === "zh";
  const { within, use, confirms } = kindData(field.data);
  const isLifeCycle = kindOf(field.data).initial !== undefined;
  const labelOf = (name: string) => say(siblings.get(name)?.label ?? [name, name]);
  return lines([
    field.requiredWhen !== undefined &&
      html`<strong>${isZh ? "必填" : "Required"}</strong> <small>${isZh ? "当" : "when "}${conditionWords(field.requiredWhen.when, siblings, page)}</small>`,
    field.required !== undefined && html`<strong>${isZh ? "必填" : "Required"}</strong> <small>${say(field.required)}</small>`,
    field.showWhen !== undefined &&
      (isZh
        ? `仅当${conditionWords(field.showWhen, siblings, page)}时出现`
        : `Only where ${conditionWords(field.showWhen, siblings, page)}`),
    !isLifeCycle && field.readonly && (isZh ? "由系统写入" : "Written by the server"),
    isLifeCycle && (isZh ? "只能由操作和系统流转" : "Moved by actions and the server only"),
    field.data.changeableWhen !== undefined &&
      (isZh
        ? `仅当${conditionWords(field.data.changeableWhen, siblings, page)}时可修改`
        : `Changed only where ${conditionWords(field.data.changeableWhen, siblings, page)}`),
    field.createOnly && (isZh ? "创建后不可修改" : "Fixed once created"),
    field.unique !== undefined && say(field.unique === "tenant" ? words.uniqueInTenant : words.uniqueOnPlatform),
    within !== undefined && (isZh ? `可选范围取决于${labelOf(within)}` : `Chosen within ${labelOf(within)}`),
    ...filterWords(field, siblings, page),
    field.reference !== undefined &&
      !field.reference.isFixed &&
      field.reference.valueField !== "id" &&
      html`${isZh ? "保存目标的 " : "Holds the target’s "}<code>${field.reference.valueField}</code>`,
    ...limitsOf(field, page),
    field.sensitive && (isZh ? "敏感信息，默认打码" : "Sensitive: masked unless one may see it"),
    field.data.screenOnly === true && (isZh ? "只在表单中校验，不保存" : "Asked for and checked, not stored"),
    field.data.computed === true && (isZh ? "读取时计算，不保存" : "Made when read, not stored"),
    field.data.administratorOnly === true && (isZh ? "仅平台管理员可见可填" : "For the platform’s administrator only"),
    use === "sign-in" && (isZh ? "以慢速散列保存，不可还原" : "Kept as a slow hash"),
    use === "secret" && (isZh ? "加密保存，不返回" : "Kept encrypted, never in an answer"),
    confirms !== undefined && (isZh ? `须与${labelOf(confirms)}一致` : `Must repeat ${labelOf(confirms)}`),
    field.labelKey !== undefined &&
      html`<small>${isZh ? "返回时附带名称 " : "Answers carry its label as "}<code>${field.labelKey}</code></small>`,
    field.data.help !== undefined && html`<small>${say(field.data.help)}</small>`,
  ]);
}

function defaultOf(field: FieldModel, page: Page): Content {
  const initial = kindOf(field.data).initial?.(field.data);
  if (initial !== undefined) return valueWords(field, initial, page);
  if (field.default === undefined) return html`<span class="none">—</span>`;
  if (field.default === "now") return page.say(words.now);
  return valueWords(field, page.language === "en" ? (field.englishDefault ?? field.default) : field.default, page);
}

function searchOf(field: FieldModel, { say }: Page): Html {
  return lines([
    field.search !== undefined && say(searchWords[field.search] ?? ["", ""]),
    field.sortable && html`<small>${say(words.sortable)}</small>`,
  ]);
}

function shownIn(field: FieldModel, { say, language }: Page): Content {
  const places = [
    field.inList && words.list,
    field.inForm.create && words.create,
    field.inForm.edit && words.edit,
    field.inForm.view && words.view,
  ].filter((place) => place !== false);
  return places.length === 0
    ? html`<span class="none">${say(words.nowhere)}</span>`
    : joined(
        places.map((place) => html`<span class="word">${say(place)}</span>`),
        language === "zh" ? "、" : ", ",
      );
}

function fieldRows(fields: readonly FieldModel[], prefix: string, page: Page): readonly (readonly Content[])[] {
  const siblings = new Map(fields.map((field) => [field.name, field]));
  return fields.flatMap((field) => [
    [
      html`<span id="field-${prefix}${field.name}"></span><code class="name">${prefix}${field.name}</code><div>${field.label[0]}</div><div class="soft" lang="en">${field.label[1]}</div>`,
      typeOf(field, page),
      rulesOf(field, siblings, page),
      defaultOf(field, page),
      prefix === "" ? searchOf(field, page) : html`<span class="none">—</span>`,
      prefix === "" ? shownIn(field, page) : html`<span class="none">—</span>`,
    ],
    ...fieldRows(field.fields, `${prefix}${field.name}.`, page),
  ]);
}

/** All fields with those of rows within them, and the common ones. */
export function fieldsTable(resource: ResourceModel, page: Page): Html {
  const { say } = page;
  const head = [words.field, words.type, words.rules, words.default, words.search, words.shownIn].map(say);
  const common = baseColumns.filter((name) => !resource.field.has(name) && (name !== "tenantId" || resource.scope === "tenant"));
  return html`${table(head, fieldRows(resource.fields, "", page), "fields")}
${
  resource.hasBaseColumns &&
  html`<p class="soft">${say(words.baseColumns)}${joined(
    common.map((name) => html`<code>${name}</code>`),
    " ",
  )}</p>`
}`;
}
