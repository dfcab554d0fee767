import { seedRows } from "#schema";

export default seedRows("attrownerrelation", [
  { productId: "P0001", relationType: 1, relatedOwnerId: "RM001", rawMaterialId: "RM001", usageNum: "2.4000", usageUnit: "kg", sort: 1 },
  { productId: "P0001", relationType: 1, relatedOwnerId: "RM002", rawMaterialId: "RM002", usageNum: "2.0000", usageUnit: "kg", sort: 2 },
  { productId: "P0001", relationType: 2, relatedOwnerId: "PS11", processStepId: "PS11", sort: 1 },
  { productId: "P0001", relationType: 2, relatedOwnerId: "PS21", processStepId: "PS21", sort: 2 },
  { productId: "P0001", relationType: 2, relatedOwnerId: "PS41", processStepId: "PS41", sort: 4 },
  { productId: "P0001", relationType: 2, relatedOwnerId: "PS51", processStepId: "PS51", sort: 5 },
  { productId: "P0002", relationType: 1, relatedOwnerId: "RM001", rawMaterialId: "RM001", usageNum: "2.5000", usageUnit: "kg", sort: 1 },
  { productId: "P0002", relationType: 2, relatedOwnerId: "PS21", processStepId: "PS21", sort: 1 },
]);
