import { demonstrationDay, seedRows } from "#schema";

export default seedRows("member", [
  {
    memberNo: "HY202404010001", nickName: "林建国", realName: "林建国", phone: "13905710001", gender: 1, birthday: "1972-06-18", gradeId: "金卡", growthValue: 8600, points: 5400,
    totalPoints: 5400, inviteCode: "LJG001", regionCode: "330106", source: 3, registerTime: "2024-04-01 10:00:00",
  },
  {
    memberNo: "HY202404180001", nickName: "周敏", realName: "周敏", phone: "13805710003", gender: 2, birthday: "1988-03-02", gradeId: "金卡", growthValue: 5230, points: 3260,
    totalPoints: 5260, parentId: "HY202404010001", inviteCode: "ZM0002", wxuserId: "敏敏", regionCode: "330106", source: 1, registerTime: "2024-04-18 20:31:00",
  },
  {
    memberNo: "HY202405030001", nickName: "何晓芸", realName: "何晓芸", phone: "13705710005", gender: 2, gradeId: "银卡", growthValue: 2946, points: 1280, totalPoints: 3280,
    parentId: "HY202404180001", inviteCode: "HXY003", regionCode: "330602", source: 5, registerTime: "2024-05-03 15:08:00",
  },
  {
    memberNo: "HY202406110001", nickName: "老李", realName: "李志强", phone: "13903710001", gender: 1, gradeId: "普通会员", growthValue: 260, points: 260, totalPoints: 160, inviteCode: "LZQ004",
    wxuserId: "老李爱喝酒", regionCode: "410105", source: 1, registerTime: "2024-06-11 21:00:00",
  },
  {
    memberNo: "HY202407200001", nickName: "阿强", phone: "13503710009", gender: 1, gradeId: "普通会员", growthValue: 0, points: 0, totalPoints: 0, inviteCode: "AQ0005", source: 2, status: 2,
    registerTime: "2024-07-20 11:45:00", remark: "多次异常退款",
  },
], { today: demonstrationDay });
