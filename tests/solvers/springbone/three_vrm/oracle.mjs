// node oracle.mjs CASE.json DATA_DIR OUT.json [--own-length]: runs a case by three-vrm and writes
// its trace. Bones keep their rest lengths, as the specification has it; with --own-length
// three-vrm measures them as it does by itself.

import { readFileSync, writeFileSync } from "node:fs";
import { runCase } from "./run_case.mjs";

const [casePath, dataDir, outPath, flag] = process.argv.slice(2);
const testCase = JSON.parse(readFileSync(casePath));
const frames = await runCase(testCase, dataDir, { ownLength: flag === "--own-length" });
writeFileSync(outPath, JSON.stringify({ frames }));
