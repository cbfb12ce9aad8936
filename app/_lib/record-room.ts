import { notFound } from "next/navigation";
import { readRecordNumber } from "@/components/memory/links";
import { type Api, pageData } from "./api";

export type RoomParams = { team: string; project: string };
export type RoomQuery = Record<string, string | string[] | undefined>;
export type RecordParams = RoomParams & { number: string };

type Reads<List, History, View> = {
  list: (api: Api) => Promise<List>;
  history: (api: Api) => Promise<History>;
  get: (api: Api, number: number) => Promise<View>;
};

/**
 * What the page of a room shows: the list that the address describes beside the chosen record or, without one, the
 * first of the list.
 */
export async function readRoom<List extends { rows: readonly { number: number }[] }, History, View>(
  base: RoomParams,
  number: number | null,
  { list: readList, history: readHistory, get }: Reads<List, History, View>,
) {
  return pageData(async (api) => {
    const [list, history, owner, chosen] = await Promise.all([
      readList(api),
      readHistory(api),
      api.projects.get(base),
      number === null ? null : get(api, number),
    ]);
    const firstNumber = number === null ? list.rows[0]?.number : undefined;
    const first = firstNumber === undefined ? null : await get(api, firstNumber);
    return { list, history, names: { team: owner.team.name, project: owner.name }, chosen, first };
  });
}

/** The record that a path names; another text has no page. */
export function recordNumberOf(written: string): number {
  return readRecordNumber(written) ?? notFound();
}

/** One value of a query. */
export function queryValue(query: RoomQuery, name: string): string | null {
  const value = query[name];
  return (Array.isArray(value) ? value[0] : value) ?? null;
}
