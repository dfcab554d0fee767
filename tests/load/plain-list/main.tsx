// The least that somebody writes by hand with antd to see ten factories: a table of ten columns over the same endpoint, without a search
// panel, a form or a shell. The strictest floor of the first view (npm run bench:ui).
import "@ant-design/v5-patch-for-react-19";
import { ConfigProvider, Table } from "antd";
import zhCN from "antd/es/locale/zh_CN";
import { useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { columns, load, type Factory } from "../hand-written/factories.tsx";

/** Without the number of the row. */
const tenColumns = columns.slice(1);
const size = 10;

function Factories() {
  const [current, setCurrent] = useState(1);
  const [selected, setSelected] = useState<React.Key[]>([]);
  const [loaded, setLoaded] = useState<{ readonly rows: Factory[]; readonly total: number }>();
  useEffect(() => {
    let isCurrent = true;
    void load({ current, size, filters: {} }).then(({ data }) => {
      if (isCurrent) setLoaded({ rows: data.records, total: data.total });
    });
    return () => {
      isCurrent = false;
    };
  }, [current]);
  return (
    <Table
      rowKey="id"
      columns={tenColumns}
      dataSource={loaded?.rows ?? []}
      loading={loaded === undefined}
      rowSelection={{ selectedRowKeys: selected, onChange: setSelected }}
      pagination={{ current, pageSize: size, total: loaded?.total ?? 0, showSizeChanger: true, onChange: setCurrent }}
    />
  );
}

const place = document.getElementById("root");
if (place === null) throw new Error("index.html has no element with the id root");
createRoot(place).render(
  <ConfigProvider locale={zhCN}>
    <Factories />
  </ConfigProvider>,
);
