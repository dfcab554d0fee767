import { choice, createdAt, defineResource, password, remark, text } from "#schema";

/** A database that a tenant can be bound to. The server stores it and never connects. */
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
      required: ["请输入驱动类", "Please select the driver"], search: "equal",
    }),
    url: text("连接地址", "URL", { required: true, max: 500 }),
    username: text("用户名", "User name", { required: true, max: 50 }),
    password: password("密码", "Password", { required: true, max: 50 }),
    remark: remark(),
    createTime: createdAt(),
  },
  reads: {
    select: { open: "signed-in" },
  },
});
