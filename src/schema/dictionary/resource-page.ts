// The page of one resource: its complete definition, for everyone who works with its data.
import { labelOf } from "#schema/model";
import { commonPermissions, permissionsOf } from "../permissions.ts";
import { endpointsOf, type Endpoint, type Parameter } from "../endpoints.ts";
import { hasScreen, routeOf } from "../menu.ts";
import { isMissing } from "../missing.ts";
import type { ActionModel, FieldModel, ResourceModel } from "../model.ts";
import { keysOfGrant, roleResource } from "../role-grants.ts";
import type { Scalar } from "../text.ts";
import { fieldsTable, optionTag } from "./fields-section.ts";
import { html, joined, type Content, type Html } from "./html.ts";
import { lifeCycleOf, type LifeCycle } from "./life-cycle.ts";
import { conditionWords, frame, lines, prose, resourceLink, table, valueWords, type Page, type Section } from "./page.ts";
import { formulasList, rulesList } from "./rules-section.ts";
import { stateDiagram } from "./state-diagram.ts";
import { answerWords, parameterWords, placeWords, screenWords, words } from "./words.ts";

function facts(resource: ResourceModel, page: Page): Html {
  const { say, language } = page;
  const { data } = resource;
  const label = (name: string) => say(labelOf(resource, name));
  const screen = say(screenWords[resource.screen] ?? [resource.screen, resource.screen]);
  const entries: readonly (readonly [string, Content])[] = [
    [say(words.path), html`<code>/api${resource.path}</code>`],
    [say(words.table), resource.hasTable ? html`<code>${resource.table}</code>` : say(words.noTable)],
    [say(words.screen), hasScreen(resource) ? html`${screen} <code>${routeOf(resource)}</code>` : screen],
    [
      say(words.rowsOf),
      `${say(resource.scope === "platform" ? words.ofPlatform : words.ofTenant)}${data.ownRows === undefined ? "" : language === "zh" ? `；${say(words.ownRowsOnly)}` : `; ${say(words.ownRowsOnly)}`}`,
    ],
    [say(words.title), label(resource.title)],
    [say(words.key), html`<code>${resource.key}</code>`],
    [
      say(words.order),
      joined(
        resource.order.map(
          ({ field, descending }) => html`${label(field)} <small>${say(descending ? words.descending : words.ascending)}</small>`,
        ),
        language === "zh" ? "，" : ", ",
      ),
    ],
    [
      say(words.tree),
      resource.tree &&
        html`${say(words.treeBy)} <code>${resource.tree.parent}</code>${language === "zh" ? "，" : ", "}<code>${resource.tree.root}</code> ${language === "zh" ? `为${say(words.treeRoot)}` : say(words.treeRoot)}`,
    ],
    [
      say(words.numbering),
      data.numbering &&
        html`<code>${data.numbering.field}</code>${language === "zh" ? "：" : ": "}<code>${data.numbering.prefix}</code>${language === "zh" ? " " : " – "}${say(words.numberingRule)}`,
    ],
    [say(words.editableWhen), data.editableWhen && conditionWords(data.editableWhen, resource.field, page)],
    [say(words.removableWhen), data.removableWhen && conditionWords(data.removableWhen, resource.field, page)],
    [say(words.growing), data.unbounded && say(words.growsWithoutBound)],
    [
      say(words.below),
      resource.details &&
        html`${resourceLink(page, resource.details.resource)} <small>${say(words.via)} <code>${resource.details.by}</code></small>`,
    ],
    [say(words.definedIn), html`<code>${resource.file}</code>`],
  ];
  return html`<dl class="facts">${entries
    .filter(([, content]) => content !== undefined)
    .map(
      ([name, content]) => html`<div><dt>${name}</dt><dd>${content}</dd></div>
`,
    )}</dl>`;
}

function uniqueness(resource: ResourceModel, page: Page): Html | undefined {
  if (resource.uniques.length === 0) return undefined;
  const { say, language } = page;
  const labelled = (name: string) => html`${say(labelOf(resource, name))} <code>${name}</code>`;
  return html`<ul>${resource.uniques.map(({ fields, scope, where }) => html`<li>${joined(fields.map(labelled), " + ")}${where && html` (${conditionWords(where, resource.field, page)})`}${language === "zh" ? "：" : ": "}${say(scope === "tenant" ? words.uniqueInTenant : words.uniqueOnPlatform)}</li>`)}</ul>`;
}

// ---------------------------------------------------------------- life cycle
function stateTags(names: readonly string[], { states }: LifeCycle, { say }: Page): Html {
  return html`<span class="tags">${names.map((name) => {
    const state = states.find((one) => one.name === name);
    return state === undefined ? html`<code>${name}</code>` : optionTag(state.value, say(state.label), state.colour);
  })}</span>`;
}

function lifeCycle(resource: ResourceModel, page: Page): Html | undefined {
  const cycle = lifeCycleOf(resource);
  if (cycle === undefined) return undefined;
  const { say } = page;
  const rows = cycle.transitions.map((transition) => [
    html`${transition.label !== undefined && say(transition.label)} <code>${transition.name}</code>`,
    transition.from.length === 0 ? say(words.newRow) : stateTags(transition.from, cycle, page),
    transition.to === undefined ? html`${say(words.backTo)}<code>${transition.toField}</code>` : stateTags([transition.to], cycle, page),
    lines([
      say(transition.isManual ? words.byPerson : words.byServer),
      transition.when !== undefined && html`<small>${prose(transition.when, page)}</small>`,
    ]),
  ]);
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${say(words.stateDiagram)}">${stateDiagram(cycle, page)}</div>
<p class="soft">${say(words.diagramLegend)}${cycle.transitions.some(({ from }) => from.length === 0) && html` ${say(words.newRowLegend)}`}</p>
${rows.length > 0 && table([words.transition, words.from, words.to, words.by].map(say), rows)}`;
}

// ---------------------------------------------------------------- actions
function written(name: string, value: Scalar | null, resource: ResourceModel, page: Page): Html {
  const field = resource.field.get(name);
  const words_ =
    value === null
      ? page.say(words.empty)
      : value === "@now"
        ? page.say(words.now)
        : value === "@user"
          ? page.say(words.me)
          : value === "@state"
            ? page.say(words.stateLeft)
            : valueWords(field, value, page);
  return html`${page.say(field?.label ?? [name, name])} = ${words_}`;
}

function effectOf(action: ActionModel, resource: ResourceModel, cycle: LifeCycle | undefined, page: Page): Html {
  const { say, language } = page;
  const effect = typeof action.effect === "string" ? prose(action.effect, page) : action.effect && say(action.effect);
  const between = language === "zh" ? "，" : ", ";
  const hasNoHandler = action.needsHandler && !page.isHandled(resource.name, action.name);
  return lines([
    cycle !== undefined && action.to !== undefined && html`${say(words.becomes)} ${stateTags([action.to], cycle, page)}`,
    effect,
    action.set !== undefined &&
      html`${say(words.sets)} ${joined(
        Object.entries(action.set).map(([name, value]) => written(name, value, resource, page)),
        between,
      )}`,
    action.opens !== undefined &&
      html`${say(words.opens)} ${page.model.resource.has(action.opens) ? resourceLink(page, action.opens) : html`<code>${action.opens}</code>`}`,
    action.dialog !== undefined && html`${say(words.opens)} <code>${action.dialog}</code>`,
    action.method === "none" &&
      action.opens === undefined &&
      action.dialog === undefined &&
      html`${say(words.leadsTo)} <code>${action.path}</code>`,
    hasNoHandler && html`<em>${say(words.notAvailable)}</em>`,
  ]);
}

function dialogWords(field: FieldModel, { say, language }: Page): Html {
  return html`${say(field.label)} <code>${field.name}</code>${field.required !== undefined && html` <small>${language === "zh" ? "必填" : "required"}</small>`}`;
}

function actionsTable(resource: ResourceModel, page: Page): Html | undefined {
  if (resource.actions.length === 0) return undefined;
  const { say } = page;
  const cycle = lifeCycleOf(resource);
  const rows = resource.actions.map((action) => {
    const from = action.from === undefined ? undefined : [action.from].flat();
    return [
      html`${say(action.label)} <code>${action.name}</code>`,
      say(placeWords[action.on] ?? [action.on, action.on]),
      lines([
        cycle !== undefined && from !== undefined && stateTags(from, cycle, page),
        action.when !== undefined && conditionWords(action.when, resource.field, page),
        action.needsDetails && say(words.needsDetails),
      ]),
      lines([
        action.confirm !== undefined && say(action.confirm),
        action.dialogFields.length > 0 &&
          html`${say(words.asks)} ${joined(
            action.dialogFields.map((field) => dialogWords(field, page)),
            page.language === "zh" ? "、" : ", ",
          )}`,
      ]),
      effectOf(action, resource, cycle, page),
    ];
  });
  return table([words.action, words.place, words.condition, words.confirmation, words.effect].map(say), rows, "actions");
}

/** The server's effects on the rows beyond storing them, and which of them are not implemented yet. */
function effectsTable(resource: ResourceModel, page: Page): Html | undefined {
  const effects = Object.entries(resource.data.effects ?? {});
  if (effects.length === 0) return undefined;
  const { say } = page;
  const rows = effects.map(([name, { effect, requiredFor = [] }]) => {
    const isMissing = !page.isHandled(resource.name, name);
    const note = requiredFor.length > 0 ? words.notAvailable : words.notImplemented;
    return [html`<code>${name}</code>`, lines([say(effect), isMissing && html`<em>${say(note)}</em>`])];
  });
  return table([words.effect, words.meaning].map(say), rows);
}

// ---------------------------------------------------------------- endpoints
function parameterLine({ name, meaning, field }: Parameter, endpoint: Endpoint, { say, language }: Page): Html {
  const label = field === undefined ? "" : say(field.label);
  const meant = endpoint.kind === "read" && meaning === "is" ? "" : say(parameterWords[meaning] ?? ["", ""]);
  return html`<code>${name}</code> ${[label, meant].filter((word) => word !== "").join(language === "zh" ? "：" : ": ")}`;
}

const bodyWords = {
  row: words.bodyRow,
  rowWithLines: words.bodyRowWithLines,
  rows: words.bodyRows,
  table: words.bodyTable,
  batch: words.bodyBatch,
  ids: words.bodyIds,
  lists: words.bodyLists,
};

/** The lists of a body, with the ids of the rows. */
function treeLines({ action }: Endpoint, { say, language }: Page): readonly Html[] {
  if (action?.trees === undefined) return [];
  const colon = language === "zh" ? "：" : ": ";
  const rows = html`<code>${action.idParam ?? "ids"}</code> ${say(parameterWords["row"] ?? ["", ""])}`;
  return [
    rows,
    ...Object.entries(action.trees.lists).map(
      ([name, { label, of }]) => html`<code>${name}</code> ${say(label)}${colon}<code>${of}</code>`,
    ),
  ];
}

function parametersOf(endpoint: Endpoint, page: Page): Html {
  const { say } = page;
  const body =
    typeof endpoint.body === "string"
      ? [html`${say(words.body)} <small>${say(bodyWords[endpoint.body])}</small>`, ...treeLines(endpoint, page)]
      : (endpoint.body ?? []).map((field) => html`${say(words.body)} ${dialogWords(field, page)}`);
  return lines([...endpoint.parameters.map((parameter) => parameterLine(parameter, endpoint, page)), ...body]);
}

function callerOf(endpoint: Endpoint, resource: ResourceModel, { language }: Page): Content {
  const isZh = language === "zh";
  if (endpoint.open === "anonymous") return isZh ? "任何人，无需登录" : "Anybody, signed in or not";
  if (endpoint.open === "signed-in") return isZh ? "任何已登录用户" : "Anybody who is signed in";
  const isRead = endpoint.kind === "read" || endpoint.name === "list" || endpoint.name === "page" || endpoint.name === "detail";
  if (!isRead && endpoint.kind !== "refused" && (resource.scope === "platform" || resource.data.writeAccess === "administrator"))
    return isZh ? "仅平台管理员" : "The platform’s administrator only";
  const isOfBoth = endpoint.name === "submit" || ["savedLines", "imported", "template"].includes(endpoint.answer);
  if (isOfBoth && endpoint.kind === "common") {
    const keys = commonPermissions(resource)
      .filter(({ kind }) => kind === "add" || kind === "edit")
      .map(
        ({ key, kind }) =>
          html`<code>${key}</code> <small>${kind === "add" ? (isZh ? "新增" : "to add") : isZh ? "修改" : "to change"}</small>`,
      );
    return lines(keys);
  }
  return html`<code>${endpoint.permission ?? resource.name}</code>`;
}

function answerOf(endpoint: Endpoint, resource: ResourceModel, { say, isHandled }: Page): Html {
  const { read } = endpoint;
  return lines([
    say(answerWords[endpoint.answer] ?? ["", ""]),
    read?.fields !== undefined &&
      html`<small>${joined(
        ["id", ...read.fields].map((name) => html`<code>${name}</code>`),
        " ",
      )}</small>`,
    isMissing(endpoint, resource, isHandled) && html`<em>${say(words.notAvailable)}</em>`,
  ]);
}

function endpointsTable(resource: ResourceModel, page: Page): Html | undefined {
  const endpoints = endpointsOf(resource);
  if (endpoints.length === 0) return undefined;
  const { say } = page;
  const rows = endpoints.map((endpoint) => [
    html`<span class="method ${endpoint.method.toLowerCase()}">${endpoint.method}</span> <code class="path">/api${endpoint.path}</code>${endpoint.action !== undefined && html`<div class="soft">${say(endpoint.action.label)}</div>`}`,
    parametersOf(endpoint, page),
    lines([
      answerOf(endpoint, resource, page),
      endpoint.read?.where !== undefined && html`<small>${conditionWords(endpoint.read.where, resource.field, page)}</small>`,
    ]),
    callerOf(endpoint, resource, page),
  ]);
  return table([words.call, words.parameters, words.answer, words.whoMay].map(say), rows, "endpoints");
}

// ---------------------------------------------------------------- permissions and references
function permissionsTable(resource: ResourceModel, { say }: Page): Html {
  const places = { 1: words.toolbar, 2: words.row, 3: words.both } as const;
  const rows = [
    [html`<code>${resource.name}</code>`, say(words.screenKey), html`<span class="none">—</span>`],
    ...permissionsOf(resource).map(({ key, label, place }) => [html`<code>${key}</code>`, say(label), say(places[place])]),
  ];
  return table([words.permissionKey, words.allows, words.buttonPlace].map(say), rows);
}

/** The roles of a new installation that the definition gives keys. */
function grantsTable(resource: ResourceModel, { model, say, language }: Page): Html | undefined {
  const grants = Object.entries(resource.data.grants ?? {});
  if (grants.length === 0) return undefined;
  const roles = new Map(rolesIn(model.resource.get(roleResource)?.data.seed ?? []));
  const labels = new Map(permissionsOf(resource).map(({ key, label }) => [key, say(label)]));
  const rows = grants.map(([alias, grant]) => [
    html`<span lang="zh-CN">${roles.get(alias)}</span> <code>${alias}</code>`,
    grant === undefined
      ? ""
      : keysOfGrant(resource, grant)
          .map((key) => labels.get(key) ?? key)
          .join(language === "zh" ? "、" : ", "),
  ]);
  return table([words.roleName, words.allows].map(say), rows);
}

/** The names of roles by their aliases. */
function rolesIn(rows: readonly unknown[]): readonly (readonly [string, string])[] {
  return rows.flatMap((row) => {
    if (typeof row !== "object" || row === null) return [];
    const { roleAlias, roleName, children }: { readonly roleAlias?: unknown; readonly roleName?: unknown; readonly children?: unknown } =
      row;
    return [
      ...(typeof roleAlias === "string" && typeof roleName === "string" ? [[roleAlias, roleName] as const] : []),
      ...(Array.isArray(children) ? rolesIn(children) : []),
    ];
  });
}

/** Fields with those of rows within them, by their paths. */
export function referringFields(
  fields: readonly FieldModel[],
  prefix = "",
): readonly { readonly path: string; readonly field: FieldModel }[] {
  return fields.flatMap((field) => [
    ...(field.reference === undefined ? [] : [{ path: `${prefix}${field.name}`, field }]),
    ...referringFields(field.fields, `${prefix}${field.name}.`),
  ]);
}

function references(resource: ResourceModel, page: Page): Html {
  const { say, language, links } = page;
  const out = referringFields(resource.fields).map(
    ({ path, field }) =>
      html`<li>${resourceLink(page, field.reference?.resource ?? "")} <small>${say(words.via)} <a href="#field-${path}"><code>${path}</code></a> ${say(field.label)}</small></li>`,
  );
  const into = (page.referrals.get(resource.name) ?? []).map(
    (one) =>
      html`<li>${resourceLink(page, one.resource.name)} <small>${say(words.via)} <a href="${links.resource(one.resource.name, language)}#field-${one.field}"><code>${one.field}</code></a> ${say(one.label)}</small></li>`,
  );
  return html`<div class="columns"><div><h3>${say(words.refersTo)}</h3>${out.length === 0 ? html`<p class="none">${say(words.nothing)}</p>` : html`<ul>${out}</ul>`}</div>
<div><h3>${say(words.referredBy)}</h3>${into.length === 0 ? html`<p class="none">${say(words.nobody)}</p>` : html`<ul>${into}</ul>`}</div></div>`;
}

// ---------------------------------------------------------------- the page
function neighbours(resource: ResourceModel, page: Page): Html {
  const { say, model } = page;
  const siblings = model.resources.filter((one) => one.area === resource.area);
  const at = siblings.indexOf(resource);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  return html`<nav class="neighbours" aria-label="${say(words.resource)}">${before && html`<span>← <span class="soft">${say(words.previous)}</span> ${resourceLink(page, before.name)}</span>`}${after && html`<span class="after"><span class="soft">${say(words.next)}</span> ${resourceLink(page, after.name)} →</span>`}</nav>`;
}

/** The page of a resource as a whole document. */
export function resourcePage(resource: ResourceModel, page: Page): string {
  const { say, language, links, model } = page;
  const area = model.areas.find((one) => one.name === resource.area);
  const sections: readonly Section[] = [
    ...[
      { id: "fields", title: `${say(words.fields)} (${resource.fields.length})`, content: fieldsTable(resource, page) },
      { id: "uniqueness", title: say(words.uniqueness), content: uniqueness(resource, page) },
      { id: "rules", title: say(words.rowRules), content: rulesList(resource, page) },
      { id: "formulas", title: say(words.formulas), content: formulasList(resource, page) },
      { id: "states", title: say(words.states), content: lifeCycle(resource, page) },
      { id: "actions", title: say(words.actions), content: actionsTable(resource, page) },
      { id: "effects", title: say(words.effects), content: effectsTable(resource, page) },
      { id: "endpoints", title: say(words.endpoints), content: endpointsTable(resource, page) },
      { id: "permissions", title: say(words.permissions), content: permissionsTable(resource, page) },
      { id: "grants", title: say(words.grants), content: grantsTable(resource, page) },
      { id: "references", title: say(words.references), content: references(resource, page) },
    ].flatMap(({ id, title, content }) => (content === undefined ? [] : [{ id, title, content }])),
  ];
  const twin = links.resource(resource.name, language === "zh" ? "en" : "zh");
  const content = html`<h1>${say(resource.label)} <code>${resource.name}</code></h1>
<p class="lead">${prose(resource.about, page)} ${prose(resource.data.notes, page)}</p>
<nav class="sections" aria-label="${say(words.onThisPage)}">${joined(
    sections.map(({ id, title }) => html`<a href="#${id}">${title}</a>`),
    " ",
  )}</nav>
${facts(resource, page)}
${sections.map(
  ({ id, title, content: inner }) => html`<section id="${id}"><h2>${title}</h2>
${inner}
</section>
`,
)}${neighbours(resource, page)}`;
  return frame(page, {
    title: `${say(resource.label)} · ${say(words.dictionary)} · Tracemark`,
    twin,
    crumbs: [
      html`<a href="${links.index(language)}">${say(words.dictionary)}</a>`,
      html`<a href="${links.index(language)}#${resource.area}">${say(area?.label ?? [resource.area, resource.area])}</a>`,
    ],
    content,
  });
}
