import { describeConformance } from "./suite.ts";

describeConformance("authority");
