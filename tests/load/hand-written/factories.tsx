// What both lists of factories that are written by hand have in common: the call of the endpoint and the columns.
import { Button, Popconfirm, Space, Tag } from "antd";
import type { ColumnsType } from "antd/es/table";

export interface Factory {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly factoryType: number;
  readonly regionName: string;
  readonly principal: string;
  readonly phone: string;
  readonly sort: number;
  readonly status: number;
  readonly createTime: string;
}

interface Answer {
  readonly data: { readonly records: Factory[]; readonly total: number };
}

export interface Query {
  readonly current: number;
  readonly size: number;
  readonly filters: Readonly<Record<string, string | number | undefined>>;
}

const types: Readonly<Record<number, readonly [string, string]>> = {
  1: ["自有工厂", "blue"],
  2: ["代工厂", "orange"],
  3: ["分装厂", "cyan"],
};
export const typeOptions = Object.entries(types).map(([value, [label]]) => ({ value: Number(value), label }));

function token(): string {
  const stored: unknown = JSON.parse(localStorage.getItem("tracemark-token") ?? "{}");
  return typeof stored === "object" && stored !== null && "content" in stored ? String(stored.content) : "";
}

export const headers = () => ({ Authorization: `Basic ${btoa("saber:saber_secret")}`, "Blade-Auth": `bearer ${token()}` });

export async function load({ current, size, filters }: Query): Promise<Answer> {
  const parameters = new URLSearchParams({ current: String(current), size: String(size) });
  for (const [name, value] of Object.entries(filters)) if (value !== undefined && value !== "") parameters.set(name, String(value));
  const response = await fetch(`/api/digit-bind/factory/list?${parameters}`, {
    headers: headers(),
  });
  // The endpoint of the product itself; its answer is what the contract says.
  return (await response.json()) as Answer;
}

export const columns: ColumnsType<Factory> = [
  { title: "序号", width: 60, align: "center", render: (_value, _row, index) => index + 1 },
  { title: "工厂编号", dataIndex: "code", width: 140, ellipsis: true },
  { title: "工厂名称", dataIndex: "name", width: 160, ellipsis: true },
  {
    title: "工厂类型",
    dataIndex: "factoryType",
    width: 110,
    render: (type: number) => <Tag color={types[type]?.[1]}>{types[type]?.[0]}</Tag>,
  },
  { title: "所在地区", dataIndex: "regionName", width: 180, ellipsis: true },
  { title: "负责人", dataIndex: "principal", width: 160, ellipsis: true },
  { title: "联系电话", dataIndex: "phone", width: 140 },
  { title: "排序", dataIndex: "sort", width: 110, align: "right", sorter: true },
  {
    title: "状态",
    dataIndex: "status",
    width: 110,
    render: (status: number) => <Tag color={status === 1 ? "green" : "red"}>{status === 1 ? "启用" : "停用"}</Tag>,
  },
  { title: "创建时间", dataIndex: "createTime", width: 176, sorter: true },
  {
    title: "操作",
    key: "actions",
    fixed: "right",
    width: 190,
    render: () => (
      <Space size="small">
        <Button type="link" size="small">
          查看
        </Button>
        <Button type="link" size="small">
          编辑
        </Button>
        <Popconfirm title="确定将选择数据删除?">
          <Button type="link" size="small" danger>
            删除
          </Button>
        </Popconfirm>
      </Space>
    ),
  },
];
