import { describeConformance } from "./suite.ts";

describeConformance("monitor");
