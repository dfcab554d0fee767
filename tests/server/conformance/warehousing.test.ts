import { describeConformance } from "./suite.ts";

describeConformance("warehousing");
