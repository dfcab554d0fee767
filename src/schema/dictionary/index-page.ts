// The overview of the data dictionary: all areas with their resources, and the rules that apply to all of them.
import { hasScreen } from "../menu.ts";
import type { ResourceModel } from "../model.ts";
import type { Text } from "../text.ts";
import { endpointsOf } from "../endpoints.ts";
import { html, joined, type Html } from "./html.ts";
import { frame, prose, resourceLink, table, type Page } from "./page.ts";
import { screenWords, words } from "./words.ts";

interface Group {
  readonly name: string;
  readonly label: Text;
  readonly resources: readonly ResourceModel[];
}

/** Areas as the menu has them, each with its resources; those with a screen first, as their area orders them. */
function groupsOf({ model }: Page): readonly Group[] {
  const named = model.areas.map(({ name, label, order = [] }) => ({ name, label, order: order as readonly string[] }));
  const others = [...new Set(model.resources.map((resource) => resource.area))]
    .filter((name) => !named.some((area) => area.name === name))
    .map((name) => ({ name, label: [name, name] as const, order: [] }));
  const place = (order: readonly string[], resource: ResourceModel) =>
    order.includes(resource.name) ? order.indexOf(resource.name) : order.length + (hasScreen(resource) ? 0 : 1);
  return [...named, ...others]
    .map(({ name, label, order }) => ({
      name,
      label,
      resources: model.resources
        .filter((resource) => resource.area === name)
        .sort((left, right) => place(order, left) - place(order, right)),
    }))
    .filter(({ resources }) => resources.length > 0);
}

function howToRead({ language }: Page): Html {
  return language === "zh"
    ? html`<ul>
<li>所有接口都在 <code>/api</code> 之下，返回 <code>{ code, success, data, msg }</code>；<code>code</code> 为 200 表示成功，401 表示需要登录。</li>
<li>每次请求带 <code>Authorization: Basic …</code>（客户端）和 <code>Blade-Auth: bearer …</code>（登录令牌）。</li>
<li>列表除所列参数外，任何已保存的字段都可带后缀筛选：<code>_equal</code> <code>_like</code> <code>_in</code> <code>_ge</code> <code>_le</code> <code>_dategt</code> <code>_datelt</code> 等。</li>
<li>修改时带上读到的 <code>version</code>；数据已被他人修改时返回 409，不会互相覆盖。</li>
<li>每条租户数据只对本租户可见。空值的写法见各字段的类型一栏。</li>
</ul>`
    : html`<ul>
<li>All calls are below <code>/api</code> and answer <code>{ code, success, data, msg }</code>; <code>code</code> 200 is success, 401 asks to sign in.</li>
<li>Every request carries <code>Authorization: Basic …</code> (the client) and <code>Blade-Auth: bearer …</code> (the token).</li>
<li>Besides the parameters that are named, lists take every stored field with a suffix: <code>_equal</code> <code>_like</code> <code>_in</code> <code>_ge</code> <code>_le</code> <code>_dategt</code> <code>_datelt</code> and more.</li>
<li>A change carries the <code>version</code> that was read; where somebody else changed the row since, it is answered 409 and nothing is overwritten.</li>
<li>A tenant’s rows are seen by that tenant only. How an empty value travels is said with each field’s type.</li>
</ul>`;
}

function groupTable({ resources }: Group, page: Page): Html {
  const { say, language } = page;
  const rows = resources.map((resource) => [
    html`${resourceLink(page, resource.name)} <code>${resource.name}</code>`,
    prose(resource.about, page),
    say(screenWords[resource.screen] ?? [resource.screen, resource.screen]),
    resource.fields.length,
    endpointsOf(resource).length,
    page.referrals.get(resource.name)?.length ?? 0,
  ]);
  const head = [
    say(words.resource),
    say(words.whatItIs),
    say(words.screen),
    say(words.fields),
    say(words.endpoints),
    language === "zh" ? "被引用" : "Referred to",
  ];
  return table(head, rows, "overview");
}

/** The overview as a whole document. */
export function indexPage(page: Page): string {
  const { say, language, links, model } = page;
  const groups = groupsOf(page);
  const fields = model.resources.reduce((sum, resource) => sum + resource.fields.length, 0);
  const calls = model.resources.reduce((sum, resource) => sum + endpointsOf(resource).length, 0);
  const lead =
    language === "zh"
      ? `${groups.length} 个业务领域，${model.resources.length} 个资源，${fields} 个字段，${calls} 个接口。由定义自动生成，与正在运行的程序一致。`
      : `${groups.length} areas, ${model.resources.length} resources, ${fields} fields, ${calls} endpoints. Made from the definitions that the program itself runs on.`;
  const content = html`<h1>${say(words.dictionary)}</h1>
<p class="lead">${lead}</p>
<nav class="sections areas" aria-label="${say(words.areas)}">${joined(
    groups.map(({ name, label, resources }) => html`<a href="#${name}">${say(label)} <small>${resources.length}</small></a>`),
    " ",
  )}</nav>
<section id="how-to-read"><h2>${say(words.howToRead)}</h2>
${howToRead(page)}
</section>
${groups.map(
  (group) => html`<section id="${group.name}"><h2>${say(group.label)}</h2>
${groupTable(group, page)}
</section>
`,
)}`;
  return frame(page, {
    title: `${say(words.dictionary)} · Tracemark`,
    twin: links.index(language === "zh" ? "en" : "zh"),
    crumbs: [html`<a href="${links.index(language)}">${say(words.dictionary)}</a>`],
    content,
  });
}
