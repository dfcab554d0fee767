import { describeConformance } from "./suite.ts";

describeConformance("flow");
