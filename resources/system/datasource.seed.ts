import { seedRows } from "#schema";

export default seedRows("datasource", [
  { name: "主库", driverClass: "com.mysql.cj.jdbc.Driver", url: "jdbc:mysql://localhost:3306/trace", username: "trace", password: "trace", remark: "示例，按实际地址修改后可测试连接" },
  { name: "统计库", driverClass: "org.postgresql.Driver", url: "jdbc:postgresql://localhost:5432/statistics", username: "reader", password: "reader", remark: "示例，按实际地址修改后可测试连接" },
]);
