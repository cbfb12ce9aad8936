import type { Readable, Writable } from "node:stream";
import type { ClientBase } from "pg";
import { from, to } from "pg-copy-streams";
import type { TableShape } from "./catalog";

/** Rows of a table in COPY's text format, one line each: line ends within values are written as `\n`. */
export function copyOut(client: ClientBase, table: TableShape): Readable {
  return client.query(to(`COPY ${place(client, table)} TO STDOUT`));
}

/** Takes what {@link copyOut} gave. */
export function copyIn(client: ClientBase, table: TableShape): Writable {
  return client.query(from(`COPY ${place(client, table)} FROM STDIN`));
}

/** Rows of a query in the same format. */
export function copyQueryOut(client: ClientBase, query: string): Readable {
  return client.query(to(`COPY (${query}) TO STDOUT`));
}

function place(client: ClientBase, { name, columns }: TableShape): string {
  const names = columns.map((column) => client.escapeIdentifier(column)).join(", ");
  return `${client.escapeIdentifier(name)} (${names})`;
}
