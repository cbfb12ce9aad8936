import type { Result } from "../result";
import type { AdminPlace } from "../setup/admin-program";
import type { BackupProgress, BackupSummary, RestoreSummary } from "./manifest";

/** What a restore would overwrite. */
export interface FoundData {
  /** Host, port and name of the database, or the data folder. */
  readonly where: string;
  /** The word that a person types to agree: the name of the database. */
  readonly database: string;
  readonly rows: number;
}

export interface Watching {
  onProgress(progress: BackupProgress): void;
  /** Ends the work; the target stays as it was. */
  readonly signal: AbortSignal;
}

/** What the commands load: the build makes it of server/launcher/backup.ts and puts it beside them. */
export interface BackupProgram {
  backup(place: AdminPlace, file: string, watching: Watching): Promise<Result<BackupSummary>>;
  /** `agree` is asked before a database that holds rows is replaced; without it such a database is refused. */
  restore(
    place: AdminPlace,
    file: string,
    options: Watching & { readonly agree: ((found: FoundData) => Promise<boolean>) | null },
  ): Promise<Result<RestoreSummary>>;
}
