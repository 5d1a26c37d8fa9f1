// node check_cases.mjs DATA_DIR [--own-length]: runs three-vrm on every case of DATA_DIR/vrm-cases
// and prints how far it is from the case's expected rotations. Heads whose bone has no length stay
// at rest by three-vrm; what the cases hold for them is arbitrary.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compareFrames } from "./angles.mjs";
import { runCase } from "./run_case.mjs";

const [dataDir, flag] = process.argv.slice(2);
const casesDir = join(dataDir, "vrm-cases");
for (const name of readdirSync(casesDir).filter((file) => file.endsWith(".json")).sort()) {
  const testCase = JSON.parse(readFileSync(join(casesDir, name)));
  const frames = await runCase(testCase, dataDir, { ownLength: flag === "--own-length" });
  const pairs = testCase.expected.map(({ frame, rotations }) => [
    frame, rotations, frames[frame].rotations,
  ]);
  const { worst, node, frame } = compareFrames(pairs, testCase.degenerate);
  console.log(`${name.padEnd(50)} ${worst.toExponential(2)} rad, node ${node}, frame ${frame}`);
}
