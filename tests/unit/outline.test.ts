// What a screen's outline says, and what it keeps quiet about.
import { expect, test } from "vitest";
import { outlineOfHtml } from "../support/outline.ts";

const cases: [sentence: string, html: string, outline: string[]][] = [
  ["a heading tells its level", "<h2>产线 <em>列表</em></h2>", ['heading "产线 列表" [level=2]']],
  ["text without a role is told as text", "<div><p>  共  3\n条 </p></div>", ["text: 共 3 条"]],
  [
    "a label gives its control a name and is not told again",
    '<label for="name">名称</label><input id="name" required value="一号线">',
    ['textbox "名称" [required, value="一号线"]'],
  ],
  ["a label that leads nowhere stays visible", '<label for="nobody">名称</label><input id="name">', ["text: 名称", "textbox"]],
  ["a label around its control names it", "<label><input type=checkbox checked> 启用</label>", ['checkbox "启用" [checked]']],
  [
    "aria-labelledby goes before aria-label, and that before the label",
    '<b id="a">甲</b><b id="b">乙</b><input aria-labelledby="a b" aria-label="丙">',
    ["text: 甲", "text: 乙", 'textbox "甲 乙"'],
  ],
  [
    "a button is named by its text and its icon",
    '<button disabled><span role="img" aria-label="plus"><svg><title>x</title></svg></span><span>新增</span></button>',
    ['button "plus新增" [disabled]'],
  ],
  ["a link needs an address", '<a href="/x">详情</a><a>无</a>', ['link "详情"', "text: 无"]],
  [
    "a placeholder is a state, and a name only when there is no other",
    '<input aria-label="编号" placeholder="请输入"><input placeholder="搜索">',
    ['textbox "编号" [placeholder="请输入"]', 'textbox "搜索"'],
  ],
  [
    "an error message is told with its field",
    '<input aria-label="Code" aria-invalid="true" aria-describedby="e"><div id="e" role="alert">Enter a code</div>',
    ['textbox "Code" [invalid, description="Enter a code"]', 'alert "Enter a code"'],
  ],
  [
    "false is told only where it says something",
    '<button aria-expanded="false" aria-pressed="true">A</button><button aria-disabled="false" aria-selected="false">B</button>',
    ['button "A" [expanded=false, pressed]', 'button "B"'],
  ],
  [
    "number, search, file, date and password fields have roles",
    "<input type=number aria-label=n><input type=search aria-label=s><input type=file aria-label=f><input type=date aria-label=d><input type=password aria-label=p>",
    ['spinbutton "n"', 'searchbox "s"', 'button "f"', 'textbox "d"', 'textbox "p"'],
  ],
  [
    "a select tells what is chosen, not what could be",
    "<select aria-label=类型><option>甲</option><option selected>乙</option></select>",
    ['combobox "类型" [value="乙"]'],
  ],
  ["a textarea tells its text", "<textarea aria-label=备注>一\n二</textarea>", ['textbox "备注" [value="一 二"]']],
  [
    "hidden things are not met",
    '<p hidden>a</p><p aria-hidden="true">b</p><p style="color:red;display: none">c</p><input type=hidden value=d><style>e</style><script>f</script>',
    [],
  ],
  [
    "presentation is looked through",
    '<div role="presentation"><table role="none"><tr><td>x</td></tr></table></div>',
    ["rowgroup", "  row", '    cell "x"'],
  ],
  ["a group is named by its legend", "<fieldset><legend>参数</legend><input aria-label=a></fieldset>", ['group "参数"', '  textbox "a"']],
  ["images without a text are decoration", '<img alt=""><img alt="标志">', ['img "标志"']],
  [
    "a landmark is told when it has a name",
    '<section><form>x</form></section><section aria-label="筛选"><form aria-label="表单">y</form></section>',
    ["text: x", 'region "筛选"', '  form "表单"', "    text: y"],
  ],
  [
    "a table is one line a plain cell, and cells with controls are opened",
    '<table aria-label="产线"><thead><tr><th aria-sort="ascending">名称</th><th>操作</th></tr></thead><tbody><tr><td>一号线</td><td><button>编辑</button> <button>删除</button></td></tr></tbody></table>',
    [
      'table "产线"',
      "  rowgroup",
      "    row",
      '      columnheader "名称" [sort=ascending]',
      '      columnheader "操作"',
      "  rowgroup",
      "    row",
      '      cell "一号线"',
      "      cell",
      '        button "编辑"',
      '        button "删除"',
    ],
  ],
  [
    "list items are one line when they are text",
    "<ul><li>a</li><li><a href=/>b</a></li></ul>",
    ["list", '  listitem "a"', "  listitem", '    link "b"'],
  ],
  ["quotes inside a name are escaped", '<button>说"好"</button>', ['button "说\\"好\\""']],
];

test.each(cases)("%s", (_sentence, html, lines) => {
  expect(outlineOfHtml(html).split("\n")).toEqual(lines.length === 0 ? [""] : lines);
});

test("a screen of 200 rows takes no more than a moment, also when there are many labels", () => {
  const rows = Array.from(
    { length: 200 },
    (_, row) => `<tr><td>${row}</td><td><label for="i${row}">Row ${row}</label><input id="i${row}"></td></tr>`,
  ).join("");
  expect(outlineOfHtml(`<table>${rows}</table>`).match(/textbox "Row \d+"/g)).toHaveLength(200);
});
