// @vitest-environment happy-dom
// The table of a list draws its rows once, in the widths that they have room for.
import type { ColumnsType } from "antd/es/table";
import { expect, test, vi } from "vitest";
import type { Row } from "#admin/api/wire-data.ts";
import { DataTable } from "#admin/screens/table/data-table.tsx";
import { mount, settle, startLanguage } from "./support.tsx";

test("a row is drawn once when a list opens", async () => {
  await startLanguage("zh");
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(900);
  const drawn: string[] = [];
  const columns: ColumnsType<Row> = ["name", "code"].map((key) => ({
    key,
    dataIndex: key,
    title: key,
    width: 200,
    render: (value: unknown) => {
      drawn.push(String(value));
      return String(value);
    },
  }));
  const rows: Row[] = [
    { id: "1", name: "甲厂", code: "A" },
    { id: "2", name: "乙厂", code: "B" },
  ];
  const { container } = await mount(
    <DataTable
      label="工厂"
      columns={columns}
      rows={rows}
      keys={rows}
      rowKey="id"
      density="middle"
      isBusy={false}
      empty="没有数据"
      chosen={undefined}
      selection={undefined}
      selectAll="全选"
      onSort={() => undefined}
      onRow={() => undefined}
      onWidth={() => undefined}
    />,
  );
  await settle();
  expect(container.textContent).toContain("乙厂");
  expect(drawn.toSorted()).toEqual(["A", "B", "乙厂", "甲厂"]);
});
