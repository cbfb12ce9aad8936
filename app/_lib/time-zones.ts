/** Zones that a project can have, by name. UTC is not in the list of the standard but is the most common answer. */
export function timeZones(): string[] {
  return ["UTC", ...Intl.supportedValuesOf("timeZone").filter((zone) => zone !== "UTC")];
}
