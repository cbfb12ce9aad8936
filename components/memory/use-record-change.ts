"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { toShownFault } from "../setup/fault";
import { useToast } from "../ui/toast";

export type ChangedRecord = { number: number; version: number };

type RecordChange = {
  isBusy: boolean;
  /** The sentence of the last refusal; null while there is none. */
  refusal: string | null;
  /** Makes a change; says it, with Undo where there is one, and shows the page as it is then. */
  make: <Made extends ChangedRecord>(
    change: () => Promise<Made>,
    said: string | ((made: Made) => string),
    undo?: (made: Made) => Promise<unknown>,
  ) => void;
  /** Forgets the refusal and reads the page again. */
  readAgain: () => void;
};

/** What every action on a record does beside the change itself. What was typed stays on the page when it is refused. */
export function useRecordChange(): RecordChange {
  const router = useRouter();
  const toast = useToast();
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);

  const run = async <Made>(change: () => Promise<Made>, after: (made: Made) => void) => {
    setIsBusy(true);
    setRefusal(null);
    try {
      after(await change());
      router.refresh();
    } catch (error) {
      setRefusal(toShownFault(error).message);
    } finally {
      setIsBusy(false);
    }
  };

  const make: RecordChange["make"] = (change, said, undo) => {
    if (isBusy) return;
    void run(change, (made) => {
      const takeBack =
        undo &&
        (() =>
          run(
            () => undo(made),
            () => toast({ message: "Taken back." }),
          ));
      toast({ message: typeof said === "string" ? said : said(made), ...(takeBack ? { undo: takeBack } : {}) });
    });
  };
  const readAgain = () => {
    setRefusal(null);
    router.refresh();
  };
  return { isBusy, refusal, make, readAgain };
}
