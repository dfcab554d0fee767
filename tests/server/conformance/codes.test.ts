import { describeConformance } from "./suite.ts";

describeConformance("codes");
