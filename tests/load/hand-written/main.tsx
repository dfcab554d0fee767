// The list of factories as somebody would write it by hand with antd and nothing else: the floor that the generated list is measured
// against (npm run bench:ui). It shows the same columns, search panel, buttons and form over the same endpoint, without menu, tabs or top
// bar, and knows nothing of definitions, Refine or the application.
import "@ant-design/v5-patch-for-react-19";
import { App, Button, Cascader, ConfigProvider, Form, Input, InputNumber, Modal, Radio, Select, Space, Table, Upload } from "antd";
import zhCN from "antd/es/locale/zh_CN";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { columns, headers, load, typeOptions, type Factory, type Query } from "./factories.tsx";

interface Region {
  readonly value: string;
  readonly title: string;
}

/** The form of a factory, with the inputs of the definition. */
function FactoryForm({ onClose }: { readonly onClose: () => void }) {
  const [form] = Form.useForm<Readonly<Record<string, unknown>>>();
  const [regions, setRegions] = useState<Region[]>([]);
  useEffect(() => {
    void fetch("/api/blade-system/region/lazy-tree?parentCode=00", { headers: headers() })
      .then((response) => response.json())
      .then((answer: { readonly data?: Region[] }) => setRegions(answer.data ?? []));
  }, []);
  const save = async (values: Readonly<Record<string, unknown>>) => {
    await fetch("/api/digit-bind/factory/submit", {
      method: "POST",
      headers: { ...headers(), "Content-Type": "application/json" },
      body: JSON.stringify(values),
    });
    onClose();
  };
  return (
    <Modal open title="新增工厂" width={600} onCancel={onClose} onOk={() => form.submit()}>
      <Form form={form} layout="vertical" initialValues={{ factoryType: 1, sort: 0, status: 1 }} onFinish={(values) => void save(values)}>
        <Form.Item
          name="code"
          label="工厂编号"
          rules={[{ required: true, message: "请输入工厂编号" }, { pattern: /^[A-Za-z0-9_-]+$/ }, { max: 32 }]}
        >
          <Input />
        </Form.Item>
        <Form.Item name="name" label="工厂名称" rules={[{ required: true, message: "请输入工厂名称" }, { max: 64 }]}>
          <Input />
        </Form.Item>
        <Form.Item name="shortName" label="工厂简称" extra="防伪查询页展示的名称，为空时用工厂名称" rules={[{ max: 32 }]}>
          <Input />
        </Form.Item>
        <Form.Item name="factoryType" label="工厂类型">
          <Select options={typeOptions} />
        </Form.Item>
        <Form.Item name="licenceNo" label="生产许可证号" extra="如 SC11551000000000" rules={[{ max: 64 }]}>
          <Input />
        </Form.Item>
        <Form.Item name="creditCode" label="统一社会信用代码" rules={[{ pattern: /^[0-9A-Z]{18}$/ }]}>
          <Input />
        </Form.Item>
        <Form.Item name="gln" label="全球位置码" rules={[{ pattern: /^[0-9]{13}$/ }]}>
          <Input />
        </Form.Item>
        <Form.Item name="regionCode" label="所在地区">
          <Cascader options={regions} fieldNames={{ label: "title", value: "value" }} />
        </Form.Item>
        <Form.Item name="address" label="详细地址" rules={[{ max: 200 }]}>
          <Input />
        </Form.Item>
        <Form.Item name="principal" label="负责人" rules={[{ max: 32 }]}>
          <Input />
        </Form.Item>
        <Form.Item name="phone" label="联系电话" rules={[{ pattern: /^1[3-9][0-9]{9}$/ }]}>
          <Input />
        </Form.Item>
        <Form.Item name="images" label="工厂图片">
          <Upload listType="picture-card" action="/api/blade-resource/oss/endpoint/put-file" headers={headers()}>
            上传
          </Upload>
        </Form.Item>
        <Form.Item name="sort" label="排序">
          <InputNumber min={0} max={9999} />
        </Form.Item>
        <Form.Item name="status" label="状态" rules={[{ required: true, message: "请选择状态" }]}>
          <Radio.Group
            options={[
              { value: 1, label: "启用" },
              { value: 2, label: "停用" },
            ]}
          />
        </Form.Item>
        <Form.Item name="remark" label="备注" rules={[{ max: 255 }]}>
          <Input.TextArea />
        </Form.Item>
      </Form>
    </Modal>
  );
}

const none: Factory[] = [];

function Factories() {
  const [query, setQuery] = useState<Query>(() => ({
    current: 1,
    size: Number(new URLSearchParams(location.search).get("size") ?? 10),
    filters: {},
  }));
  const [loaded, setLoaded] = useState<{ readonly query: Query; readonly rows: Factory[]; readonly total: number }>();
  const [selected, setSelected] = useState<React.Key[]>([]);
  const [isAdding, setAdding] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    void load(query).then(({ data }) => {
      if (isCurrent) setLoaded({ query, rows: data.records, total: data.total });
    });
    return () => {
      isCurrent = false;
    };
  }, [query]);
  return (
    <>
      <Form
        layout="inline"
        onFinish={(filters: Query["filters"]) => setQuery({ ...query, current: 1, filters })}
        style={{ marginBottom: 16 }}
      >
        <Form.Item name="code" label="工厂编号">
          <Input allowClear />
        </Form.Item>
        <Form.Item name="name" label="工厂名称">
          <Input allowClear />
        </Form.Item>
        <Form.Item name="factoryType" label="工厂类型">
          <Select allowClear options={typeOptions} style={{ width: 160 }} />
        </Form.Item>
        <Form.Item>
          <Button type="primary" htmlType="submit">
            搜索
          </Button>
        </Form.Item>
        <Form.Item>
          <Button htmlType="reset">重置</Button>
        </Form.Item>
      </Form>
      <Space style={{ marginBottom: 16 }}>
        <Button type="primary" onClick={() => setAdding(true)}>
          新增
        </Button>
        <Button danger>批量删除</Button>
      </Space>
      <Table
        rowKey="id"
        columns={columns}
        dataSource={loaded?.rows ?? none}
        loading={loaded?.query !== query}
        scroll={{ x: 1500 }}
        rowSelection={{ selectedRowKeys: selected, onChange: setSelected }}
        pagination={{
          current: query.current,
          pageSize: query.size,
          total: loaded?.total ?? 0,
          showSizeChanger: true,
          pageSizeOptions: [10, 30, 50, 100, 200],
          onChange: (current, size) => setQuery({ ...query, current, size }),
        }}
      />
      {isAdding && <FactoryForm onClose={() => setAdding(false)} />}
    </>
  );
}

const place = document.getElementById("root");
if (place === null) throw new Error("index.html has no element with the id root");
createRoot(place).render(
  <ConfigProvider locale={zhCN}>
    <App>
      <div style={{ padding: 16 }}>
        <Factories />
      </div>
    </App>
  </ConfigProvider>,
);
