import { seedRows } from "#schema";

export default seedRows("grade", [
  { name: "普通会员", gradeLevel: 1, minGrowth: 0, discountRate: "100.00", pointsRate: "1.00", shareRate: "0.00", isDefault: 1 },
  { name: "银卡", gradeLevel: 2, minGrowth: 1000, discountRate: "98.00", pointsRate: "1.20", shareRate: "3.00", parentShareRate: "1.00", birthdayPoints: 100 },
  { name: "金卡", gradeLevel: 3, minGrowth: 5000, discountRate: "95.00", pointsRate: "1.50", shareRate: "5.00", parentShareRate: "2.00", birthdayPoints: 300 },
]);
