import { describeConformance } from "./suite.ts";

describeConformance("desk");
