"use client";

import { useMutation } from "@tanstack/react-query";
import { Check } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { recordRef } from "@/server/core/decisions/record-ref";
import { useTRPC } from "../api/trpc";
import { toShownFault } from "../setup/fault";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { TextArea } from "../ui/text-field";
import { useToast } from "../ui/toast";

type FailureResolveProps = { base: Base; number: number; version: number; mayResolve: boolean };

/** A person says that it is put right, and how. */
export function FailureResolve({ base, number, version, mayResolve }: FailureResolveProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const [fix, setFix] = useState("");
  const [isOpen, setIsOpen] = useState(false);
  const ref = recordRef("failure", number);
  const resolve = useMutation(
    trpc.failures.resolve.mutationOptions({
      onSuccess: () => {
        toast({ message: `${ref} is resolved. It opens again by itself when it recurs.` });
        router.refresh();
      },
    }),
  );
  const denied = mayResolve ? null : "Only members resolve failures. Ask an owner for the role.";
  return (
    <section aria-label="Resolve" className="grid gap-2.5 border-b border-line bg-sunken px-3.5 py-3 md:px-4">
      {resolve.error ? (
        <Notice tone="danger" live="alert">
          {toShownFault(resolve.error).message}
        </Notice>
      ) : null}
      {isOpen ? (
        <TextArea
          label="What put it right"
          name="fix"
          rows={2}
          maxLength={4000}
          autoFocus
          value={fix}
          onChange={(event) => setFix(event.target.value)}
        />
      ) : null}
      <div className="flex flex-wrap gap-2">
        <Button
          size="sm"
          variant={isOpen ? "primary" : "secondary"}
          icon={<Check aria-hidden />}
          loading={resolve.isPending}
          disabledReason={denied}
          onClick={() =>
            isOpen ? resolve.mutate({ ...base, number, expectedVersion: version, fix }) : setIsOpen(true)
          }
        >
          Mark resolved
        </Button>
        {isOpen ? (
          <Button size="sm" variant="ghost" onClick={() => setIsOpen(false)}>
            Keep active
          </Button>
        ) : null}
      </div>
    </section>
  );
}
