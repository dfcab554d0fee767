import { defineResource, email, image, password, phone, text } from "#schema";

/** What a person sees and changes of the own account. The page is made of calls of `user`: info, updateInfo, updatePassword. */
export default defineResource({
  name: "user-profile",
  label: ["个人信息", "Personal information"],
  plural: "Personal information",
  path: "/blade-user/profile",
  title: "realName",
  derived: true,
  calls: [],
  screen: "none",
  fields: {
    avatar: image("头像", "Avatar", { accept: "jpg,png", maxKb: 500, fallbackInitial: "realName", limits: ["只能上传 jpg/png 文件且不超过 500kb", "jpg or png only, at most 500kb"] }),
    realName: text("姓名", "Real name", { required: true, max: 10 }),
    name: text("用户名", "User name", { required: true, max: 20 }),
    phone: phone("手机号", "Phone"),
    email: email("邮箱", "E-mail"),
    oldPassword: password("原密码", "Old password", { use: "sign-in", required: true, max: 45 }),
    newPassword: password("新密码", "New password", { use: "sign-in", required: true, min: 8, max: 45 }),
    newPassword1: password("确认密码", "Confirm password", {
      use: "sign-in", required: ["请输入确认密码", "Please confirm the new password"], confirms: "newPassword", max: 45, screenOnly: true,
    }),
  },
});
