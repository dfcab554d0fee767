import { describeConformance } from "./suite.ts";

describeConformance("tools");
