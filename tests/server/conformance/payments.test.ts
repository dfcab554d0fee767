import { describeConformance } from "./suite.ts";

describeConformance("payments");
