"use client";

import { useState } from "react";
import { Select } from "../ui/select";
import { useBrowserTimeZone } from "../ui/use-browser-time-zone";

type TimeZoneSelectProps = {
  /** Zones that the server knows. */
  timeZones: readonly string[];
  error?: string;
};

/** Starts with the zone of the person's machine. */
export function TimeZoneSelect({ timeZones, error }: TimeZoneSelectProps) {
  const here = useBrowserTimeZone();
  const [chosen, choose] = useState<string | null>(null);
  const all = here && !timeZones.includes(here) ? [here, ...timeZones] : timeZones;
  return (
    <Select
      label="Time zone"
      name="timeZone"
      hint="Hours and days in charts are cut in it."
      error={error}
      value={chosen ?? here ?? "UTC"}
      onChange={(event) => choose(event.currentTarget.value)}
      options={all.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
    />
  );
}
