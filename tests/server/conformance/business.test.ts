import { describeConformance } from "./suite.ts";

describeConformance("business");
