// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Starts `asyncir lsp` and lets it answer for files of MLIR's text.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

function activate() {
  const [command, ...args] = vscode.workspace.getConfiguration("asyncir").get("command");
  client = new LanguageClient("asyncir", "asyncir", { command, args }, { documentSelector: [{ language: "mlir" }] });
  return client.start();
}

function deactivate() {
  return client?.stop();
}

module.exports = { activate, deactivate };
