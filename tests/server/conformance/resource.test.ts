import { describeConformance } from "./suite.ts";

describeConformance("resource");
