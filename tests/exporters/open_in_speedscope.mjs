// Opens a file in speedscope itself, in a browser without a window.
//   node open_in_speedscope.mjs CHECKERS BROWSER FILE
// CHECKERS holds node_modules with speedscope and playwright-core. Exit status: 0 it was opened, 1 it was refused.
import { readFileSync, mkdtempSync, writeFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import { tmpdir } from "node:os";

const [checkers, browserPath, file] = process.argv.slice(2);
const require = createRequire(join(checkers, "node_modules", "speedscope", "package.json"));
const { chromium } = require("playwright-core");
const page = join(checkers, "node_modules/speedscope/dist/release/index.html");

const folder = mkdtempSync(join(tmpdir(), "gantry-speedscope-"));
const loader = join(folder, "profile.js");
const content = readFileSync(file).toString("base64");
writeFileSync(loader, `speedscope.loadFileFromBase64(${JSON.stringify(basename(file))}, "${content}")`);

const browser = await chromium.launch({
    executablePath: browserPath,
    args: ["--no-sandbox", "--allow-file-access-from-files"],
});
let text = "";
try {
    const tab = await browser.newPage();
    const said = [];
    let refused = false;
    tab.on("console", (message) => said.push(message.text()));
    tab.on("pageerror", (error) => said.push(String(error)));
    tab.on("dialog", async (dialog) => {
        said.push(dialog.message());
        refused = true;
        await dialog.dismiss();
    });
    await tab.goto(`file://${page}#localProfilePath=${loader}`);
    for (let i = 0; i < 600 && !refused && !/Time Order|Something went wrong/.test(text); ++i) {
        await tab.waitForTimeout(100);
        text = await tab.evaluate(() => document.body.innerText);
    }
    text = refused ? "" : text;
    console.log([...said.filter((line) => !line.includes("GL")), text].join("\n"));
} finally {
    await browser.close();
    rmSync(folder, { recursive: true });
}
process.exit(/Time Order/.test(text) && !/Something went wrong/.test(text) ? 0 : 1);
