import { seedRows } from "#schema";

/** A dictionary with its entries in order: [key, name, remark]. */
function dictionary(code: string, dictValue: string, sort: number, entries: readonly (readonly [key: string, name: string, remark?: string])[]) {
  const children = entries.map(([dictKey, name, remark], index) => ({ code, dictKey, dictValue: name, sort: index + 1, isSealed: 0, ...(remark === undefined ? {} : { remark }) }));
  return { code, dictValue, dictKey: "-1", sort, isSealed: 0, children };
}

export default seedRows("dict", [
  dictionary("sex", "性别", 1, [["1", "男"], ["2", "女"], ["3", "未知"]]),
  dictionary("notice", "通知类型", 2, [["1", "发布通知"], ["2", "批转通知"], ["3", "转发通知"], ["4", "指示通知"], ["5", "任免通知"], ["6", "事务通知"]]),
  dictionary("menu_category", "菜单类型", 3, [["1", "菜单"], ["2", "按钮"]]),
  dictionary("button_func", "按钮功能", 4, [["1", "工具栏"], ["2", "操作栏"], ["3", "工具操作栏"]]),
  dictionary("yes_no", "是否", 5, [["1", "否"], ["2", "是"]]),
  dictionary("flow", "流程类型", 6, [["1", "请假流程", "leave"], ["2", "报销流程", "expense"], ["3", "出库审批", "stock-out"], ["4", "退款审批", "refund"], ["5", "用户审批", "user"], ["6", "换码审批", "code-replace"]]),
  dictionary("oss", "对象存储类型", 7, [["1", "minio"], ["2", "七牛云"], ["3", "阿里云"], ["4", "腾讯云"], ["5", "通用网关"]]),
  dictionary("sms", "短信平台类型", 8, [["1", "云片"], ["2", "七牛云"], ["3", "阿里云"], ["4", "腾讯云"]]),
  dictionary("data_scope_type", "数据权限规则", 9, [["1", "全部可见"], ["2", "本人可见"], ["3", "所在机构可见"], ["4", "所在机构及子级可见"], ["5", "自定义"]]),
  dictionary("api_scope_type", "接口权限类型", 10, [["1", "系统接口"], ["2", "业务接口"]]),
  dictionary("org_category", "机构类型", 11, [["1", "公司"], ["2", "部门"], ["3", "小组"]]),
  dictionary("post_category", "岗位类型", 12, [["1", "高层"], ["2", "中层"], ["3", "基层"], ["4", "其他"]]),
  dictionary("region", "行政区划级别", 13, [["0", "国家"], ["1", "省份/直辖市"], ["2", "地市"], ["3", "区县"], ["4", "乡镇"], ["5", "村委"]]),
  dictionary("user_type", "用户平台", 14, [["1", "WEB"], ["2", "APP"], ["3", "OTHER"]]),
  dictionary("role_type", "角色类型", 15, [["1", "系统角色"], ["2", "渠道角色"]]),
  dictionary("client_grant", "客户端授权类型", 16, [
    ["password", "密码"], ["captcha", "验证码"], ["social", "第三方登录"], ["refresh_token", "刷新令牌"], ["authorization_code", "授权码"], ["client_credentials", "客户端凭证"],
  ]),
]);
