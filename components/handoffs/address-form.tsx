"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { recordRef } from "@/server/core/decisions/record-ref";
import type { HandoffView } from "@/server/core/handoffs/views";
import { useTRPC } from "../api/trpc";
import { toShownFault } from "../setup/fault";
import type { Base } from "../telemetry/links";
import { Select } from "../ui/select";
import { useToast } from "../ui/toast";
import type { Teammate } from "./handoff-detail";
import { addresseeWord } from "./handoff-words";

type AddressFormProps = { base: Base; handoff: HandoffView; teammates: readonly Teammate[] };

/** Says whom a note is for; a choice counts at once and can be undone. */
export function AddressForm({ base, handoff, teammates }: AddressFormProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const { number, addressedTo, addressee } = handoff;
  const address = useMutation(trpc.handoffs.address.mutationOptions({ onSuccess: () => router.refresh() }));
  const current = written(addressedTo, addressee?.memberId ?? null);
  const send = (value: string, onSuccess?: () => void) =>
    address.mutate({ ...base, number, ...read(value) }, onSuccess ? { onSuccess } : {});
  const choose = (value: string) => {
    const mate = teammates.find(({ id }) => id === value);
    const to = addresseeWord({
      addressedTo: mate ? "member" : value,
      addressee: mate?.name ?? null,
      isYou: mate?.isYou ?? false,
    });
    send(value, () => toast({ message: `${recordRef("handoff", number)} is for ${to}.`, undo: () => send(current) }));
  };
  return (
    <Select
      label="For"
      name="addressee"
      value={address.isPending ? written(address.variables.to, address.variables.memberId ?? null) : current}
      error={address.error ? toShownFault(address.error).message : undefined}
      onChange={(event) => choose(event.target.value)}
      options={options(teammates, addressee)}
    />
  );
}

function options(teammates: readonly Teammate[], addressee: HandoffView["addressee"]) {
  const isGone = addressee !== null && !teammates.some(({ id }) => id === addressee.memberId);
  return [
    { value: "next-session", label: "The next session" },
    { value: "team", label: "The team" },
    ...teammates.map(({ id, name, isYou }) => ({ value: id, label: isYou ? `${name} (you)` : name })),
    ...(isGone ? [{ value: addressee.memberId, label: `${addressee.name} (left the team)`, disabled: true }] : []),
  ];
}

function written(addressedTo: string, memberId: string | null): string {
  return addressedTo === "member" && memberId !== null ? memberId : addressedTo;
}

function read(value: string): { to: "next-session" | "team" } | { to: "member"; memberId: string } {
  return value === "next-session" || value === "team" ? { to: value } : { to: "member", memberId: value };
}
