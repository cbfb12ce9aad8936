import type pg from "pg";

const INVALID_PARAMETER_VALUE = "22023";

/** Whether Postgres, which cuts the charts into hours and days, knows this zone. */
export async function knowsTimeZone(db: Pick<pg.Pool, "query">, timeZone: string): Promise<boolean> {
  try {
    await db.query("SELECT now() AT TIME ZONE $1::text", [timeZone]);
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === INVALID_PARAMETER_VALUE) return false;
    throw error;
  }
}
