import { describeConformance } from "./suite.ts";

describeConformance("loyalty");
