import { choice, createdAt, defineResource, password, remark, text } from "#schema";

/** Another database: its tables are read where definitions are proposed from them, and a tenant can be bound to it. */
export default defineResource({
  name: "datasource",
  label: ["数据源", "Datasource"],
  path: "/blade-system/datasource",
  title: "name",
  scope: "platform",
  writeAccess: "administrator",
  fields: {
    name: text("名称", "Name", { required: ["请输入数据源名称", "Please enter the name"], max: 100, search: "like", unique: "global" }),
    driverClass: choice("驱动类", "Driver", {
      options: [
        ["com.mysql.cj.jdbc.Driver", "MySQL", "MySQL"],
        ["org.postgresql.Driver", "PostgreSQL", "PostgreSQL"],
        ["oracle.jdbc.OracleDriver", "Oracle", "Oracle"],
        ["com.microsoft.sqlserver.jdbc.SQLServerDriver", "SQL Server", "SQL Server"],
      ],
      offered: ["com.mysql.cj.jdbc.Driver", "org.postgresql.Driver"],
      required: ["请输入驱动类", "Please select the driver"], search: "equal",
    }),
    url: text("连接地址", "URL", { required: true, max: 500, help: ["如 jdbc:mysql://db.example.com:3306/shop；内部主机须由运维在 INTERNAL_HOSTS 中登记", "Such as jdbc:mysql://db.example.com:3306/shop; the operator permits internal hosts with INTERNAL_HOSTS"], width: 230 }),
    username: text("用户名", "User name", { required: true, max: 50 }),
    password: password("密码", "Password", { required: true, max: 50 }),
    remark: remark(),
    createTime: createdAt(),
  },
  reads: {
    select: { open: "signed-in" },
  },
  actions: {
    test: { label: ["测试连接", "Test connection"], effect: ["连接该数据库并说明结果，最长等待 5 秒", "Connects to the database and reports the result, within five seconds"] },
  },
});
