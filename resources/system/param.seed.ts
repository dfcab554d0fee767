import { seedRows } from "#schema";

export default seedRows("param", [
  { paramName: "是否开启注册功能", paramKey: "account.registerUser", paramValue: "true", remark: "true 时登录页的第三方用户可提交注册申请" },
  { paramName: "账号初始密码", paramKey: "account.initPassword", paramValue: "123456", remark: "新建与重置密码时使用；首次登录须修改" },
  { paramName: "账号错误锁定次数", paramKey: "account.failCount", paramValue: "5", remark: "连续登录失败达到该次数后锁定" },
  { paramName: "账号锁定分钟数", paramKey: "account.failMinutes", paramValue: "30", remark: "锁定后自动解除的时间" },
  { paramName: "操作日志保留天数", paramKey: "log.retention.usual.days", paramValue: "1095", remark: "通用日志（数据变更记录）超过该天数后由系统自动清理" },
  { paramName: "接口日志保留天数", paramKey: "log.retention.api.days", paramValue: "190", remark: "接口日志超过该天数后由系统自动清理；法规要求网络日志留存不少于六个月" },
  { paramName: "错误日志保留天数", paramKey: "log.retention.error.days", paramValue: "190", remark: "错误日志超过该天数后由系统自动清理" },
  { paramName: "前端日志保留天数", paramKey: "log.retention.web.days", paramValue: "190", remark: "前端日志超过该天数后由系统自动清理" },
  { paramName: "任务记录保留天数", paramKey: "job.retention.days", paramValue: "90", remark: "后台任务结束后其记录超过该天数由系统自动清理" },
  { paramName: "推送记录保留天数", paramKey: "webhook.retention.days", paramValue: "90", remark: "事件推送的记录超过该天数后由系统自动清理" },
  { paramName: "流程消息保留天数", paramKey: "notice.retention.days", paramValue: "180", remark: "流程消息超过该天数后由系统自动清理" },
  { paramName: "回收站保留天数", paramKey: "bin.retention.days", paramValue: "90", remark: "已删除的数据超过该天数后由系统彻底清除；0 表示不清除。租户可另行设置" },
  { paramName: "租户文件空间(GB)", paramKey: "file.quotaGb", paramValue: "200", remark: "每个租户的上传文件合计不能超过该值；0 表示不限" },
  { paramName: "积分抵扣比例", paramKey: "order.pointsPerYuan", paramValue: "100", remark: "下单时多少积分抵扣 1 元" },
  { paramName: "溯源码域名前缀", paramKey: "trace.codePrefix", paramValue: "https://c.example.cn/", remark: "绑定配置中的扫码地址停用或为空时，二维码内容以此开头" },
]);
