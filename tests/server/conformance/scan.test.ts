import { describeConformance } from "./suite.ts";

describeConformance("scan");
