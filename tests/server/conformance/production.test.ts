import { describeConformance } from "./suite.ts";

describeConformance("production");
