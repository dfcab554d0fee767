import { describeConformance } from "./suite.ts";

describeConformance("mall");
