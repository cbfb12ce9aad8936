/** What a project's memory can be written as: `context` and `madr` are folders of files, the others one file each. */
export const EXPORT_FORMATS = [
  ...(["context", "decisions", "failures", "telemetry", "constraints", "preferences", "summaries", "handoff"] as const),
  ...(["config", "madr"] as const),
] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
