// node compare.mjs ORACLE.json TASSEL.json: prints how far two traces are apart, see angles.mjs.
// node compare.mjs --list FILE: the same for each line of FILE, "ORACLE.json TASSEL.json".

import { readFileSync } from "node:fs";
import { compareTraces } from "./angles.mjs";

const readTrace = (path) => JSON.parse(readFileSync(path));
const compareFiles = (paths) => compareTraces(...paths.map(readTrace));

function compareList(path) {
  const lines = readFileSync(path, "utf8").trim().split("\n");
  const pairs = lines.map((line) => line.trim().split(/\s+/));
  return pairs.map(([oracle, tassel]) => ({ oracle, ...compareFiles([oracle, tassel]) }));
}

const [first, second] = process.argv.slice(2);
const result = first === "--list" ? compareList(second) : compareFiles([first, second]);
console.log(JSON.stringify(result, null, 2));
