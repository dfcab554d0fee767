import { bool, code, date, datetime, defineResource, dict, email, image, ownerTenant, password, phone, refs, state, text, textarea } from "#schema";

/** A person who signs in. `submit` makes new ones, `update` changes them; no answer ever holds a password. */
export default defineResource({
  name: "user",
  label: ["用户", "User"],
  path: "/blade-user",
  title: "realName",
  finalRemoval: true,
  defaultColumns: ["realName", "status", "account", "roleId", "deptId", "phone", "userType", "tenantId"],
  treeFilter: "deptId",
  quickFind: { by: ["account", "phone", "realName"], shows: ["account", "deptId"] },
  exportPath: "/export-user",
  calls: ["page", "detail", "submit", "update", "remove"],
  sections: {
    tenantId: ["账号", "Account"],
    code: ["个人信息", "Person"],
    roleId: ["角色与部门", "Roles and departments"],
    phone: ["联系方式", "Contact"],
    status: ["状态与备注", "Status and notes"],
  },
  fields: {
    tenantId: ownerTenant(),
    account: text("登录账号", "Account", { required: true, max: 45, search: "like", unique: "tenant", createOnly: true }),
    userType: dict("user_type", "用户平台", "Platform", { integer: true, required: true, default: "1", search: "equal" }),
    password: password("密码", "Password", {
      use: "sign-in", min: 8, max: 45, createOnly: true,
      help: ["留空则使用系统参数 account.initPassword 中的初始密码", "Left empty, it is the initial password of the parameter account.initPassword"],
    }),
    password2: password("确认密码", "Confirm password", { confirms: "password", createOnly: true, screenOnly: true }),
    code: code("用户编号", "Code", { max: 12 }),
    name: text("用户昵称", "Nickname", { required: true, max: 20 }),
    realName: text("用户姓名", "Real name", { required: true, min: 2, max: 10, search: "like" }),
    avatar: image("头像", "Avatar", { accept: "jpg,png", maxKb: 500, readonly: true, fallbackInitial: "realName", limits: ["只能上传 jpg/png 文件且不超过 500kb", "jpg or png only, at most 500kb"] }),
    roleId: refs("role", "所属角色", "Roles", { required: ["请选择所属角色", "Please select a role"], within: "tenantId", search: "equal" }),
    deptId: refs("dept", "所属部门", "Departments", { required: ["请选择所属部门", "Please select a department"], within: "tenantId", search: "equal" }),
    postId: refs("post", "所属岗位", "Posts", { required: ["请选择所属岗位", "Please select a post"], within: "tenantId" }),
    phone: phone("手机号码", "Phone", { mobile: true, max: 11, patternMessage: ["手机号码长度必须为11位", "phone length is not 11 digits"], search: "like" }),
    email: email("电子邮箱", "E-mail", { max: 45 }),
    sex: dict("sex", "用户性别", "Sex", { integer: true, default: "3" }),
    birthday: date("用户生日", "Birthday", { max: "today" }),
    status: state("账号状态", "Status", {
      pending: [0, "待审核", "Waiting for approval", "orange"],
      active: [1, "正常", "Active", "green"],
      locked: [2, "锁定", "Locked", "red"],
      review: [3, "审批中", "In approval", "purple"],
    }, { search: "equal", initial: "active" }),
    mustChangePassword: bool("须修改密码", "Must change password", {
      default: 0, readonly: true,
      help: ["初始密码或重置后的密码，下次登录须修改", "An initial or reset password, to be changed at the next sign-in"],
    }),
    userExt: textarea("扩展信息", "Platform extension", { readonly: true, help: ["渠道用户为 channelId:渠道主键", "Of a channel's user it contains channelId: and the channel's id"] }),
    createTime: datetime("创建时间", "Created", { search: "range", readonly: true, sortable: true }),
  },
  events: {
    register: { from: "new", to: "pending" },
    lock: { from: "active", to: "locked" },
    unlock: { from: "locked", to: "active" },
  },
  approval: { category: "user", of: "approve", pending: "review", optional: true, editable: ["roleId", "deptId", "postId"] },
  reads: {
    info: { open: "signed-in" },
    "platform-detail": { params: { id: ["用户主键", "Id of the user"] } },
    "user-list": { shape: "rows", params: ["realName", "deptId"], fields: ["realName", "account", "deptId"], where: { status: 1 }, open: "signed-in" },
  },
  actions: {
    grant: {
      label: ["角色配置", "Assign roles"], on: "selection", idParam: "userIds", permission: "user_role", handler: true,
      params: { roleIds: refs("role", "所属角色", "Roles", { required: ["请选择所属角色", "Please select a role"], within: "tenantId" }) },
    },
    resetPassword: {
      label: ["重置密码", "Reset password"], on: "selection", idParam: "userIds", permission: "user_reset", handler: true,
      confirm: ["确定将所选账号的密码重置为初始密码?", "Reset the selected accounts to the initial password?"],
    },
    resetFactor: {
      label: ["重置双因素验证", "Reset second factor"], on: "selection", idParam: "userIds", permission: "user_reset", handler: true,
      confirm: [
        "所选账号的身份验证器、短信验证码和恢复码将失效，其登录全部结束，确定重置?",
        "The authenticators, codes by text and recovery codes of the selected accounts stop working, and their sessions end. Reset them?",
      ],
    },
    lock: {
      label: ["锁定", "Lock"], on: "selection", idParam: "userIds", from: "active", to: "locked", permission: "user_unlock", handler: true,
      confirm: ["锁定后这些账号不能登录，其待办任务转交他人或租户管理员，确定锁定?", "Locked accounts cannot sign in, and their waiting tasks pass to others or to the tenant's administrators. Lock them?"],
    },
    unlock: { label: ["解锁", "Unlock"], on: "selection", idParam: "userIds", confirm: ["确定解锁所选账号?", "Unlock the selected accounts?"], handler: true },
    updatePlatform: { label: ["平台配置", "Platform settings"], path: "/update-platform", idParam: "userId", permission: "user_platform", ask: ["userType", "userExt"] },
    approve: { label: ["审核通过", "Approve registration"], from: "pending", to: "active", permission: "user_edit", ask: ["roleId", "deptId", "postId"], send: "body" },
    updatePassword: {
      label: ["修改密码", "Change password"], on: "screen", open: "signed-in", handler: true,
      params: {
        oldPassword: password("旧密码", "Old password", { use: "sign-in", required: true, max: 45 }),
        newPassword: password("新密码", "New password", { use: "sign-in", required: true, min: 8, max: 45 }),
        newPassword1: password("确认密码", "Confirm password", { use: "sign-in", required: true, confirms: "newPassword", max: 45 }),
      },
    },
    updateInfo: {
      label: ["修改个人信息", "Update profile"], on: "screen", open: "signed-in", send: "body", ask: ["avatar", "realName", "name"], handler: true,
      params: {
        // Others may leave a person's number out; users who edit their own data may not (docs/specification.md §5).
        phone: phone("手机号码", "Phone", { mobile: true, max: 11, required: ["手机号码不能为空", "phone cannot be empty"], patternMessage: ["手机号码长度必须为11位", "phone length is not 11 digits"] }),
        email: email("电子邮箱", "E-mail", { max: 45 }),
      },
    },
  },
});
