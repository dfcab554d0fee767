// Sentences of validation issues in Chinese.
import type { IssueCode } from "../validation.ts";

export const zh: Readonly<Record<IssueCode, string>> = {
  required: "请填写{label}",
  type: "{label}的格式不正确",
  pattern: "{label}的格式不正确",
  option: "{label}不在可选范围内",
  tooLong: "{label}不能超过 {max} 个字符",
  tooShort: "{label}至少 {min} 个字符",
  tooLarge: "{label}不能大于 {max}",
  tooSmall: "{label}不能小于 {min}",
  tooEarly: "{label}不能早于 {min}",
  tooLate: "{label}不能晚于 {max}",
  tooMany: "{label}最多 {max} 项",
  tooFew: "{label}至少 {min} 项",
  unknown: "{label}含有未知内容：{names}",
  different: "{label}：两次输入不一致",
  duplicate: "{label}已存在",
  notFound: "所选{label}不存在或已被删除",
  notAllowed: "{label}当前不可修改",
  fixed: "{label}创建后不可修改",
  rule: "{label}不符合规则",
  overlap: "{label}与其他数据重叠",
};
