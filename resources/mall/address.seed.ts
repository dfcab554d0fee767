import { demonstrationDay, seedRows } from "#schema";

export default seedRows("address", [
  {
    memberId: "HY202404180001", receiverName: "周敏", receiverPhone: "13805710003", regionCode: "330106", detailAddress: "文三路 478 号 6 幢 1201", postCode: "310012", tag: 1,
    isDefault: 1,
  },
  { memberId: "HY202404010001", receiverName: "林建国", receiverPhone: "13905710001", regionCode: "330106", detailAddress: "文三路 478 号", tag: 2, isDefault: 1 },
  { memberId: "HY202405030001", receiverName: "何晓芸", receiverPhone: "13705710005", regionCode: "330602", detailAddress: "胜利西路 60 号", tag: 1, isDefault: 1 },
  { memberId: "HY202405030001", receiverName: "何晓芸", receiverPhone: "13705710005", regionCode: "330602", detailAddress: "仓桥直街 31 号", tag: 3 },
  { memberId: "HY202406110001", receiverName: "李志强", receiverPhone: "13903710001", regionCode: "410105", detailAddress: "花园路 88 号", tag: 1, isDefault: 1 },
], { today: demonstrationDay });
