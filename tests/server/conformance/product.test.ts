import { describeConformance } from "./suite.ts";

describeConformance("product");
