"use client";

import { Download, Ellipsis, Filter, Pin } from "lucide-react";
import { Button, IconButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/choice";
import { Dialog, DialogClose } from "@/components/ui/dialog";
import { Menu } from "@/components/ui/menu";
import { Popover } from "@/components/ui/popover";
import { TextField } from "@/components/ui/text-field";
import { useToast } from "@/components/ui/toast";
import { Tooltip } from "@/components/ui/tooltip";

export function Interactive() {
  const toast = useToast();
  return (
    <div className="flex flex-wrap gap-2">
      <Button
        onClick={() =>
          toast({
            message: "FAIL-009 is resolved. Agents are no longer warned.",
            undo: () => toast({ message: "FAIL-009 is active again." }),
          })
        }
      >
        Show toast
      </Button>
      <Dialog
        title="Share this note"
        description="Anyone with the link can read it until it expires."
        trigger={<Button>Open dialog</Button>}
        footer={
          <>
            <DialogClose>
              <Button variant="ghost">Cancel</Button>
            </DialogClose>
            <Button variant="primary">Make link</Button>
          </>
        }
      >
        <TextField label="Expires in" defaultValue="7 days" />
      </Dialog>
      <Menu
        trigger={<IconButton label="More" icon={<Ellipsis aria-hidden />} />}
        groups={[
          {
            key: "a",
            items: [
              {
                key: "pin",
                label: "Pin",
                icon: <Pin aria-hidden />,
                hint: "P",
                onSelect: () => toast({ message: "Pinned." }),
              },
              { key: "csv", label: "Download", icon: <Download aria-hidden />, href: "/preview" },
              { key: "del", label: "Delete", danger: true, disabledReason: "Only owners delete." },
            ],
          },
        ]}
      />
      <Popover
        label="Filter"
        trigger={
          <Button variant="ghost" icon={<Filter aria-hidden />}>
            Filter
          </Button>
        }
      >
        <div className="grid gap-1">
          <Checkbox label="execute" defaultChecked />
          <Checkbox label="verify" />
        </div>
      </Popover>
      <Tooltip content="Tokens × requests that carried them.">
        <Button variant="ghost">Carried noise</Button>
      </Tooltip>
    </div>
  );
}
