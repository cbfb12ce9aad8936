#!/usr/bin/env node
// Stands in for Prisma's native schema engine, which has to be downloaded from a host that is not always in reach.
// It runs the official WebAssembly build of the same engine and speaks the same protocol: JSON-RPC, one message a
// line, on stdin and stdout; log lines as JSON on stderr. prisma.config.ts chooses it through
// PRISMA_SCHEMA_ENGINE_BINARY, so `npx prisma generate|validate|migrate …|db …` need no download.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { bindMigrationAwareSqlAdapterFactory } from "@prisma/driver-adapter-utils";
import * as engineModule from "@prisma/schema-engine-wasm/schema_engine_bg";
import { MigrationPgFactory, onConnection, plainUrl, urlOfDatabase } from "./lib/migration-adapter.mjs";

const options = parseArguments(process.argv.slice(2));
const url = options.url ?? process.env.DATABASE_URL;

if (options.version) console.log("schema-engine-cli wasm");
else if (options.command) process.exitCode = await runCommand(options.command);
else await serve();

/** The arguments as Prisma's CLI passes them to the native program. */
function parseArguments(words) {
  const parsed = { datamodels: [] };
  for (let i = 0; i < words.length; i++) {
    const word = words[i];
    if (word === "--version" || word === "-V") parsed.version = true;
    else if (word === "--datamodels") parsed.datamodels.push(words[++i]);
    else if (word === "--datasource") parsed.url = urlOfDatasource(words[++i]);
    else if (word === "cli") parsed.command = words[++i];
    else if (word.startsWith("--")) i++; // An option that we have no use for, and its value.
  }
  return parsed;
}

/** A datasource comes as JSON, plain or in base64. */
function urlOfDatasource(text) {
  const json = text.trimStart().startsWith("{") ? text : Buffer.from(text, "base64").toString("utf8");
  return JSON.parse(json).url;
}

function log(level, message, extra = {}) {
  const line = { timestamp: new Date().toISOString(), level, target: "schema_engine::logger" };
  process.stderr.write(`${JSON.stringify({ ...line, fields: { message, ...extra } })}\n`);
}

async function runCommand(command) {
  try {
    if (command === "can-connect-to-database") await onConnection(plainUrl(url), (client) => client.query("select 1"));
    else if (command === "create-database") await createDatabase(url);
    else throw new Error(`The command ${command} is not known here.`);
    log("INFO", "done");
    return 0;
  } catch (error) {
    const { error_code, message } = prismaError(error);
    process.stderr.write("\n"); // Prisma's CLI drops the first line.
    log("ERROR", message, { error_code, is_panic: false });
    return 1;
  }
}

/** Prisma's own number and wording for what went wrong with a connection. */
function prismaError(error) {
  const { hostname, port, username, pathname } = new URL(url);
  const database = pathname.slice(1);
  switch (error.code) {
    case "3D000":
      return { error_code: "P1003", message: `Database \`${database}\` does not exist` };
    case "28P01":
    case "28000":
      return {
        error_code: "P1000",
        message: `Authentication failed: the credentials for \`${username}\` are not valid`,
      };
    case "42P04":
      return { error_code: "P1009", message: `Database \`${database}\` already exists` };
    default: {
      const reason = error.message || error.code;
      return {
        error_code: "P1001",
        message: `Can't reach database server at \`${hostname}:${port || 5432}\` (${reason})`,
      };
    }
  }
}

async function createDatabase(target) {
  const name = decodeURIComponent(new URL(target).pathname.slice(1));
  await onConnection(plainUrl(urlOfDatabase(target, "postgres")), async (client) => {
    try {
      await client.query(`create database ${client.escapeIdentifier(name)}`);
    } catch (error) {
      if (error.code !== "42P04" && error.code !== "23505") throw error; // Somebody else was first.
    }
  });
  return name;
}

function loadEngine() {
  const require = createRequire(import.meta.url);
  const entry = require.resolve("@prisma/schema-engine-wasm");
  const wasm = new WebAssembly.Module(readFileSync(entry.replace(/schema_engine\.js$/, "schema_engine_bg.wasm")));
  const instance = new WebAssembly.Instance(wasm, { "./schema_engine_bg.js": engineModule });
  engineModule.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => log("ERROR", `RuntimeError: ${message}`) };
}

async function openEngine() {
  loadEngine();
  const schema = url ? (new URL(url).searchParams.get("schema") ?? undefined) : undefined;
  // Commands that need no database still build the engine; their address is never used.
  const address = url ? plainUrl(url) : "postgresql://unused.invalid:1/none";
  const factory = bindMigrationAwareSqlAdapterFactory(new MigrationPgFactory(address, { schema }));
  const files = options.datamodels.map((file) => [file, readFileSync(file, "utf8")]);
  return engineModule.SchemaEngine.new({ datamodels: files.length > 0 ? files : undefined }, () => {}, factory);
}

async function serve() {
  let engine;
  const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (!line.trim()) continue;
    const { id, method, params } = JSON.parse(line);
    if (!method) continue; // The answer to a `print` of ours.
    try {
      if (method === "createDatabase") {
        send({ id, result: { databaseName: await createDatabase(params?.datasource?.url ?? url) } });
        continue;
      }
      engine ??= await openEngine();
      const call = method === "getDatabaseVersion" ? "version" : method;
      send({ id, result: printed(send, method, (await engine[call](params ?? {})) ?? null) });
    } catch (error) {
      send({
        id,
        error: { code: 4466, message: "An error happened. Check the data field for details.", data: dataOf(error) },
      });
    }
  }
  process.exit(0); // Pooled connections would keep the process alive.
}

/** The native engine hands the script of `diff` to the CLI as a call of `print`, and leaves it out of the result. */
function printed(send, method, result) {
  if (method !== "diff" || result?.stdout == null) return result;
  send({ method: "print", params: { content: result.stdout }, id: "print-1" });
  return { ...result, stdout: null };
}

function dataOf(error) {
  if (error?.data) return error.data;
  const data = { is_panic: false, message: error?.message ?? String(error), meta: null };
  return /^P\d{4}$/.test(error?.code ?? "") ? { ...data, error_code: error.code } : data;
}
