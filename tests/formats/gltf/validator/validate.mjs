// node validate.mjs FILE.glb…: prints every issue and fails where there is an error, a warning
// or a hint.

import { readFile } from 'node:fs/promises';
import { validateBytes } from 'gltf-validator';

const kSeverities = ['error', 'warning', 'information', 'hint'];
const kHint = 3;
let bad = process.argv.length < 3;
for (const file of process.argv.slice(2)) {
  const report = await validateBytes(new Uint8Array(await readFile(file)), { maxIssues: 1000 });
  for (const issue of report.issues.messages) {
    const severity = kSeverities[issue.severity];
    console.log(`${file}: ${severity} ${issue.code} at ${issue.pointer ?? issue.offset}: ${issue.message}`);
    bad ||= issue.severity < 2 || issue.severity === kHint;
  }
  console.log(`${file}: ${report.issues.numErrors} errors, ${report.issues.numWarnings} warnings`);
}
process.exit(bad ? 1 : 0);
