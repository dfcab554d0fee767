// The first file of every command: `node scripts/run.cjs start`. Written so that any old Node can read it, and say that it is too old.
/* oxlint-disable no-var -- a version that this refuses has to read it */
"use strict";
var manifest = JSON.parse(require("fs").readFileSync(__dirname + "/../package.json", "utf8"));
var wanted = /(\d+)\.(\d+)/.exec(manifest.engines.node);
var running = /(\d+)\.(\d+)/.exec(process.versions.node);
var isOld = +running[1] < +wanted[1] || (+running[1] === +wanted[1] && +running[2] < +wanted[2]);
var problem = "Node " + process.versions.node + " is running, and Tracemark needs " + wanted[0] + " or newer";
var remedy = "install Node 22 or 24, for example from https://nodejs.org, run npm install again, and start again.";
if (isOld) {
  console.error(problem + ": " + remedy);
  process.exit(1);
}
require("./load.cjs");
