// Why points move (`points-record.bizType`).
export const pointsReasons = {
  scan: 1,
  purchase: 2,
  checkIn: 3,
  activation: 4,
  campaign: 5,
  exchange: 6,
  orderDeduction: 7,
  returned: 8,
  adjusted: 9,
  expired: 10,
  takenBack: 11,
} as const;

export type PointsReason = (typeof pointsReasons)[keyof typeof pointsReasons];
