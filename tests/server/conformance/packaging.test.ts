import { describeConformance } from "./suite.ts";

describeConformance("packaging");
