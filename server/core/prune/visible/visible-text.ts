import type { TextUnits } from "./text-units";

/**
 * How many events of one window show a line or a name, as the model sees them now. Texts are put in and taken out
 * while a plan changes what is shown.
 */
export class VisibleText {
  private readonly lines = new Map<string, number>();
  private readonly names = new Map<string, number>();

  show(units: TextUnits): void {
    for (const key of units.keys) this.lines.set(key, (this.lines.get(key) ?? 0) + 1);
    for (const name of units.names) this.names.set(name, (this.names.get(name) ?? 0) + 1);
  }

  hide(units: TextUnits): void {
    for (const key of units.keys) less(this.lines, key);
    for (const name of units.names) less(this.names, name);
  }

  linePlaces(key: string): number {
    return this.lines.get(key) ?? 0;
  }

  namePlaces(name: string): number {
    return this.names.get(name) ?? 0;
  }
}

function less(counts: Map<string, number>, key: string): void {
  const count = counts.get(key) ?? 0;
  if (count <= 1) counts.delete(key);
  else counts.set(key, count - 1);
}
