import { bool, choice, createdAt, defineResource, enabled, integer, lines, password, ref, refs, remark, sort, text, textarea, url } from "#schema";

/**
 * A system with whose accounts people of a tenant sign in. It decides who may enter as whom, so only the tenant's administrators write it;
 * its secrets are stored encrypted and never answered.
 */
export default defineResource({
  name: "identity-provider",
  label: ["身份源", "Identity provider"],
  path: "/blade-auth/identity-provider",
  title: "name",
  defaultColumns: ["name", "type", "status", "linking", "newAccounts", "sort", "createTime"],
  sections: {
    name: ["基本信息", "Basics"],
    issuer: ["连接", "Connection"],
    accountClaim: ["用户信息", "User data"],
    linking: ["账号与权限", "Accounts and rights"],
    sort: ["状态与备注", "Status and notes"],
  },
  fields: {
    name: text("名称", "Name", { required: true, max: 40, search: "like", unique: "tenant", help: ["显示在登录页的按钮上", "Shown on the button of the sign-in page"] }),
    type: choice("类型", "Type", {
      options: [
        ["oidc", "OpenID Connect", "OpenID Connect"],
        ["ldap", "LDAP / Active Directory", "LDAP / Active Directory"],
        ["wecom", "企业微信", "WeCom"],
        ["dingtalk", "钉钉", "DingTalk"],
        ["feishu", "飞书", "Feishu"],
      ],
      required: true, default: "oidc", search: "equal", createOnly: true,
    }),
    issuer: url("颁发者", "Issuer", {
      max: 500, required: true, list: false, showWhen: { type: "oidc" },
      help: [
        "其下的 /.well-known/openid-configuration 给出其余地址；内部主机须由运维在 INTERNAL_HOSTS 中登记",
        "/.well-known/openid-configuration below it names the other addresses; the operator permits internal hosts with INTERNAL_HOSTS",
      ],
    }),
    clientId: text("客户端ID", "Client id", {
      max: 256, required: true, list: false, showWhen: { type: ["oidc", "wecom", "dingtalk", "feishu"] },
      help: ["企业微信填企业ID，钉钉填 Client ID（AppKey），飞书填 App ID", "WeCom: corp id; DingTalk: client id (app key); Feishu: app id"],
    }),
    clientSecret: password("客户端密钥", "Client secret", { max: 512, required: true, showWhen: { type: ["oidc", "wecom", "dingtalk", "feishu"] } }),
    clientAuthentication: choice("密钥传递方式", "Client authentication", {
      options: [["basic", "HTTP Basic", "HTTP Basic"], ["post", "表单参数", "Form parameters"]],
      required: true, default: "basic", list: false, showWhen: { type: "oidc" },
    }),
    scope: text("授权范围", "Scopes", {
      max: 255, required: true, list: false, default: "openid profile email", showWhen: { type: "oidc" },
      help: ["须含 openid；身份源支持时加上 offline_access，会话才能在其访问令牌到期后续期", "With openid; add offline_access where the provider has it, so that sessions outlive its access token"],
    }),
    callbackPath: text("回调地址", "Callback address", {
      readonly: true, computed: true, list: false, visibleIn: ["edit", "view"], showWhen: { type: ["oidc", "wecom", "dingtalk", "feishu"] },
      help: ["在身份源登记时，前面加上本系统的站点地址", "Register it there after the address of this site"],
    }),
    agentId: text("应用ID", "Agent id", { max: 32, required: true, list: false, showWhen: { type: "wecom" }, pattern: "^\\d+$" }),
    authorizeUrl: url("授权地址", "Authorization address", { max: 500, list: false, showWhen: { type: ["wecom", "dingtalk", "feishu"] }, help: ["私有部署或国际版填写，留空为公有云", "Of a private or international edition; empty: the public service"] }),
    apiUrl: url("接口地址", "API address", { max: 500, list: false, showWhen: { type: ["wecom", "dingtalk", "feishu"] }, help: ["私有部署或国际版填写，留空为公有云", "Of a private or international edition; empty: the public service"] }),
    host: text("服务器", "Host", {
      max: 255, required: true, list: false, showWhen: { type: "ldap" }, pattern: "^[A-Za-z0-9](?:[A-Za-z0-9.:-]*[A-Za-z0-9])?$",
      help: ["内部主机须由运维在 INTERNAL_HOSTS 中登记", "The operator permits internal hosts with INTERNAL_HOSTS"],
    }),
    port: integer("端口", "Port", { min: 1, max: 65535, required: true, default: 389, list: false, showWhen: { type: "ldap" } }),
    encryption: choice("加密方式", "Encryption", {
      options: [["starttls", "StartTLS", "StartTLS"], ["ldaps", "LDAPS", "LDAPS"], ["none", "无", "None"]],
      required: true, default: "starttls", list: false, showWhen: { type: "ldap" },
      help: ["“无”仅用于运维在 INTERNAL_HOSTS 中登记的内部服务器", "“None” is for internal servers that the operator lists in INTERNAL_HOSTS"],
    }),
    certificate: textarea("CA 证书", "CA certificate", { max: 8000, list: false, showWhen: { type: "ldap" }, help: ["PEM 格式；服务器证书由公共机构签发时留空", "PEM; empty for a certificate of a public authority"] }),
    bindDn: text("服务账号DN", "Service account DN", { max: 500, required: true, list: false, showWhen: { type: "ldap" }, help: ["只需读取权限，用于查找用户", "Needs to read only; finds the users"] }),
    bindPassword: password("服务账号密码", "Service account password", { max: 256, required: true, showWhen: { type: "ldap" } }),
    baseDn: text("用户所在DN", "Base DN", { max: 500, required: true, list: false, showWhen: { type: "ldap" }, help: ["在其下查找用户，如 ou=people,dc=example,dc=com", "Users are searched below it, such as ou=people,dc=example,dc=com"] }),
    userFilter: text("用户过滤器", "User filter", {
      max: 500, required: true, list: false, default: "(uid={account})", pattern: "^\\(.*\\{account\\}.*\\)$", showWhen: { type: "ldap" },
      patternMessage: ["须为括号中的过滤器，并含有 {account}", "Must be a filter in parentheses that contains {account}"],
      help: ["{account} 为登录账号；Active Directory 可填 (&(objectCategory=person)(sAMAccountName={account}))", "{account} is the account; in Active Directory (&(objectCategory=person)(sAMAccountName={account}))"],
    }),
    idAttribute: text("标识属性", "Id attribute", {
      max: 64, required: true, list: false, default: "entryUUID", pattern: "^[A-Za-z][A-Za-z0-9;-]*$", showWhen: { type: "ldap" },
      help: ["不随改名变化的属性；Active Directory 填 objectGUID", "Does not change with the name; objectGUID in Active Directory"],
    }),
    accountClaim: text("账号字段", "Account claim", {
      max: 64, list: false, pattern: "^[\\w.:/-]+$",
      help: ["身份源中作为登录账号的字段，下级用点分隔；留空：OpenID Connect 为 preferred_username，LDAP 为 uid，其他为用户ID", "Claim or attribute with the account, a.b within others; empty: preferred_username of OpenID Connect, uid of LDAP, the user id of others"],
    }),
    nameClaim: text("姓名字段", "Name claim", { max: 64, list: false, pattern: "^[\\w.:/-]+$", help: ["留空为 name，LDAP 为 cn", "Empty: name, or cn of LDAP"] }),
    emailClaim: text("邮箱字段", "E-mail claim", { max: 64, list: false, pattern: "^[\\w.:/-]+$", help: ["留空为 email，LDAP 为 mail", "Empty: email, or mail of LDAP"] }),
    phoneClaim: text("手机字段", "Phone claim", { max: 64, list: false, pattern: "^[\\w.:/-]+$", help: ["留空为 phone_number，LDAP、企业微信、钉钉和飞书为 mobile", "Empty: phone_number, or mobile of LDAP, WeCom, DingTalk and Feishu"] }),
    linking: choice("关联已有账号", "Existing accounts", {
      options: [["none", "不关联", "Not linked"], ["account", "按登录账号", "By account"]],
      required: true, default: "none",
      help: ["按登录账号：首次登录即以本租户中账号相同的用户身份进入，请确认身份源中的账号不能自行更改", "By account: somebody who comes first enters as the user of this tenant with the same account; make sure that nobody can change their own there"],
    }),
    newAccounts: choice("没有账号时", "Without an account", {
      options: [["refuse", "拒绝登录", "Refused"], ["create", "自动创建账号", "Made at the first sign-in"]],
      required: true, default: "refuse",
    }),
    roleId: refs("role", "默认角色", "Default roles", { list: false, help: ["没有映射相符时使用；没有角色的人不能登录", "Where no mapping applies; nobody signs in without a role"] }),
    deptId: refs("dept", "默认部门", "Default departments", { list: false }),
    mappings: lines("角色和部门映射", "Roles and departments", {
      max: 100,
      fields: {
        claim: text("字段", "Claim", { required: true, max: 64, pattern: "^[\\w.:/-]+$", help: ["如 groups、memberOf、department", "Such as groups, memberOf, department"] }),
        value: text("值", "Value", { required: true, max: 500 }),
        roleId: ref("role", "角色", "Role"),
        deptId: ref("dept", "部门", "Department"),
      },
    }),
    followsMappings: bool("随身份源更新角色和部门", "Roles and departments follow", {
      default: 0, list: false,
      help: ["开启后，账号每次登录和续期会话时按身份源更新角色和部门，覆盖在本系统中的改动；最后一个管理员保持不变", "At every sign-in and renewal of a session, replaces what was changed here; the last administrator stays one"],
    }),
    signsOut: bool("退出时一并退出身份源", "Signs out there too", { default: 0, list: false, showWhen: { type: "oidc" } }),
    sort: sort("排序", "Sort order"),
    status: enabled(),
    remark: remark(),
    createTime: createdAt(),
  },
  reads: {
    offered: { params: { tenantId: ["租户编号", "Number of the tenant"] }, needs: ["tenantId"], open: "anonymous" },
  },
  actions: {
    test: {
      label: ["测试", "Test"], handler: true,
      effect: ["用已保存的设置连接身份源，说明客户端或服务账号是否被接受；失败时说明原因", "Connects with the stored settings and reports whether the client or service account is accepted; explains what fails"],
    },
  },
  effects: {
    ownServer: { effect: ["更换地址或账号时须重新填写密钥", "Another address or account needs the secret again"] },
  },
});
