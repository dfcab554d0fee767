import { describeConformance } from "./suite.ts";

describeConformance("bind-config");
