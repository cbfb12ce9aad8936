"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { AppRouter } from "@/server/api/root";
import { useTRPC } from "../api/trpc";
import { toShownFault } from "../setup/fault";
import { type ChosenFile, type ReadFile, readChosen } from "./read-files";

export type Preview = inferRouterOutputs<AppRouter>["exchange"]["preview"];
export type PreviewedRecord = Preview["records"][number];
export type Imported = inferRouterOutputs<AppRouter>["exchange"]["import"];
export type Choice = "new" | "replace" | "skip" | "take";

/** How a choice names its record, as the server does. */
export function choiceKey({ kind, key }: Pick<PreviewedRecord, "kind" | "key">): string {
  return `${kind} ${key}`;
}

/** Files, then what they would change, then what they did change. */
export function useImport(base: { team: string; project: string }) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const router = useRouter();
  const preview = useMutation(trpc.exchange.preview.mutationOptions());
  const write = useMutation(trpc.exchange.import.mutationOptions());
  const [files, setFiles] = useState<readonly ReadFile[]>([]);
  const [notText, setNotText] = useState<readonly string[]>([]);
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isReading, setIsReading] = useState(false);
  const [choices, setChoices] = useState<Readonly<Record<string, Choice>>>({});

  function clear(): void {
    preview.reset();
    write.reset();
    setFiles([]);
    setNotText([]);
    setRefusal(null);
    setChoices({});
  }

  async function choose(chosen: readonly ChosenFile[]): Promise<void> {
    clear();
    if (chosen.length === 0) return;
    setIsReading(true);
    const read = await readChosen(chosen);
    setIsReading(false);
    if (!read.ok) {
      setRefusal(read.message);
      return;
    }
    setFiles(read.files);
    setNotText(read.notText);
    preview.mutate({ ...base, files: [...read.files] });
  }

  function again(): void {
    write.reset();
    preview.mutate({ ...base, files: [...files] });
  }

  function apply(digest: string): void {
    write.mutate(
      { ...base, files: [...files], digest, choices: { ...choices } },
      {
        onSuccess: async () => {
          await client.invalidateQueries();
          router.refresh();
        },
      },
    );
  }

  const fault = write.error ?? preview.error;
  return {
    files,
    notText,
    choices,
    choose,
    clear,
    again,
    apply,
    set: (key: string, choice: Choice) => setChoices((known) => ({ ...known, [key]: choice })),
    preview: preview.data ?? null,
    result: write.data ?? null,
    isReading: isReading || preview.isPending,
    isWriting: write.isPending,
    refusal: refusal ?? (fault ? toShownFault(fault).message : null),
    /** The project changed since the preview; a fresh one helps. */
    isOutdated: write.error?.data?.code === "CONFLICT",
  };
}
