import { describeConformance } from "./suite.ts";

describeConformance("attributes");
