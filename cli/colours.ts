type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Whether a stream gets colours: only a terminal does, unless NO_COLOR (any value) or FORCE_COLOR say otherwise, as
 * no-color.org and force-color.org define them. NO_COLOR wins, and FORCE_COLOR=0 means none.
 */
export function wantsColours(stream: { readonly isTTY?: boolean }, environment: Environment): boolean {
  if (environment["NO_COLOR"]) return false;
  const forced = environment["FORCE_COLOR"];
  if (forced !== undefined && forced !== "") return forced !== "0" && forced !== "false";
  return stream.isTTY === true && environment["TERM"] !== "dumb";
}
