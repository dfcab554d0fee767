import { describeConformance } from "./suite.ts";

describeConformance("system");
