import { RefusedPage } from "@/components/setup/refused-page";

export default function NotFound() {
  return (
    <RefusedPage title="No skill of this name">
      No session of this project loaded a skill with the name in the address. It may be spelled differently; the page
      Skills lists all of them.
    </RefusedPage>
  );
}
